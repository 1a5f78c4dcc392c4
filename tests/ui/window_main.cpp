// The real window for scripts: pictures for the README, start and frame times. Not installed.
#include "app/export/export_picture.h"
#include "app/panels/window/gui.h"
#include "tests/view/color_vision.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string words_of_show() {
  std::string all;
  for (const std::string_view word : warpscope::panels::things_to_show())
    all.append(all.empty() ? "" : "|").append(word);
  return all;
}

int usage(std::ostream& out) {
  out << "usage: warpscope_window [FILE.cu] [-I DIR] [--screenshot OUT.png] [--size WxH] [--lab ID] [--expr "
         "TEXT] "
         "[--decl TEXT]\n"
         "                        [--steps N] [--cut LINE] [--zoom F] [--light] [--presenter]\n"
         "                        [--measure-start] [--chart NAME] [--measured] [--results F] [--export] "
         "[--watch EXPR]\n"
         "                        [--show "
      << words_of_show()
      << "]\n"
         "                               (a tab of the results, a dialog, the table of tile sizes, a lab's "
         "answer, values in Array's cells)\n"
         "                        [--lesson NAME|FILE.toml [--moment N]]   (with --show answer: its answer)\n"
         "                        [--wait SECONDS]   (then the picture shows what is there; 60)\n"
         "                        [--keep]   (read and write settings and session, as the app does)\n"
         "                        [--scene ID] [--pin [--b-expr TEXT] [--b-decl TEXT] [--b-set "
         "NAME=VALUE]]\n"
         "                        [--vision protan|deutan|tritan]   (the picture as people with two "
         "primaries see it)\n";
  return &out == &std::cout ? 0 : 2;
}

} // namespace

int main(int argc, char** argv) {
  warpscope::panels::GuiOptions options;
  std::string screenshot, vision;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto value = [&]() -> std::string { return i + 1 < argc ? argv[++i] : ""; };
    if (name == "--screenshot") screenshot = value();
    else if (name == "-I") options.include_folders.push_back(value());
    else if (name == "--size") std::sscanf(value().c_str(), "%dx%d", &options.width, &options.height);
    else if (name == "--lab") options.lab = value();
    else if (name == "--lesson") options.lesson = value();
    else if (name == "--moment") options.moment = static_cast<std::size_t>(std::atoi(value().c_str()));
    else if (name == "--expr") options.expression = value();
    else if (name == "--decl") options.declaration = value();
    else if (name == "--steps") options.steps = std::atoi(value().c_str());
    else if (name == "--cut") options.cuts.push_back(static_cast<std::uint32_t>(std::atoi(value().c_str())));
    else if (name == "--zoom") options.zoom = static_cast<float>(std::atof(value().c_str()));
    else if (name == "--show") options.show = value();
    else if (name == "--wait") options.wait = std::atof(value().c_str());
    else if (name == "--watch") options.watches.push_back(value());
    else if (name == "--keep") options.folders = warpscope::settings::xdg_folders();
    else if (name == "--vision") vision = value();
    else if (name == "--chart") options.chart = value();
    else if (name == "--measured") options.measured = true;
    else if (name == "--results") options.results = static_cast<float>(std::atof(value().c_str()));
    else if (name == "--export") options.export_dialog = true;
    else if (name == "--light") options.light = true;
    else if (name == "--presenter") options.presenter = true;
    else if (name == "--scene") options.scene = value();
    else if (name == "--pin") options.pin = true;
    else if (name == "--b-expr") options.b_expression = value();
    else if (name == "--b-decl") options.b_declaration = value();
    else if (name == "--b-set") options.b_choice = value();
    else if (name == "--measure-start") options.measure_start = true;
    else if (name.starts_with("--")) return usage(name == "--help" ? std::cout : std::cerr);
    else options.file = name;
  }
  const std::vector<std::string_view> shows = warpscope::panels::things_to_show();
  if (!options.show.empty() && std::find(shows.begin(), shows.end(), options.show) == shows.end()) {
    std::cerr << "--show " << options.show << ": one of " << words_of_show() << "\n";
    return 2;
  }
  int result = 0;
  if (!screenshot.empty())
    options.screenshot = [&](int width, int height, const std::vector<std::uint8_t>& rgba) {
      using warpscope::testing::Vision;
      const Vision kind = vision == "protan"   ? Vision::Protan
                          : vision == "deutan" ? Vision::Deutan
                          : vision == "tritan" ? Vision::Tritan
                                               : Vision::Full;
      std::vector<std::uint8_t> pixels = rgba;
      for (std::size_t i = 0; i + 3 < pixels.size() && kind != Vision::Full; i += 4) {
        const warpscope::view::Color c = warpscope::testing::seen({pixels[i], pixels[i + 1], pixels[i + 2]},
                                                                  kind);
        pixels[i] = c.r;
        pixels[i + 1] = c.g;
        pixels[i + 2] = c.b;
      }
      const std::string error = warpscope::exporting::write_png(screenshot, width, height, pixels);
      if (error.empty()) return;
      std::cerr << error << "\n";
      result = 1;
    };
  const int code = warpscope::panels::run_gui(options);
  return code != 0 ? code : result;
}
