// The real window for scripts: pictures for the README, start and frame times. Not installed.
#include "app/export/export_picture.h"
#include "app/panels/window/gui.h"
#include "tests/view/color_vision.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
  warpscope::panels::GuiOptions options;
  std::string screenshot, vision;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto value = [&]() -> std::string { return i + 1 < argc ? argv[++i] : ""; };
    if (name == "--screenshot") screenshot = value();
    else if (name == "--size") std::sscanf(value().c_str(), "%dx%d", &options.width, &options.height);
    else if (name == "--lab") options.lab = value();
    else if (name == "--expr") options.expression = value();
    else if (name == "--decl") options.declaration = value();
    else if (name == "--steps") options.steps = std::atoi(value().c_str());
    else if (name == "--cut") options.cuts.push_back(static_cast<std::uint32_t>(std::atoi(value().c_str())));
    else if (name == "--zoom") options.zoom = static_cast<float>(std::atof(value().c_str()));
    else if (name == "--show") options.show = value();
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
    else if (name.starts_with("--")) {
      std::cerr
          << "usage: warpscope_window [FILE.cu] [--screenshot OUT.png] [--size WxH] [--lab ID] [--expr TEXT] "
             "[--decl TEXT]\n"
             "                        [--steps N] [--cut LINE] [--zoom F] [--light] [--presenter] [--show "
             "keys|modelled|steps|answer|menu|about|measure|lens|roofline|output] [--measure-start] [--chart "
             "NAME] "
             "[--measured] "
             "[--results F] [--export] [--watch EXPR]\n"
             "                        [--keep]   (read and write settings and session, as the app does)\n"
             "                        [--scene ID] [--pin [--b-expr TEXT] [--b-decl TEXT] [--b-set "
             "NAME=VALUE]]\n"
             "                        [--vision protan|deutan|tritan]   (the picture as people with two "
             "primaries see it)\n";
      return 2;
    } else options.file = name;
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
