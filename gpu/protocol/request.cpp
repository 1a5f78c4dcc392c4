// Writes, reads and hashes requests.
#include "gpu/protocol/request.h"

#include "gpu/protocol/json_fields.h"
#include "sim/base/fnv.h"
#include "sim/base/text.h"
#include "sim/source/element_value.h"
#include "sim/source/fill.h"
#include "sim/source/tensor_tile.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace warpscope::protocol {

namespace {

using gpu_json::Field;
using gpu_json::Object;
using source::TensorTileArguments;
using Json = nlohmann::ordered_json;

constexpr std::size_t longest_text = 64u << 20, longest_name = 4096, most_arguments = 1024,
                      most_macros = 1024;
constexpr std::size_t most_headers = 256, most_header_bytes = 16u << 20; ///< of all of them
constexpr std::uint64_t most_bytes = 1ull << 40, most_data = 256u << 20;
constexpr std::uint32_t most_parameter_bytes = 32'764; // from CUDA 12.1 and compute capability 7.0 on

const std::vector<std::string_view>& type_words() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> all;
    for (unsigned i = 0; i <= static_cast<unsigned>(ElementType::Other); ++i)
      all.push_back(warpscope::name_of(static_cast<ElementType>(i)));
    return all;
  }();
  return words;
}
const std::vector<std::string_view> kind_words = {"buffer", "scalar", "bytes", "tensor"};

// ------------------------------------------------------------------------------------------------ writing

Json written(const MeasureArgument& argument, bool is_variable) {
  Json json = {{"name", argument.name}, {"kind", kind_words[static_cast<std::size_t>(argument.kind)]}};
  if (!is_variable && argument.passed) json["offset"] = argument.offset;
  switch (argument.kind) {
  case MeasureArgument::Kind::Buffer:
    json["type"] = warpscope::name_of(argument.type);
    json["bytes"] = argument.bytes;
    json["element_bytes"] = argument.element_bytes;
    json["read_only"] = argument.read_only;
    if (argument.data.empty()) json["fill"] = source::to_string(argument.fill);
    else json["data"] = gpu_json::base64(argument.data);
    break;
  case MeasureArgument::Kind::Scalar:
    json["type"] = warpscope::name_of(argument.type);
    json["value"] = argument.value;
    break;
  case MeasureArgument::Kind::Bytes: json["data"] = gpu_json::base64(argument.data); break;
  case MeasureArgument::Kind::Tensor:
    json["type"] = warpscope::name_of(argument.tensor.element);
    json["of"] = argument.tensor.buffer;
    json["dimensions"] = argument.tensor.dimensions;
    json["box"] = argument.tensor.box;
    json["swizzle"] = argument.tensor.swizzle;
    break;
  }
  return json;
}

Json written(const std::vector<MeasureArgument>& arguments, bool are_variables) {
  Json list = Json::array();
  for (const MeasureArgument& argument : arguments) list.push_back(written(argument, are_variables));
  return list;
}

void write_call(Json& json, const MeasureCall& call) {
  json["kernel"] = call.kernel;
  json["parameter_bytes"] = call.parameter_bytes;
  json["arguments"] = written(call.arguments, false);
}

/// Writes the parts that the hash covers.
Json written_core(const MeasureRequest& request) {
  Json json;
  json["text"] = request.text;
  if (!request.headers.empty()) json["headers"] = request.headers;
  json["macros"] = Json::array();
  for (const auto& [name, value] : request.macros)
    json["macros"].push_back({{"name", name}, {"value", value}});
  const auto dim = [](const Dim3& d) { return Json::array({d.x, d.y, d.z}); };
  json["launch"] = {{"grid", dim(request.grid)},
                    {"block", dim(request.block)},
                    {"shared_bytes", request.dynamic_shared_bytes},
                    {"cooperative", request.cooperative}};
  if (request.max_registers != 0) json["launch"]["max_registers"] = request.max_registers;
  write_call(json, request.call);
  json["variables"] = written(request.variables, true);
  return json;
}

