// Ten thousand things that nobody would do on purpose, in an order that a seed gives: keys, chords, the mouse
// anywhere, wheels, typed and pasted junk, resizing, dropped files. Nothing may crash, hang, or make Dear
// ImGui complain.
//
//   WARPSCOPE_MONKEY_EVENTS=10000 WARPSCOPE_MONKEY_SEED=7 … ui_tests --gtest_filter='Monkey.*'
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#define GLFW_INCLUDE_NONE
#include "imgui_impl_glfw.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

#include <unistd.h>

namespace warpscope {
namespace {

using Clock = std::chrono::steady_clock;

int from_environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr || *text == 0 ? otherwise : std::atoi(text);
}

/// A folder of its own: what the monkey saves and exports lands there and goes with it.
class Playground {
 public:
  Playground()
      : before_(std::filesystem::current_path()),
        folder_(std::filesystem::temp_directory_path() / ("warpscope-monkey-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
    write("empty.cu", "");
    write("junk.cu", std::string("\x00\xff\xfe junk \x01", 10));
    write("half.cu", "/* warpscope\nkernel = \"k\"\ngrid = [1]\nblock = [64]\n[args]\nout = "
                     "\"zero[64]\"\n*/\n__global__ void k(float *out) { out[threadIdx.x");
    write("small.cu", "/* warpscope\nkernel = \"k\"\ngrid = [4]\nblock = [64]\n[params]\nN = [1, 2, "
                      "3]\n[args]\nout = \"zero[256]\"\n*/\n#ifndef N\n#define N 1\n#endif\n"
                      "__global__ void k(float *out) {\n  __shared__ float s[256];\n  s[threadIdx.x * N] = "
                      "1;\n  __syncthreads();\n  out[threadIdx.x] = s[threadIdx.x];\n}\n");
    write("host.cu", "#include <cstdio>\n__global__ void f(int *p) { p[threadIdx.x] = 1; }\nint main() { int "
                     "*p; cudaMalloc(&p, 256); f<<<2, 64>>>(p); }\n");
  }
  ~Playground() {
    std::error_code ignored;
    std::filesystem::current_path(before_, ignored);
    std::filesystem::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::filesystem::path before_, folder_;
};

/// Says where the monkey was and ends the program when a frame does not come back.
class Watchdog {
 public:
  explicit Watchdog(int seed)
      : thread_([this, seed] {
          int seen = -1, quiet = 0;
          while (!end_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            const int now = event_;
            quiet = now == seen ? quiet + 1 : 0;
            seen = now;
            if (quiet < 240) continue;
            std::fprintf(stderr, "monkey: no frame for two minutes at event %d of seed %d\n", now, seed);
            std::_Exit(70);
          }
        }) {}
  ~Watchdog() {
    end_ = true;
    thread_.join();
  }
  std::atomic<int> event_{0};

 private:
  std::atomic<bool> end_{false};
  std::thread thread_;
};

class Monkey {
 public:
  Monkey(panels::Gui& gui, unsigned seed, const Playground& ground)
      : gui_(gui), window_(gui.window()), random_(seed), ground_(ground) {}

  /// One event; what it was, for the log.
  std::string act() {
    const int what = below(1000);
    if (what < 300) return key();
    if (what < 480) return move();
    if (what < 640) return click();
    if (what < 720) return wheel();
    if (what < 840) return type();
    if (what < 870) return drag();
    if (what < 890) return paste();
    if (what < 905) return resize();
    if (what < 920) return drop();
    if (what < 935) return lab();
    if (what < 945) return parameter();
    if (what < 955) return leave_field();
    return wait();
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  template <typename List> const auto& one_of(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(std::size(list))))];
  }

