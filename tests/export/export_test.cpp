// SVG and PNG files: well formed, whole, and replaced only when writing succeeds.
#include "app/export/export_picture.h"
#include "app/view/scene.h"
#include "tests/view/fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <unistd.h>

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using namespace testing;

/// A small reader of XML: tags nest, attributes are quoted and appear once, no bare & or <. Empty:
/// well-formed.
std::string not_well_formed(std::string_view xml) {
  std::vector<std::string> open;
  std::size_t roots = 0;
  const auto good_text = [](std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '<' ||
          (static_cast<unsigned char>(text[i]) < 0x20 && text[i] != '\n' && text[i] != '\t'))
        return false;
      if (text[i] != '&') continue;
      const std::string_view rest = text.substr(i);
      if (!rest.starts_with("&amp;") && !rest.starts_with("&lt;") && !rest.starts_with("&gt;") &&
          !rest.starts_with("&quot;"))
        return false;
    }
    return true;
  };
  std::size_t at = 0;
  while (at < xml.size()) {
    const std::size_t tag = xml.find('<', at);
    if (!good_text(xml.substr(at, tag == xml.npos ? xml.npos : tag - at))) return "bad text";
    if (tag == xml.npos) break;
    const std::size_t end = xml.find('>', tag);
    if (end == xml.npos) return "a tag that does not end";
    std::string_view inside = xml.substr(tag + 1, end - tag - 1);
    at = end + 1;
    if (inside.starts_with('/')) {
      if (open.empty() || open.back() != inside.substr(1)) return "closes " + std::string(inside);
      open.pop_back();
      continue;
    }
    const bool alone = inside.ends_with('/');
    if (alone) inside.remove_suffix(1);
    std::size_t i = inside.find(' ');
    const std::string name(inside.substr(0, i));
    if (open.empty() && ++roots > 1) return "two roots";
    std::vector<std::string> names;
    while (i != inside.npos && i < inside.size()) {
      const std::size_t equals = inside.find("=\"", ++i);
      if (equals == inside.npos) return "an attribute without a value in " + std::string(inside);
      names.emplace_back(inside.substr(i, equals - i));
      if (std::count(names.begin(), names.end(), names.back()) > 1)
        return "an attribute twice: " + names.back();
      const std::size_t quote = inside.find('"', equals + 2);
      if (quote == inside.npos) return "a value without an end";
      if (!good_text(inside.substr(equals + 2, quote - equals - 2))) return "a bad value";
      i = quote + 1;
      if (i < inside.size() && inside[i] != ' ') return "junk after a value";
    }
    if (!alone) open.push_back(name);
  }
  return open.empty() && roots == 1 ? "" : "an element stays open";
}

struct Folder {
  fs::path path = fs::temp_directory_path() / ("warpscope-export-" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  [[nodiscard]] std::string operator/(const char* name) const { return (path / name).string(); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {}));
  }
};

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Svg, IsWellFormedForEveryKindOfScene) {
  for (const Sample& s :
       {column_read(), shared_broadcast(4), shared_vector(16), shared_vector(8, 2), shared_stride(4)}) {
    EXPECT_EQ(
        not_well_formed(exporting::to_svg(view::build_scene(view::SceneKind::Banks, s.input(1920, 1080, 1)),
                                          {"A title", "A description"})),
        "");
  }
  for (const Sample& s : {global_read(1, 1), global_read(32, 0)}) {
    EXPECT_EQ(
        not_well_formed(exporting::to_svg(view::build_scene(view::SceneKind::Sectors, s.input(1280, 720)))),
        "");
  }
}

TEST(Svg, EscapesWhateverTheTextHolds) {
  view::Picture picture;
  picture.width = picture.height = 10;
  view::TextShape text;
  text.text = "a<b>&\"c\" \x01\x1F \xFF\xC0 \xEF\xBF\xBF →";
  picture.shapes.emplace_back(text);
  const std::string svg = exporting::to_svg(picture, {"<&>", "\"]]>"});
  EXPECT_EQ(not_well_formed(svg), "");
  EXPECT_NE(svg.find("a&lt;b&gt;&amp;&quot;c&quot;"), std::string::npos);
  EXPECT_NE(svg.find("→"), std::string::npos);
  EXPECT_EQ(svg.find('\xFF'), std::string::npos);
}