// ------------------------------------------------------------------------------------------------ reading

bool has_control_character(std::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

std::string name_at(Object& object, const char* key) {
  const Field field = object.at(key);
  std::string name = field.text(longest_name);
  if (name.empty()) field.refuse("must not be empty");
  if (has_control_character(name)) field.refuse("must be a name, and has a control character in it");
  return name;
}

/// A header's name is what an #include names, and never a path of the machine that measures.
void read_headers(const Field& field, MeasureRequest& request) {
  Object object = field.object();
  std::size_t bytes = 0;
  object.each([&](const std::string& name, const Field& text) {
    if (request.headers.size() == most_headers)
      field.refuse(fmt::format("may have at most {} headers", most_headers));
    if (name.empty() || name.size() > longest_name || has_control_character(name) ||
        name.find_first_of("<>\"\\") != std::string::npos)
      text.refuse("must have a name that an #include can give");
    if (name.front() == '/') text.refuse("must have a name that does not begin with /");
    std::string content = text.text(most_header_bytes);
    bytes += content.size();
    if (bytes > most_header_bytes)
      field.refuse(fmt::format("holds more than {} MiB in all", most_header_bytes >> 20));
    if (content.find('\0') != std::string::npos) text.refuse("must have no zero byte in it");
    request.headers.emplace(name, std::move(content));
  });
}

void read_buffer(Object& object, MeasureArgument& argument) {
  argument.type = static_cast<ElementType>(object.at("type").word(type_words()));
  const Field bytes = object.at("bytes");
  argument.bytes = bytes.whole(1, most_bytes);
  const std::uint32_t scalar = std::max(size_of(argument.type), 1u);
  const Field element = object.at("element_bytes");
  argument.element_bytes = static_cast<std::uint32_t>(element.whole(1, 1u << 20));
  if (argument.element_bytes % scalar != 0)
    element.refuse(fmt::format("must be a multiple of {}, the type's size", scalar));
  if (argument.bytes % argument.element_bytes != 0) bytes.refuse("must be a multiple of element_bytes");
  argument.read_only = object.at("read_only").boolean();
  if (object.has("data")) {
    const Field data = object.at("data");
    argument.data = data.bytes(most_data);
    if (argument.data.size() != argument.bytes)
      data.refuse(fmt::format("holds {} bytes, and the buffer has {}", argument.data.size(), argument.bytes));
    return;
  }
  const Field field = object.at("fill");
  std::string error;
  const std::optional<source::Fill> fill = source::parse_fill(field.text(1000), error);
  if (!fill) field.refuse(error);
  if (fill->kind == source::Fill::Kind::File)
    field.refuse("must not name a file: its bytes belong into \"data\"");
  if (argument.type == ElementType::Other && fill->kind != source::Fill::Kind::Zero)
    field.refuse("must be zero for elements that are no numbers");
  argument.fill = *fill;
}

void read_tensor(Object& object, const Field& kind, bool is_variable, source::TensorTile& tile) {
  if (is_variable) kind.refuse("must be \"buffer\" or \"scalar\" for a variable");
  tile.element = static_cast<ElementType>(object.at("type").word(type_words()));
  tile.buffer = name_at(object, "of");
  const Field dimensions = object.at("dimensions");
  dimensions.each(TensorMap::most_dimensions,
                  [&](const Field& size) { tile.dimensions.push_back(size.whole(1, 1ull << 32)); });
  object.at("box").each(TensorMap::most_dimensions, [&](const Field& size) {
    tile.box.push_back(static_cast<std::uint32_t>(size.whole(1, 256)));
  });
  const Field swizzle = object.at("swizzle");
  tile.swizzle = static_cast<std::uint32_t>(swizzle.whole(0, 128));
  if (tile.swizzle != 0 && tile.swizzle != 32 && tile.swizzle != 64 && tile.swizzle != 128)
    swizzle.refuse("must be 0, 32, 64 or 128");
  if (tile.box.size() != tile.dimensions.size()) dimensions.refuse("must have as many entries as the box");
  TensorTileArguments given(tile);
  TensorMap map;
  if (const std::string why = encode_tensor_map(given.all, map); !why.empty())
    dimensions.refuse(fmt::format("must make a tensor that a driver takes: {}", why));
}

MeasureArgument read_argument(const Field& field, bool is_variable) {
  Object object = field.object();
  MeasureArgument argument;
  argument.name = name_at(object, "name");
  const Field kind = object.at("kind");
  argument.kind = static_cast<MeasureArgument::Kind>(kind.word(kind_words));
  argument.passed = is_variable || argument.kind != MeasureArgument::Kind::Buffer || object.has("offset");
  if (!is_variable && argument.passed)
    argument.offset = static_cast<std::uint32_t>(object.at("offset").whole(0, most_parameter_bytes));
  switch (argument.kind) {
  case MeasureArgument::Kind::Buffer: read_buffer(object, argument); break;
  case MeasureArgument::Kind::Scalar: {
    const Field type = object.at("type");
    argument.type = static_cast<ElementType>(type.word(type_words()));
    if (argument.type == ElementType::Other) type.refuse("must be a type of numbers");
    const Field value = object.at("value");
    argument.value = value.text(1000);
    std::string error;
    if (!source::encode_element(argument.type, argument.value, error))
      value.refuse(fmt::format("{} for {} {}", argument.value, warpscope::name_of(argument.type), error));
    break;
  }
  case MeasureArgument::Kind::Tensor: read_tensor(object, kind, is_variable, argument.tensor); break;
  case MeasureArgument::Kind::Bytes:
    if (is_variable) kind.refuse("must be \"buffer\" or \"scalar\" for a variable");
    argument.data = object.at("data").bytes(most_parameter_bytes);
    break;
  }
  object.done();
  return argument;
}

std::uint64_t size_in_parameters(const MeasureArgument& argument) {
  switch (argument.kind) {
  case MeasureArgument::Kind::Buffer: return argument.passed ? 8 : 0;
  case MeasureArgument::Kind::Tensor: return tensor_map_bytes;
  case MeasureArgument::Kind::Scalar: return size_of(argument.type);
  case MeasureArgument::Kind::Bytes: break;
  }
  return argument.data.size();
}

std::vector<MeasureArgument> read_arguments(const Field& field, bool are_variables,
                                            std::uint32_t parameter_bytes) {
  std::vector<MeasureArgument> arguments;
  std::set<std::string> names;
  field.each(most_arguments, [&](const Field& entry) {
    MeasureArgument argument = read_argument(entry, are_variables);
    if (!names.insert(argument.name).second)
      entry.refuse(fmt::format("there is an argument \"{}\" already", argument.name));
    if (!are_variables && argument.offset + size_in_parameters(argument) > parameter_bytes)
      entry.refuse(fmt::format("lies outside of the kernel's {} bytes of parameters", parameter_bytes));
    arguments.push_back(std::move(argument));
  });
  for (const MeasureArgument& argument : arguments) {
    if (argument.kind != MeasureArgument::Kind::Tensor) continue;
    const auto buffer = std::find_if(arguments.begin(), arguments.end(), [&](const MeasureArgument& other) {
      return other.kind == MeasureArgument::Kind::Buffer && other.name == argument.tensor.buffer;
    });
    if (buffer == arguments.end() || buffer->bytes < source::bytes_of(argument.tensor))
      field.refuse(fmt::format("\"{}\" must be of a buffer that holds it", argument.name));
  }
  if (!are_variables) { // no byte of the parameters belongs to two arguments
    std::vector<const MeasureArgument*> sorted;
    for (const MeasureArgument& argument : arguments)
      if (argument.passed) sorted.push_back(&argument);
    std::sort(sorted.begin(), sorted.end(),
              [](const auto* a, const auto* b) { return a->offset < b->offset; });
    for (std::size_t i = 1; i < sorted.size(); ++i)
      if (sorted[i - 1]->offset + size_in_parameters(*sorted[i - 1]) > sorted[i]->offset)
        field.refuse(
            fmt::format("\"{}\" and \"{}\" overlap in the parameters", sorted[i - 1]->name, sorted[i]->name));
  }
  return arguments;
}

MeasureCall read_call(Object& object) {
  MeasureCall call;
  call.kernel = name_at(object, "kernel");
  call.parameter_bytes = static_cast<std::uint32_t>(
      object.at("parameter_bytes").whole(0, most_parameter_bytes));
  call.arguments = read_arguments(object.at("arguments"), false, call.parameter_bytes);
  return call;
}

Dim3 read_dim(const Field& field, std::uint64_t most_x, std::uint64_t most_yz) {
  std::vector<std::uint32_t> sizes;
  field.each(3, [&](const Field& entry) {
    sizes.push_back(static_cast<std::uint32_t>(entry.whole(1, sizes.empty() ? most_x : most_yz)));
  });
  if (sizes.size() != 3) field.refuse(fmt::format("must have 3 entries, and has {}", sizes.size()));
  return {sizes[0], sizes[1], sizes[2]};
}

void read_launch(const Field& field, MeasureRequest& request) {
  Object object = field.object();
  request.grid = read_dim(object.at("grid"), 0x7fff'ffff, 65'535);
  const Field block = object.at("block");
  request.block = read_dim(block, 1024, 1024);
  if (request.block.count() > 1024)
    block.refuse(fmt::format("has {} threads and may have at most 1024", request.block.count()));
  request.dynamic_shared_bytes = static_cast<std::uint32_t>(object.at("shared_bytes").whole(0, 1u << 20));
  request.cooperative = object.at("cooperative").boolean();
  object.maybe("max_registers", [&](const Field& most) {
    request.max_registers = static_cast<std::uint32_t>(most.whole(16, 255));
  });
  object.done();
}

void read_macros(const Field& field, MeasureRequest& request) {
  field.each(most_macros, [&](const Field& entry) {
    Object object = entry.object();
    const Field name = object.at("name");
    std::string macro = name.text(longest_name);
    if (!is_identifier(macro)) name.refuse("must be a name of letters, digits and underscores");
    const Field value = object.at("value");
    std::string text = value.text(1u << 16);
    if (text.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos)
      value.refuse("must be one line");
    object.done();
    request.macros.emplace_back(std::move(macro), std::move(text));
  });
}

void read_what(const Field& field, MeasureWhat& what) {
  Object object = field.object();
  const std::pair<const char*, bool*> flags[] = {{"as_compiled", &what.as_compiled},
                                                 {"as_written", &what.as_written},
                                                 {"times", &what.times},
                                                 {"totals", &what.totals},
                                                 {"lines", &what.lines},
                                                 {"check", &what.check},
                                                 {"values", &what.values}};
  for (const auto& [key, flag] : flags) *flag = object.at(key).boolean();
  object.maybe("code", [&](const Field& f) { what.code = static_cast<std::uint32_t>(f.whole(50, 999)); });
  object.maybe("samples", [&](const Field& flag) { what.samples = flag.boolean(); });
  object.maybe("batch", [&](const Field& f) { what.batch = static_cast<std::uint32_t>(f.whole(1, 1000)); });
  object.maybe("as_they_come", [&](const Field& flag) { what.as_they_come = flag.boolean(); });
  object.done();
}

void read_limits(const Field& field, MeasureLimits& limits) {
  Object object = field.object();
  limits.seconds = object.at("seconds").number(0.1, 3600);
  limits.memory_bytes = object.at("memory_bytes").whole(0, most_bytes);
  limits.value_bytes = object.at("value_bytes").whole(0, 64u << 20);
  object.done();
}

void read_checks(const Field& field, MeasureRequest& request) {
  field.each(64, [&](const Field& entry) {
    Object object = entry.object();
    const Field output = object.at("output");
    MeasureCheck check;
    check.output = output.text(longest_name);
    check.reference = read_call(object);
    object.done();
    const auto has_buffer = [&](const MeasureCall& call) {
      return std::any_of(call.arguments.begin(), call.arguments.end(), [&](const MeasureArgument& argument) {
        return argument.kind == MeasureArgument::Kind::Buffer && argument.name == check.output;
      });
    };
    if (!has_buffer(request.call) || !has_buffer(check.reference))
      output.refuse("must be a buffer of the kernel and of its reference kernel");
    request.checks.push_back(std::move(check));
  });
}

void read_request(Object& root, MeasureRequest& request) {
  const Field version = root.at("warpscope_request");
  if (const std::uint64_t given = version.whole(0, gpu_json::any_number); given != measure_request_version)
    version.refuse(fmt::format(
        "this program speaks version {}, and the request is of version {}: both must be of one Warpscope",
        measure_request_version, given));
  request.file = root.at("file").text(longest_name);
  const Field text = root.at("text");
  request.text = text.text(longest_text);
  if (request.text.find('\0') != std::string::npos) text.refuse("must have no zero byte in it");
  root.maybe("headers", [&](const Field& field) { read_headers(field, request); });
  read_macros(root.at("macros"), request);
  read_launch(root.at("launch"), request);
  request.call = read_call(root);
  request.variables = read_arguments(root.at("variables"), true, 0);
  read_checks(root.at("checks"), request);
  read_what(root.at("measure"), request.what);
  read_limits(root.at("limits"), request.limits);
}

} // namespace