  void press(int key, int mods) {
    // As GLFW tells it: modifiers are keys of their own, held meanwhile.
    const std::pair<int, int> held[] = {{GLFW_MOD_CONTROL, GLFW_KEY_LEFT_CONTROL},
                                        {GLFW_MOD_SHIFT, GLFW_KEY_LEFT_SHIFT},
                                        {GLFW_MOD_ALT, GLFW_KEY_LEFT_ALT}};
    for (const auto& [mod, code] : held)
      if ((mods & mod) != 0) ImGui_ImplGlfw_KeyCallback(window_, code, 0, GLFW_PRESS, mods);
    ImGui_ImplGlfw_KeyCallback(window_, key, 0, GLFW_PRESS, mods);
    if (below(8) == 0) (void)gui_.frame(0); // held over a frame
    ImGui_ImplGlfw_KeyCallback(window_, key, 0, GLFW_RELEASE, mods);
    for (const auto& [mod, code] : held)
      if ((mods & mod) != 0) ImGui_ImplGlfw_KeyCallback(window_, code, 0, GLFW_RELEASE, 0);
  }

  std::string key() {
    static constexpr int special[] = {
        GLFW_KEY_SPACE,     GLFW_KEY_LEFT,   GLFW_KEY_RIGHT,        GLFW_KEY_UP,
        GLFW_KEY_DOWN,      GLFW_KEY_HOME,   GLFW_KEY_END,          GLFW_KEY_PAGE_UP,
        GLFW_KEY_PAGE_DOWN, GLFW_KEY_TAB,    GLFW_KEY_ENTER,        GLFW_KEY_ESCAPE,
        GLFW_KEY_BACKSPACE, GLFW_KEY_DELETE, GLFW_KEY_INSERT,       GLFW_KEY_F1,
        GLFW_KEY_F3,        GLFW_KEY_F5,     GLFW_KEY_F10,          GLFW_KEY_F11,
        GLFW_KEY_MINUS,     GLFW_KEY_EQUAL,  GLFW_KEY_LEFT_BRACKET, GLFW_KEY_RIGHT_BRACKET,
        GLFW_KEY_COMMA,     GLFW_KEY_PERIOD, GLFW_KEY_KP_ADD,       GLFW_KEY_KP_SUBTRACT,
        GLFW_KEY_MENU};
    const int code = below(3) > 0   ? one_of(special)
                     : below(3) > 0 ? GLFW_KEY_A + below(26)
                                    : GLFW_KEY_0 + below(10);
    static constexpr int mods[] = {0,
                                   0,
                                   0,
                                   0,
                                   GLFW_MOD_SHIFT,
                                   GLFW_MOD_CONTROL,
                                   GLFW_MOD_CONTROL,
                                   GLFW_MOD_CONTROL | GLFW_MOD_SHIFT,
                                   GLFW_MOD_ALT};
    const int mod = one_of(mods);
    press(code, mod);
    if (mod == 0 && code >= GLFW_KEY_0 && code <= GLFW_KEY_Z) // the sign that belongs to the key
      ImGui_ImplGlfw_CharCallback(window_,
                                  static_cast<unsigned>(code >= GLFW_KEY_A ? code - 'A' + 'a' : code));
    return "key " + std::to_string(code) + " mods " + std::to_string(mod);
  }

  std::string move() {
    int w = 0, h = 0;
    glfwGetWindowSize(window_, &w, &h);
    x_ = static_cast<double>(below(w + 40) - 20);
    y_ = static_cast<double>(below(h + 40) - 20);
    ImGui_ImplGlfw_CursorPosCallback(window_, x_, y_);
    return "move";
  }

  std::string click() {
    if (below(2) == 0) move();
    (void)gui_.frame(0);
    const int button = below(6) == 0    ? GLFW_MOUSE_BUTTON_RIGHT
                       : below(12) == 0 ? GLFW_MOUSE_BUTTON_MIDDLE
                                        : GLFW_MOUSE_BUTTON_LEFT;
    for (int n = below(6) == 0 ? 2 : 1; n > 0; --n) {
      ImGui_ImplGlfw_MouseButtonCallback(window_, button, GLFW_PRESS, 0);
      (void)gui_.frame(0);
      ImGui_ImplGlfw_MouseButtonCallback(window_, button, GLFW_RELEASE, 0);
      (void)gui_.frame(0);
    }
    return "click " + std::to_string(button) + " at " + std::to_string(static_cast<int>(x_)) + "," +
           std::to_string(static_cast<int>(y_));
  }