TEST(Svg, WritesEachShape) {
  view::Picture picture;
  picture.width = 100;
  picture.height = 50;
  picture.background = {1, 2, 3, 255};
  view::RectShape rect;
  rect.box = {1, 2.5F, 3, 4};
  rect.fill = {255, 0, 0, 128};
  rect.hatch = {7, 1.5F, {0, 255, 0, 255}};
  view::CurveShape curve;
  curve.p3 = {0, 20};
  curve.from = {255, 160, 0, 200};
  curve.to = {255, 160, 0, 50};
  curve.fade = .55F;
  curve.dash = {8, 5};
  view::PolygonShape polygon;
  polygon.points = {{0, 0}, {5, 0}, {0, 5}};
  polygon.fill = {9, 9, 9, 255};
  view::TextShape text;
  text.text = "hi";
  text.font = view::Font::MonoBold;
  text.anchor = view::Anchor::Middle;
  text.size = 20;
  picture.shapes = {rect, curve, view::RibbonShape{}, polygon, text};
  const std::string svg = exporting::to_svg(picture);
  EXPECT_EQ(not_well_formed(svg), "");
  for (const char* part :
       {"<rect x=\"1\" y=\"2.5\" width=\"3\" height=\"4\"", "fill-opacity=\"0.5\"", "<pattern id=\"h1\"",
        "url(#h1)", "<linearGradient id=\"g1\"", "offset=\"0.55\"", "stroke-dasharray=\"8 5\"",
        "M0 0L5 0L0 5Z", "text-anchor=\"middle\"", "textLength=\"24\"", "class=\"k\"", "fill=\"#010203\"",
        "<cc:license rdf:resource=\"https://creativecommons.org/licenses/by/4.0/\"/>"}) {
    EXPECT_NE(svg.find(part), std::string::npos) << part << "\n" << svg;
  }
}

TEST(Export, WritesAndReplacesWholeFiles) {
  const Folder folder;
  const view::Picture picture = view::build_scene(view::SceneKind::Banks, column_read().input(640, 360));
  EXPECT_EQ(exporting::export_picture(picture, folder / "a.svg", 0, 0, nullptr), "");
  EXPECT_EQ(read(folder / "a.svg"), exporting::to_svg(picture));
  EXPECT_EQ(exporting::write_file_atomically(folder / "a.svg", "new"), "");
  EXPECT_EQ(read(folder / "a.svg"), "new");
  EXPECT_EQ(folder.files(), 1u) << "no temporary file stays";
}

TEST(Export, WritesAPngThatOthersCanRead) {
  const Folder folder;
  const std::vector<std::uint8_t> rgba(3 * 2 * 4, 200);
  EXPECT_EQ(exporting::write_png(folder / "a.png", 3, 2, rgba), "");
  const std::string png = read(folder / "a.png");
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1A\n");
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\0\x03\0\0\0\x02", 8));
  EXPECT_NE(png.find("CC BY 4.0, https://creativecommons.org/licenses/by/4.0/"), std::string::npos);
  EXPECT_NE(exporting::write_png(folder / "b.png", 3, 3, rgba), "");
  EXPECT_NE(exporting::write_png(folder / "b.png", 0, 0, {}), "");
  EXPECT_FALSE(fs::exists(folder / "b.png"));
}

TEST(Export, SaysWhatIsWrong) {
  const Folder folder;
  const view::Picture picture = view::build_scene(view::SceneKind::Banks, column_read().input(640, 360));
  EXPECT_NE(
      exporting::export_picture(picture, folder / "a.gif", 10, 10, nullptr).find("must end in .svg or .png"),
      std::string::npos);
  EXPECT_NE(exporting::export_picture(picture, folder / "a.png", 10, 10, nullptr).find("no OpenGL"),
            std::string::npos);
  EXPECT_NE(exporting::write_svg(picture, folder / "none/a.svg").find("does not exist"), std::string::npos);
  fs::create_directories(folder.path / "is-a-folder.svg");
  EXPECT_NE(exporting::write_svg(picture, folder / "is-a-folder.svg").find("is a folder"), std::string::npos);
  EXPECT_NE(exporting::write_file_atomically("", "x"), "");
  const exporting::Rasterizer broken = [](const view::Picture&, int, int, float, std::vector<std::uint8_t>&,
                                          std::string& error) {
    error = "No GL.";
    return false;
  };
  EXPECT_EQ(exporting::export_picture(picture, folder / "a.png", 10, 10, broken),
            "No GL. An .svg needs no OpenGL.");
}

TEST(Export, KeepsTheOldFileWhenWritingFailsHalfWay) {
  const Folder folder;
  EXPECT_EQ(exporting::write_file_atomically(folder / "a.svg", "old"), "");
  // A limit on file sizes fails a write in the middle, as a full disk does.
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit low = before;
  low.rlim_cur = 4096;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &low), 0);
  const std::string error = exporting::write_file_atomically(folder / "a.svg", std::string(100'000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_NE(error.find("could not be written"), std::string::npos) << error;
  EXPECT_EQ(read(folder / "a.svg"), "old");
  EXPECT_EQ(folder.files(), 1u);
}

TEST(Export, SaysThatAFolderIsReadOnly) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write into read-only folders";
  const Folder folder;
  EXPECT_EQ(exporting::write_file_atomically(folder / "a.svg", "old"), "");
  fs::permissions(folder.path, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_NE(exporting::write_file_atomically(folder / "a.svg", "new").find("No permission"),
            std::string::npos);
  fs::permissions(folder.path, fs::perms::owner_all);
  EXPECT_EQ(read(folder / "a.svg"), "old");
}

} // namespace
} // namespace warpscope
