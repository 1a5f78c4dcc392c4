// What a confined program may not do: each is told with its line and fails, and the program goes on.
// expect: -1 -1 0 -1 -1 -1
// find: denied 17
// find: denied 18
// find: denied 19
// find: denied 20
// find: denied 21
// find: denied 22
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

int main() {
  int did[6] = {};
  did[0] = fork();
  did[1] = std::system("echo no");
  did[2] = popen("ls", "r") != nullptr;
  did[3] = execl("/bin/ls", "ls", nullptr);
  did[4] = socket(AF_INET, SOCK_STREAM, 0);
  did[5] = open("/etc/warpscope", O_WRONLY | O_CREAT, 0600);
  std::printf("%d %d %d %d %d %d\n", did[0], did[1], did[2], did[3], did[4], did[5]);
}
