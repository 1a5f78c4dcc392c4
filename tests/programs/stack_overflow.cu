// A recursion without end.
// code: 139
// find: stack-overflow 6
int deeper(int n) {
  volatile int room[1000];
  room[n % 1000] = n;
  return deeper(n + 1) + room[0];
}
int main() { return deeper(0); }
