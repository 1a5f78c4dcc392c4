// Requests and recordings as documents: what is written comes back, and what is not right is refused with a
// sentence.
#include "tests/gpu/some.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace warpscope {
namespace {

using nlohmann::json;

TEST(MeasureRequest, ComesBackAsItWas) {
  std::string error;
  const auto back = protocol::parse_measure_request(protocol::to_json(some_request()), error);
  ASSERT_TRUE(back) << error;
  EXPECT_EQ(*back, some_request());
  EXPECT_EQ(protocol::to_json(*back), protocol::to_json(some_request()));
  EXPECT_EQ(protocol::to_json(some_request()).find('\n'), std::string::npos) << "one line a request";
}

TEST(Recording, ComesBackAsItWas) {
  std::string error;
  const auto back = protocol::parse_recording(protocol::to_json(some_recording()), error);
  ASSERT_TRUE(back) << error;
  EXPECT_EQ(*back, some_recording());
  EXPECT_EQ(protocol::to_json(*back), protocol::to_json(some_recording()));
  EXPECT_EQ(protocol::mismatch(*back, some_request()), "");
}

TEST(MeasureRequest, HashTellsWhatDecidesTheCounts) {
  const std::string hash = protocol::hash_of(some_request());
  const auto changed = [](auto change) {
    protocol::MeasureRequest request = some_request();
    change(request);
    return protocol::hash_of(request);
  };
  EXPECT_EQ(hash, changed([](protocol::MeasureRequest& r) { r.file = "other.cu"; }));
  EXPECT_EQ(hash, changed([](protocol::MeasureRequest& r) { r.limits.seconds = 3; }));
  EXPECT_EQ(hash, changed([](protocol::MeasureRequest& r) { r.what.lines = false; }));
  EXPECT_EQ(hash, changed([](protocol::MeasureRequest& r) { r.checks.clear(); }));
  EXPECT_NE(hash, changed([](protocol::MeasureRequest& r) { r.text += " "; }));
  EXPECT_NE(hash, changed([](protocol::MeasureRequest& r) { r.headers["deeper.h"] += " "; }));
  EXPECT_NE(hash, changed([](protocol::MeasureRequest& r) { r.macros[0].second = "512"; }));
  EXPECT_NE(hash, changed([](protocol::MeasureRequest& r) { r.block.x = 16; }));
  EXPECT_NE(hash, changed([](protocol::MeasureRequest& r) { r.call.kernel = "tile<8, float>"; }));
  EXPECT_NE(hash, changed([](protocol::MeasureRequest& r) { r.call.arguments[0].fill.value = 43; }));
  EXPECT_NE(hash, changed([](protocol::MeasureRequest& r) { r.call.arguments[1].value = "3"; }));
  EXPECT_NE(hash, changed([](protocol::MeasureRequest& r) { r.variables[0].data[0] = 1; }));
}

/// A place in the document, what is put there, and a piece of the sentence. "-" removes the key.
struct Case {
  const char* place;
  const char* value;
  const char* sentence;
};

template <class Parse>
void expect_refusals(const std::string& good, std::span<const Case> cases, Parse parse) {
  for (const Case& c : cases) {
    json document = json::parse(good);
    const json::json_pointer place{std::string(c.place)};
    if (std::string(c.value) == "-") document[place.parent_pointer()].erase(place.back());
    else document[place] = json::parse(c.value);
    std::string error;
    EXPECT_FALSE(parse(document.dump(), error)) << c.place << " = " << c.value;
    EXPECT_NE(error.find(c.sentence), std::string::npos) << c.place << " = " << c.value << " said: " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
}

TEST(MeasureRequest, FaultsAreNamedWithTheirPlace) {
  const Case cases[] = {
      {"/warpscope_request", "2",
       "$.warpscope_request: this program speaks version 1, and the request is of version 2"},
      {"/warpscope_request", "-", "$: \"warpscope_request\" is missing"},
      {"/text", "5", "$.text: must be a text, and is the number 5"},
      {"/text", "\"a\\u0000b\"", "$.text: must have no zero byte"},
      {"/headers", "[]", "$.headers: must be an object, and is a list"},
      {"/headers/deeper.h", "5", "$.headers.deeper.h: must be a text, and is the number 5"},
      {"/headers/deeper.h", "\"a\\u0000b\"", "$.headers.deeper.h: must have no zero byte"},
      {"/headers/~1etc~1passwd", "\"\"", "must have a name that does not begin with /"},
      {"/headers/a\"b", "\"\"", "must have a name that an #include can give"},
      {"/headers/", "\"\"", "must have a name that an #include can give"},
      {"/macros/0/name", "\"A B\"", "$.macros[0].name: must be a name of letters"},
      {"/macros/0/value", "\"1\\n#include <x>\"", "$.macros[0].value: must be one line"},
      {"/launch/grid", "[1,2]", "$.launch.grid: must have 3 entries, and has 2"},
      {"/launch/grid", "[1,2,3,4]", "has 4 entries and may have at most 3"},
      {"/launch/grid/1", "0",
       "$.launch.grid[1]: must be a whole number from 1 to 65535, and is the number 0"},
      {"/launch/grid/1", "-1", "is the number -1"},
      {"/launch/grid/1", "1.5", "is the number 1.5"},
      {"/launch/block/0", "1024", "$.launch.block: has 8192 threads and may have at most 1024"},
      {"/launch/shared_bytes", "1e30", "must be a whole number from 0"},
      {"/launch/cooperative", "1", "must be true or false, and is the number 1"},
      {"/launch/max_registers", "8", "must be a whole number from 16 to 255, and is the number 8"},
      {"/launch/extra", "1", "$.launch: there is no key \"extra\" here"},
      {"/kernel", "\"\"", "$.kernel: must not be empty"},
      {"/parameter_bytes", "99999", "must be a whole number from 0 to 32764"},
      {"/arguments", "{}", "$.arguments: must be a list, and is an object"},
      {"/arguments/0/kind", "\"pointer\"",
       "must be one of \"buffer\", \"scalar\", \"bytes\", \"tensor\", and is \"pointer\""},
      {"/arguments/0/type", "\"quad\"", "$.arguments[0].type: must be one of"},
      {"/arguments/0/bytes", "0", "$.arguments[0].bytes: must be a whole number from 1"},
      {"/arguments/0/bytes", "4100", "must be a multiple of element_bytes"},
      {"/arguments/0/element_bytes", "6", "must be a multiple of 4"},
      {"/arguments/0/fill", "\"ramp:3\"", "$.arguments[0].fill: the fill ramp takes no value"},
      {"/arguments/0/fill", "\"file:/etc/passwd\"", "must not name a file"},
      {"/arguments/0/type", "\"other\"", "must be zero for elements that are no numbers"},
      {"/arguments/0/offset", "16", "$.arguments[0]: lies outside of the kernel's 20 bytes of parameters"},
      {"/arguments/1/offset", "4", "$.arguments: \"out\" and \"n\" overlap in the parameters"},
      {"/arguments/1/name", "\"out\"", "there is an argument \"out\" already"},
      {"/arguments/1/value", "\"x\"", "$.arguments[1].value: x for int is no whole number"},
      {"/arguments/1/value", "\"99999999999\"", "for int does not fit int (-2147483648"},
      {"/arguments/2/data", "\"A*==\"", "must be base64, and has another character in it"},
      {"/arguments/2/data", "\"AAA\"", "must be base64, whose length is a multiple of 4"},
      {"/arguments/2/data", "\"A=AA\"", "must be base64"},
      {"/variables/0/kind", "\"bytes\"", "must be \"buffer\" or \"scalar\" for a variable"},
      {"/variables/0/data", "\"AAAA\"", "holds 3 bytes, and the buffer has 4"},
      {"/checks/0/output", "\"n\"",
       "$.checks[0].output: must be a buffer of the kernel and of its reference kernel"},
      {"/measure/lines", "null", "must be true or false, and is null"},
      {"/limits/seconds", "0", "$.limits.seconds: must be a number from 0.1 to 3600"},
      {"/limits/seconds", "\"1\"", "is a text"},
      {"/unknown", "{}", "$: there is no key \"unknown\" here"},
  };
  expect_refusals(protocol::to_json(some_request()), cases, protocol::parse_measure_request);
}

TEST(MeasureRequest, HeadersAreBoundedInNumberAndSize) {
  protocol::MeasureRequest request = some_request();
  std::string error;
  for (int i = 0; i < 300; ++i) request.headers["h" + std::to_string(i)] = "";
  EXPECT_FALSE(protocol::parse_measure_request(protocol::to_json(request), error));
  EXPECT_EQ(error, "$.headers: may have at most 256 headers");
  request.headers = {{"a", std::string(9u << 20, ' ')}, {"b", std::string(9u << 20, ' ')}};
  EXPECT_FALSE(protocol::parse_measure_request(protocol::to_json(request), error));
  EXPECT_EQ(error, "$.headers: holds more than 16 MiB in all");
}

TEST(Recording, LiesAreNamedWithTheirPlace) {
  const Case cases[] = {
      {"/warpscope_recording", "7", "this program reads version 1, and the recording is of version 7"},
      {"/hash", "\"xyz\"", "$.hash: must be 16 hex digits"},
      {"/hash", "\"\"", "$.hash: must be 16 hex digits"},
      {"/parts/macros", "\"PAD\"", "$.parts.macros: must be 16 hex digits"},
      {"/parts/launch", "-", "\"launch\" is missing"},
      {"/status", "\"fine\"", "$.status: must be one of \"done\""},
      {"/builds/0/times/warm/median", "null", "$.builds[0].times.warm.median: must be a number"},
      {"/builds/0/times/warm/median", "-1e-6", "must be a number from 0"},
      {"/builds/0/times/warm/median", "1e300", "must be a number from 0"},
      {"/builds/0/times/warm/min", "1", "min, lower_quartile, median and upper_quartile must not fall"},
      {"/builds/0/times/warm/repetitions", "0", "must be a whole number from 1"},
      {"/builds/0/times/warm/processes", "[1e-5, \"fast\"]", "processes[1]: must be a number"},
      {"/builds/0/times/empty/samples", "[-1]", "must be a number from 0"},
      {"/builds/0/totals/shared_load/wavefronts", "-5", "must be a whole number from 0"},
      {"/builds/0/totals/shared_load/wavefronts", "18446744073709551615",
       "must be a whole number from 0 to 1000000000000000000"},
      {"/builds/0/totals/shared_load/wavefronts", "1.5", "is the number 1.5"},
      {"/builds/0/totals/shared_load/waves", "1",
       "$.builds[0].totals.shared_load: there is no key \"waves\" here"},
      {"/builds/0/totals/texture", "{}", "there is no key \"texture\" here"},
      {"/builds/0/lines/1/line", "0", "$.builds[0].lines[1]: lines must rise, each once"},
      {"/builds/0/resources/registers", "-", "\"registers\" is missing"},
      {"/builds/1/build", "\"as_compiled\"", "$.builds: has one build twice"},
      {"/outputs/0/hash", "\"0000000000000000\"", "$.outputs[0].values: does not have the hash beside it"},
      {"/outputs/0/bytes", "8", "holds 4096 bytes, and the output has 8"},
      {"/could_not/0/reason", "3", "$.could_not[0].reason: must be a text"},
      {"/device/compute_capability", "[9, 0, 1]", "has 3 entries and may have at most 2"},
  };
  expect_refusals(protocol::to_json(some_recording()), cases, protocol::parse_recording);
}

TEST(Recording, NoJsonIsSaidToBeNone) {
  std::string error;
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("{\"a\":NaN}"), std::string("\xff\xfe{}"),
        std::string(100'000, '['), "{\"x\":" + std::string(5000, '[') + std::string(5000, ']') + "}",
        protocol::to_json(some_recording()) + "x", protocol::to_json(some_recording()).substr(0, 700)}) {
    error.clear();
    EXPECT_FALSE(protocol::parse_recording(text, error));
    EXPECT_FALSE(error.empty());
  }
  EXPECT_FALSE(protocol::parse_recording("[1]", error));
  EXPECT_EQ(error, "the recording must be a JSON object, and is a list");
  EXPECT_FALSE(protocol::parse_recording("{\"a\":1,\"a\":2}", error));
  EXPECT_EQ(error, "the recording has the key \"a\" twice in one object");
}

TEST(Recording, AnotherRequestsAnswerIsRefused) {
  const protocol::MeasureRequest request = some_request();
  const auto told = [&](auto change) {
    protocol::Recording recording = some_recording();
    change(recording);
    return protocol::mismatch(recording, request);
  };
  EXPECT_EQ(told([](protocol::Recording&) {}), "");
  EXPECT_NE(
      told([](protocol::Recording& r) { r.parts->macros = r.parts->text; }).find("the parts of another one"),
      std::string::npos);
  EXPECT_NE(told([](protocol::Recording& r) {
              r.hash = std::string(16, '0');
            }).find("of another text, launch or arguments"),
            std::string::npos);
  EXPECT_EQ(told([](protocol::Recording& r) { (*r.builds[0].lines)[1].line = 99; }),
            "the recording counts for line 99, and the text has 6");
  EXPECT_EQ(told([](protocol::Recording& r) { r.builds[0].instructions[0].line = 7; }),
            "the recording counts for line 7, and the text has 6");
  EXPECT_NE(told([](protocol::Recording& r) { r.outputs[0].name = "in"; }).find("no such buffer"),
            std::string::npos);
}

TEST(Recording, NothingIsMissingSilently) {
  const protocol::MeasureRequest request = some_request();
  const auto parts = [&](protocol::Recording recording) {
    protocol::name_what_is_missing(recording, request);
    std::string list;
    for (const protocol::CouldNot& c : recording.could_not) list += c.part + "=" + c.reason + " ";
    return list;
  };
  protocol::Recording nothing;
  nothing.message = "no GPU";
  EXPECT_EQ(parts(nothing), "resources.as_compiled=no GPU times.warm.as_compiled=no GPU "
                            "times.cold.as_compiled=no GPU totals.as_compiled=no GPU "
                            "lines.as_compiled=no GPU resources.as_written=no GPU times.warm.as_written=no "
                            "GPU times.cold.as_written=no GPU "
                            "totals.as_written=no GPU lines.as_written=no GPU check.out=no GPU "
                            "outputs.out=no GPU values.out=no GPU ");
  protocol::Recording most = some_recording();
  most.could_not = {{"as_written", "float4"}};
  EXPECT_EQ(parts(most), "as_written=float4 ");
  most.builds[0].totals.reset();
  most.outputs[0].values.clear();
  EXPECT_EQ(parts(most),
            "as_written=float4 totals.as_compiled=it was not reached values.out=it was not reached ");
  most.could_not.push_back({"totals.as_compiled", "no permission"});
  EXPECT_EQ(parts(most), "as_written=float4 totals.as_compiled=no permission values.out=it was not reached ");
}

/// docs/measure.md names every key that is written.
TEST(MeasureDocument, NamesEveryKey) {
  std::ifstream in(std::string(WARPSCOPE_SOURCE_DIR) + "/docs/measure.md");
  std::stringstream text;
  text << in.rdbuf();
  const std::string manual = text.str();
  ASSERT_FALSE(manual.empty());
  const std::function<void(const json&)> look = [&](const json& value) {
    if (value.is_object())
      for (const auto& [key, inner] : value.items()) {
        EXPECT_NE(manual.find("`" + key + "`"), std::string::npos) << key;
        if (key != "headers") look(inner); // its keys are names of files
      }
    if (value.is_array())
      for (const json& inner : value) look(inner);
  };
  look(json::parse(protocol::to_json(some_request())));
  look(json::parse(protocol::to_json(some_recording())));
  for (const model::CounterGroupRow& group : model::counter_group_rows)
    EXPECT_NE(manual.find("`" + std::string(group.key) + "`"), std::string::npos) << group.key;
  for (const model::CounterRow& kind : model::counter_rows)
    if (model::is_recorded(kind.kind)) {
      EXPECT_NE(manual.find("`" + std::string(kind.key) + "`"), std::string::npos) << kind.key;
    }
}

} // namespace
} // namespace warpscope
