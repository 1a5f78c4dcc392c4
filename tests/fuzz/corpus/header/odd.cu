/* warpscope
grid = [1, 2, 3, 4]
block = "1<<40"
kernel = 7
[params]
A = [1, "x", 2.5, true]
[args]
x = "mod:0[A*A]"
y = "random:1[-1]"
*/
__global__ void k(int*x){}