  std::string drag() {
    ImGui_ImplGlfw_MouseButtonCallback(window_, GLFW_MOUSE_BUTTON_LEFT, GLFW_PRESS, 0);
    for (int n = 2 + below(4); n > 0; --n) {
      move();
      (void)gui_.frame(0);
    }
    ImGui_ImplGlfw_MouseButtonCallback(window_, GLFW_MOUSE_BUTTON_LEFT, GLFW_RELEASE, 0);
    return "drag";
  }

  std::string wheel() {
    if (below(8) == 0) {
      ImGui_ImplGlfw_KeyCallback(window_, GLFW_KEY_LEFT_CONTROL, 0, GLFW_PRESS, GLFW_MOD_CONTROL);
      ImGui_ImplGlfw_ScrollCallback(window_, 0, below(5) - 2);
      (void)gui_.frame(0);
      ImGui_ImplGlfw_KeyCallback(window_, GLFW_KEY_LEFT_CONTROL, 0, GLFW_RELEASE, 0);
      return "ctrl+wheel";
    }
    ImGui_ImplGlfw_ScrollCallback(window_, (below(5) - 2) * .5, (below(9) - 4) * 1.5);
    return "wheel";
  }

  std::string type() {
    static const std::u32string signs = U"tile[threadIdx.x][y]()*+-/%;{}<>=\"'#\\ "
                                        U"0123456789abcxyzAZ?:.,_^&|~!@$äß€→日本語🙂\u0001\u007f\ufeff\uffff";
    std::string said = "type";
    for (int n = 1 + below(12); n > 0; --n) {
      const char32_t sign = below(40) == 0 ? static_cast<char32_t>(random_() % 0x110000u) : one_of(signs);
      if (sign == U'/') continue; // no paths out of the playground
      ImGui_ImplGlfw_CharCallback(window_, static_cast<unsigned>(sign));
      said += " " + std::to_string(static_cast<unsigned>(sign));
    }
    return said;
  }

  std::string paste() {
    static const std::string texts[] = {"",
                                        "tile[threadIdx.y][threadIdx.x]",
                                        "\xff\xfe\xfd",
                                        std::string(3000, 'x'),
                                        "a\nb\r\nc\t",
                                        "__global__ void k(float *p) { p[threadIdx.x] = 1; }",
                                        "日本語🙂",
                                        "%s%n%x",
                                        "}}}}((((",
                                        "32 × 8"};
    ImGui::SetClipboardText(one_of(texts).c_str());
    press(GLFW_KEY_V, GLFW_MOD_CONTROL);
    return "paste";
  }

  std::string resize() {
    static constexpr std::pair<int, int> sizes[] = {{640, 360},  {800, 600},   {1280, 720},
                                                    {1366, 768}, {1920, 1080}, {640, 1000},
                                                    {1900, 400}, {1, 1},       {700, 361}};
    const auto& [w, h] = one_of(sizes);
    glfwSetWindowSize(window_, w, h);
    return "resize " + std::to_string(w) + "x" + std::to_string(h);
  }

  std::string drop() {
    static constexpr const char* names[] = {"empty.cu", "junk.cu",      "half.cu", "small.cu",
                                            "host.cu",  "not-there.cu", "."};
    const std::string path = ground_.path(one_of(names));
    const char* paths[] = {path.c_str()};
    GLFWdropfun callback = glfwSetDropCallback(window_, nullptr);
    glfwSetDropCallback(window_, callback);
    if (callback != nullptr) callback(window_, 1, paths);
    return "drop " + path;
  }

  std::string lab() {
    const std::vector<document::LabEntry>& labs = gui_.session().catalog().labs;
    const std::string& id = one_of(labs).id;
    if (below(4) == 0) gui_.session().edit()->set_mode(document::SourceMode::Expression);
    else (void)gui_.session().edit()->set_lab(id);
    return "lab " + id;
  }

  std::string parameter() {
    const std::vector<document::Parameter> parameters = gui_.session().parameters();
    if (parameters.empty()) return "no parameter";
    const document::Parameter& parameter = one_of(parameters);
    if (!parameter.choices.empty())
      gui_.session().edit()->set_choice(parameter.name, one_of(parameter.choices));
    return "parameter " + parameter.name;
  }

