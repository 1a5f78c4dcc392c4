// Writes and reads a kernel's machine code as JSON.
#include "gpu/protocol/recorded_code.h"

namespace warpscope::protocol::gpu_json {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_instructions = 1u << 20, most_entries = 1u << 16, most_bytes = 64u << 20;
constexpr std::size_t longest_name = 1u << 16;
constexpr std::uint64_t any_word = 0xffff'ffffu;

std::uint32_t word(Object& object, const char* key) {
  return static_cast<std::uint32_t>(object.at(key).whole(0, any_word));
}

/// The numbers of an entry, by key: for both directions.
template <class Code, class Visit> void each_number(Code& code, Visit visit) {
  visit("architecture", code.architecture);
  visit("registers", code.registers);
  visit("shared_bytes", code.shared_bytes);
  visit("local_bytes", code.local_bytes);
  visit("spill_store_bytes", code.spill_store_bytes);
  visit("spill_load_bytes", code.spill_load_bytes);
  visit("parameter_offset", code.parameter_offset);
  visit("parameter_bytes", code.parameter_bytes);
  visit("global_bytes", code.global_bytes);
}

} // namespace

Json written(const sass::MachineCode& code) {
  Json json = {{"symbol", code.symbol}};
  each_number(code, [&](const char* key, std::uint32_t value) { json[key] = value; });
  json["global_image"] = base64(code.global_image);
  json["ptx"] = code.ptx;
  for (const char* list : {"instructions", "banks", "variables", "addresses", "labels"})
    json[list] = Json::array();
  for (const sass::CodeLine& line : code.instructions)
    json["instructions"].push_back({{"text", line.text}, {"line", line.line}, {"control", line.control}});
  for (const sass::ConstantBank& bank : code.banks)
    json["banks"].push_back({{"number", bank.number}, {"bytes", base64(bank.bytes)}});
  for (const sass::CodeVariable& v : code.variables)
    json["variables"].push_back(
        {{"symbol", v.symbol}, {"constant", v.constant}, {"offset", v.offset}, {"bytes", v.bytes}});
  for (const sass::CodeAddress& a : code.addresses)
    json["addresses"].push_back(
        {{"at", a.at}, {"symbol", a.symbol}, {"offset", a.offset}, {"function", a.function}});
  for (const sass::CodeLabel& label : code.labels)
    json["labels"].push_back({{"name", label.name}, {"pc", label.pc}});
  return json;
}

sass::MachineCode read_code(const Field& field) {
  Object object = field.object();
  sass::MachineCode code;
  code.symbol = object.at("symbol").text(longest_name);
  each_number(code, [&](const char* key, std::uint32_t& value) { value = word(object, key); });
  if (code.global_bytes > most_bytes) object.at("global_bytes").refuse("is too large");
  code.global_image = object.at("global_image").bytes(most_bytes);
  code.ptx = object.at("ptx").text(most_bytes);
  object.at("instructions").each(most_instructions, [&](const Field& entry) {
    Object line = entry.object();
    code.instructions.push_back(
        {line.at("text").text(longest_name), word(line, "line"), word(line, "control")});
    line.done();
  });
  object.at("banks").each(8, [&](const Field& entry) {
    Object bank = entry.object();
    code.banks.push_back(
        {static_cast<std::uint32_t>(bank.at("number").whole(0, 31)), bank.at("bytes").bytes(1u << 20)});
    bank.done();
  });
  object.at("variables").each(most_entries, [&](const Field& entry) {
    Object variable = entry.object();
    code.variables.push_back({variable.at("symbol").text(longest_name), variable.at("constant").boolean(),
                              word(variable, "offset"), word(variable, "bytes")});
    variable.done();
  });
  object.at("addresses").each(most_entries, [&](const Field& entry) {
    Object address = entry.object();
    code.addresses.push_back({static_cast<std::uint32_t>(address.at("at").whole(0, 1u << 20)),
                              address.at("symbol").text(longest_name), word(address, "offset"),
                              address.at("function").boolean()});
    address.done();
  });
  object.at("labels").each(most_entries, [&](const Field& entry) {
    Object label = entry.object();
    code.labels.push_back({label.at("name").text(longest_name), word(label, "pc")});
    label.done();
  });
  object.done();
  return code;
}

} // namespace warpscope::protocol::gpu_json
