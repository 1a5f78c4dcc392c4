// docs/json-report.md names every key that `sim --json`, `values --json` and `tiling --json` print.
#include "tests/cli/program.h"

#include <nlohmann/json.hpp>

#include <regex>
#include <set>

namespace warpscope {
namespace {

void add_keys(const nlohmann::json& value, std::set<std::string>& keys) {
  if (value.is_object())
    for (const auto& [key, inner] : value.items()) keys.insert(key);
  if (value.is_structured())
    for (const auto& inner : value) add_keys(inner, keys);
}

/// Literals that the source uses as keys: {"key", … and …["key"] =
std::set<std::string> keys_written(const std::string& source) {
  static const std::regex literal(R"re((?:\{|\[)"([a-z][a-z0-9_]*)"(?:,|\]))re");
  const std::string text = read_whole(std::string(WARPSCOPE_SOURCE_DIR) + "/" + source);
  std::set<std::string> keys;
  for (std::sregex_iterator at(text.begin(), text.end(), literal), end; at != end; ++at)
    keys.insert((*at)[1]);
  return keys;
}

std::set<std::string> keys_printed(const std::string& command) {
  const ProgramRun run = run_command(command);
  const nlohmann::json document = nlohmann::json::parse(run.out, nullptr, false);
  EXPECT_FALSE(document.is_discarded()) << command << "\n" << run.err;
  std::set<std::string> keys;
  add_keys(document, keys);
  return keys;
}

TEST(JsonPage, NamesEveryKey) {
  const std::string page = read_whole(std::string(WARPSCOPE_SOURCE_DIR) + "/docs/json-report.md");
  ASSERT_FALSE(page.empty());
  const auto expect_named = [&](const std::set<std::string>& keys, const std::string& of) {
    EXPECT_GT(keys.size(), 15u) << of;
    for (const std::string& key : keys)
      EXPECT_NE(page.find("`" + key + "`"), std::string::npos)
          << "`" << key << "` of " << of << " stands in docs/json-report.md";
  };
  expect_named(keys_written("sim/run/json.cpp"), "sim --json");
  const std::string measure = read_whole(std::string(WARPSCOPE_SOURCE_DIR) + "/docs/measure.md");
  const std::set<std::string> of_estimates = keys_written("sim/run/estimate_json.cpp");
  EXPECT_TRUE(of_estimates.contains("seconds") && of_estimates.contains("ratio"));
  for (const std::string& key : of_estimates)
    EXPECT_NE((page + measure).find("`" + key + "`"), std::string::npos)
        << "`" << key << "` of an estimate stands in docs/json-report.md, or of a speedup in docs/measure.md";
  expect_named(keys_written("app/cli/tiling_report.cpp"), "tiling --json");
  expect_named(keys_printed("warpscope sim matmul_tile16 --set N=64 --json --races --without-barrier 46"),
               "a run of sim");
  for (const std::string& key : keys_printed("warpscope sass matmul_tile16 --set N=64 --predicted --json"))
    EXPECT_NE(page.find("`" + key + "`"), std::string::npos) << "`" << key << "` of sass";
  for (const std::string& key : keys_written("sim/run/code_table.cpp"))
    EXPECT_NE(page.find("`" + key + "`"), std::string::npos) << "`" << key << "` of sass";
  const std::set<std::string> values = keys_printed(
      "warpscope values matmul_tile16 --json --watch 'As[ty][tx]' --watch 'n / (n - n)'");
  EXPECT_TRUE(values.contains("why") || values.contains("watches"));
  for (const std::string& key : values)
    EXPECT_NE(page.find("`" + key + "`"), std::string::npos) << "`" << key << "` of values";
  expect_named(keys_printed("warpscope tiling matmul_tile16 --set N=64 --json --cells"), "a run of tiling");
  expect_named(keys_printed("warpscope layout 'Swizzle<3,3,3>' '(8,64):(64,1)' --json --cells"), "layout");
  expect_named(keys_printed("warpscope fragment m16n8k16 --lane 22 --json"), "fragment");
}

} // namespace
} // namespace warpscope