  /// Typing swallows the plain keys: now and then somebody presses escape.
  std::string leave_field() {
    press(GLFW_KEY_ESCAPE, 0);
    (void)gui_.frame(0);
    press(GLFW_KEY_ESCAPE, 0);
    return "escape twice";
  }

  std::string wait() {
    for (int n = 1 + below(10); n > 0; --n) (void)gui_.frame(.004);
    return "wait";
  }

  panels::Gui& gui_;
  GLFWwindow* window_;
  std::mt19937 random_;
  const Playground& ground_;
  double x_ = 100, y_ = 100;
};

std::vector<std::string>* complaints = nullptr;

/// A frame is made of what changed since the one before: it must be the frame that drawing everything gives.
/// Empty: it is.
std::string differs_from_a_whole_frame(panels::Gui& gui) {
  int width = 0, height = 0;
  const std::vector<std::uint8_t> kept = gui.pixels(width, height), whole = gui.pixels(width, height, true);
  const auto [a, b] = std::mismatch(kept.begin(), kept.end(), whole.begin(), whole.end());
  if (a == kept.end()) return {};
  const auto at = static_cast<int>((a - kept.begin()) / 4);
  return "the pixel " + std::to_string(at % width) + "," + std::to_string(at / width) + " of " +
         std::to_string(width) + "x" + std::to_string(height) + " is stale";
}

TEST(Monkey, NothingItDoesBreaksTheWindow) {
  test::start_over();
  panels::Gui& gui = *test::gui();
  const int events = from_environment("WARPSCOPE_MONKEY_EVENTS", 500);
  const int seed = from_environment("WARPSCOPE_MONKEY_SEED", 1);
  std::printf("monkey: %d events, seed %d\n", events, seed);
  const Playground ground;
  std::vector<std::string> said;
  complaints = &said;
  ImGuiContext* imgui = ImGui::GetCurrentContext();
  const auto callback_before = imgui->ErrorCallback;
  imgui->ErrorCallback = [](ImGuiContext*, void*, const char* message) {
    if (complaints != nullptr && complaints->size() < 20) complaints->emplace_back(message);
  };
  std::vector<std::string> last; // the latest events, for the report
  double slowest = 0;
  std::string slowest_event;
  {
    Watchdog watchdog(seed);
    Monkey monkey(gui, static_cast<unsigned>(seed), ground);
    for (int i = 0; i < events; ++i) {
      watchdog.event_ = i;
      const std::string what = monkey.act();
      if (last.size() >= 12) last.erase(last.begin());
      last.push_back(std::to_string(i) + " " + what);
      const auto begin = Clock::now();
      (void)gui.frame(0); // false: it found its way to "quit"
      const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      if (seconds > slowest) {
        slowest = seconds;
        slowest_event = last.back();
      }
      if (i % 10 == 0)
        if (const std::string stale = differs_from_a_whole_frame(gui); !stale.empty()) said.push_back(stale);
      if (!said.empty()) {
        std::string log;
        for (const std::string& event : last) log += "\n  " + event;
        ADD_FAILURE() << "Dear ImGui or the picture is wrong at event " << i << " of seed " << seed << ": "
                      << said.front() << log;
        break;
      }
    }
  }
  imgui->ErrorCallback = callback_before;
  complaints = nullptr;
  std::printf("monkey: slowest frame %.3f s (%s)\n", slowest, slowest_event.c_str());

  // The window still works: everything closed, a fresh start, a picture.
  glfwSetWindowSize(gui.window(), 1280, 720);
  gui.ui().presenter = false;
  for (int i = 0; i < 6; ++i) {
    ImGui_ImplGlfw_KeyCallback(gui.window(), GLFW_KEY_ESCAPE, 0, GLFW_PRESS, 0);
    (void)gui.frame(0);
    ImGui_ImplGlfw_KeyCallback(gui.window(), GLFW_KEY_ESCAPE, 0, GLFW_RELEASE, 0);
    (void)gui.frame(0);
  }
  test::start_over();
  EXPECT_EQ(test::headline(), "32 wavefronts where 1 would do");
}

} // namespace
} // namespace warpscope