std::string to_json(const MeasureRequest& request) {
  Json json = {{"warpscope_request", measure_request_version}, {"file", request.file}};
  const Json core = written_core(request);
  for (const auto& [key, value] : core.items()) json[key] = value;
  json["checks"] = Json::array();
  for (const MeasureCheck& check : request.checks) {
    Json entry = {{"output", check.output}};
    write_call(entry, check.reference);
    json["checks"].push_back(entry);
  }
  const MeasureWhat& what = request.what;
  json["measure"] = {{"as_compiled", what.as_compiled},
                     {"as_written", what.as_written},
                     {"times", what.times},
                     {"totals", what.totals},
                     {"lines", what.lines},
                     {"check", what.check},
                     {"values", what.values}};
  if (what.code != 0) json["measure"]["code"] = what.code;
  if (what.samples) json["measure"]["samples"] = true;
  if (what.batch != 0) json["measure"]["batch"] = what.batch;
  if (what.as_they_come) json["measure"]["as_they_come"] = true;
  json["limits"] = {{"seconds", request.limits.seconds},
                    {"memory_bytes", request.limits.memory_bytes},
                    {"value_bytes", request.limits.value_bytes}};
  return gpu_json::one_line(json);
}

std::optional<MeasureRequest> parse_measure_request(std::string_view json, std::string& error) {
  MeasureRequest request;
  error = gpu_json::parse_document(json, "request", [&](Object& root) { read_request(root, request); });
  if (!error.empty()) return std::nullopt;
  return request;
}

namespace {

std::string hash_of_json(const Json& json) {
  const std::string line = gpu_json::one_line(json);
  return hex16(fnv1a({reinterpret_cast<const std::uint8_t*>(line.data()), line.size()}));
}

} // namespace

std::string hash_of(const MeasureRequest& request) { return hash_of_json(written_core(request)); }

RequestParts parts_of(const MeasureRequest& request) {
  Json rest = written_core(request);
  const Json texts = request.headers.empty() ? rest["text"] : Json::array({rest["text"], rest["headers"]});
  RequestParts parts{hash_of_json(texts), hash_of_json(rest["macros"]), hash_of_json(rest["launch"]), {}};
  for (const char* taken : {"text", "headers", "macros", "launch"}) rest.erase(taken);
  parts.arguments = hash_of_json(rest);
  return parts;
}

} // namespace warpscope::protocol
