// A recursion without end. It is one line: which access meets the end of the stack depends on where that lies.
// code: 139
// find: stack-overflow 4
int deeper(int n) { volatile int room[1000]; room[n % 1000] = n; return deeper(n + 1) + room[0]; }
int main() { return deeper(0); }
