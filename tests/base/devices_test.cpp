// The built-in device files, look-ups by name, and descriptions that a person writes.
#include "sim/devices/devices.h"
#include "sim/devices/embedded.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace {

using namespace warpscope;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "the file does not hold " << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string h200_text() {
  for (const devices::EmbeddedDevice& file : devices::embedded_devices())
    if (file.name == "cc90.toml") return std::string(file.text);
  return {};
}

std::string first_error(const std::string& text) {
  const devices::ParsedDevice parsed = devices::parse_device(text, "my.toml");
  if (parsed.device.has_value() == has_errors(parsed.diagnostics)) return "a device with errors, or neither";
  return parsed.diagnostics.empty() ? "" : format_diagnostic(parsed.diagnostics.front());
}

TEST(Devices, EveryFileParsesWithoutAWord) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WARPSCOPE_SOURCE_DIR "/assets/devices"))
    files += entry.path().extension() == ".toml";
  for (const devices::EmbeddedDevice& file : devices::embedded_devices()) {
    if (file.measured) continue; // what a probe measured of one of them
    const devices::ParsedDevice parsed = devices::parse_device(file.text, file.name);
    EXPECT_TRUE(parsed.diagnostics.empty()) << format_diagnostics(parsed.diagnostics);
    ASSERT_TRUE(parsed.device);
    EXPECT_EQ(parsed.device->id + ".toml", file.name);
  }
  EXPECT_EQ(devices::devices().size(), files);
}

TEST(Devices, TheArchitecturesOfTheIssueAreThere) {
  for (const char* capability : {"7.0", "7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "12.0"})
    EXPECT_TRUE(devices::find_device(capability)) << capability;
}

TEST(Devices, EveryNumberHasUnitSourceAndGroup) {
  for (const Device& device : devices::devices()) {
    std::set<std::string> keys;
    for (const auto& [key, number] : device.numbers) {
      EXPECT_TRUE(keys.insert(key).second) << device.id << " " << key;
      EXPECT_FALSE(number.unit.empty()) << device.id << " " << key;
      EXPECT_GE(number.source.size(), 15u) << device.id << " " << key << ": a source names a document";
      EXPECT_FALSE(number.group.empty());
    }
    for (const char* key : {"l1_bytes", "l2_bytes", "dram_bandwidth", "fp32_peak", "shared_banks"})
      EXPECT_TRUE(device.find(key)) << device.id << " " << key;
  }
}

TEST(Devices, NumbersKeepTheFilesOrder) {
  const Device* h200 = devices::find_device("cc90");
  ASSERT_TRUE(h200);
  EXPECT_EQ(h200->numbers.front().first, "sm_count");
  EXPECT_EQ(h200->numbers[1].first, "max_threads_per_block");
}

TEST(Devices, LimitsByComputeCapability) {
  struct Limit {
    const char* cc;
    std::uint32_t threads, blocks, shared_kb, block_kb;
  };
  for (const Limit& limit : {Limit{"7.0", 2048, 32, 96, 96},
                             {"7.5", 1024, 16, 64, 64},
                             {"8.0", 2048, 32, 164, 163},
                             {"8.6", 1536, 16, 100, 99},
                             {"8.9", 1536, 24, 100, 99},
                             {"9.0", 2048, 32, 228, 227},
                             {"10.0", 2048, 32, 228, 227},
                             {"12.0", 1536, 24, 100, 99}}) {
    const Device* d = devices::find_device(limit.cc);
    ASSERT_TRUE(d) << limit.cc;
    EXPECT_EQ(d->max_threads_per_sm, limit.threads) << limit.cc;
    EXPECT_EQ(d->max_blocks_per_sm, limit.blocks) << limit.cc;
    EXPECT_EQ(d->shared_bytes_per_sm, limit.shared_kb * 1024) << limit.cc;
    EXPECT_EQ(d->shared_bytes_per_block_optin, limit.block_kb * 1024) << limit.cc;
    EXPECT_EQ(d->max_access_bytes, d->cc_major >= 10 ? 32u : 16u);
  }
}

TEST(Devices, FoundByManyNames) {
  for (const char* name : {"cc90", "CC90", "9.0", "90", "sm_90", "H200", "h200", "Hopper", "hopper"}) {
    const Device* d = devices::find_device(name);
    ASSERT_TRUE(d) << name;
    EXPECT_EQ(d->id, "cc90") << name;
  }
  EXPECT_EQ(devices::find_device("rtx4090")->id, "cc89");
  EXPECT_EQ(devices::find_device("ampere")->id, "cc80");
  for (const char* name : {"", " ", "cc", "9", "9.1", "cc91", "Voodoo"})
    EXPECT_FALSE(devices::find_device(name)) << name;
  EXPECT_NE(devices::unknown_device_message("Voodoo").find("'Voodoo'; known: cc70 (V100), cc75 (T4)"),
            std::string::npos);
  EXPECT_EQ(devices::find_device("cc90")->label(), "cc 9.0 · Hopper");
}

TEST(Devices, AFileOfOnesOwn) {
  const std::string good = h200_text();
  EXPECT_EQ(first_error(good), "");
  EXPECT_EQ(devices::parse_device(replaced(good, "value = 132", "value = 114"), "my.toml").device->sm_count,
            114u);
  const auto expect = [&](const std::string& text, const std::string& part) {
    const std::string error = first_error(text);
    EXPECT_NE(error.find(part), std::string::npos) << "got: " << error << "wanted: " << part;
    EXPECT_TRUE(error.starts_with("my.toml:")) << error;
  };
  expect("", "id is missing");
  expect("[limits\n", "my.toml:1:");
  expect(good.substr(0, good.size() / 2), "error: ");
  expect("\x01\x02\xFF", "error: ");
  expect(replaced(good, "id = \"cc90\"", "id = 90"), "id must be a text");
  expect(replaced(good, "\"9.0\"", "\"nine\""), "compute_capability must be");
  expect(replaced(good, "\"9.0\"", "9.0"), "compute_capability must be a text");
  expect(replaced(good, "value = 132", "value = 132.5"), "sm_count must be a whole number from 1 to 65536");
  expect(replaced(good, "value = 132", "value = 0"), "sm_count must be a whole number");
  expect(replaced(good, "value = 132", "value = -1"), "sm_count: value must be a number from 0");
  expect(replaced(good, "value = 132", "value = nan"), "sm_count: value must be a number from 0");
  expect(replaced(good, "value = 132", "value = \"many\""), "sm_count: value must be a number");
  expect(replaced(good, "value = 132", "wert = 132"), "unknown key wert");
  expect(replaced(good, "unit = \"SM\", ", ""), "sm_count: unit is missing");
  expect(replaced(good, ", source = \"product\"", ""), "sm_count: source is missing");
  expect(replaced(good, "source = \"product\"", "source = \"hearsay\""), "no source is called hearsay");
  expect(replaced(good, "[rates]", "[prices]"), "unknown key prices");
  expect(replaced(good, "sm_count = {", "sm_number = {"), "sm_count is missing");
  expect(replaced(good, "value = 2048", "value = 2040"), "must be 32 times");
  expect(replaced(good, "value = 232448", "value = 233472"), "must fit shared_bytes_per_sm");
  expect(replaced(good, "[limits]", "limits = 3\n[limit]"), "error: ");
  expect(replaced(good, "aliases = [", "aliases = [3, "), "aliases must be");
  expect(std::string(300'000, '#'), "a device description may have");
}

} // namespace
