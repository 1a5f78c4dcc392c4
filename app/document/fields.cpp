// The table of a Document's fields.
#include "app/document/fields.h"

#include "app/document/cuts.h"
#include "app/playback/stops.h"

#include <algorithm>
#include <array>
#include <memory>

namespace warpscope::document {

namespace {

using D = Document;
using V = FieldValue;
using S = source::SavedView;
using enum Shared;

constexpr std::uint64_t last_warp = 31; ///< of the largest block

constexpr const char* mode_word(SourceMode mode) {
  return mode == SourceMode::Kernel ? "kernel" : "expression";
}

/// A member whose type is an alternative of FieldValue.
template <auto member> V get(const D& d) { return d.*member; }
template <auto member> void set(D& d, V value) {
  d.*member = std::get<std::remove_reference_t<decltype(d.*member)>>(std::move(value));
}
template <auto member> V from(const S& view) { return view.*member; }

V get_mode(const D& d) { return mode_word(d.mode); }
void set_mode(D& d, V value) {
  d.mode = std::get<std::string>(value) == mode_word(SourceMode::Kernel) ? SourceMode::Kernel
                                                                         : SourceMode::Expression;
}
V get_warp(const D& d) { return std::uint64_t{d.warp}; }
V warp_from(const S& view) { return std::uint64_t{view.warp}; }
void set_warp(D& d, V value) {
  d.warp = static_cast<std::uint32_t>(std::min(std::get<std::uint64_t>(value), last_warp));
}
V get_text(const D& d) { return *d.kernel_text; }
void set_text(D& d, V value) {
  d.kernel_text = std::make_shared<const std::string>(std::get<std::string>(std::move(value)));
}
void set_cuts(D& d, V value) {
  d.cuts = sorted_lines(std::get<std::vector<std::uint32_t>>(std::move(value)));
}

/// What is no line, or no condition, is left out.
void set_stops(D& d, V value) {
  d.stops.clear();
  for (const playback::Stop& stop :
       playback::stops_from(std::get<std::map<std::string, std::uint64_t>>(std::move(value))))
    playback::put_stop(d.stops, stop);
}

// clang-format off: a row a field
constexpr Field table[] = {
    // session.json  view  shared  get, set, from_view
    {"mode", "mode", Always, get_mode, set_mode, from<&S::mode>},
    {"device", "device", Always, get<&D::device>, set<&D::device>, from<&S::device>},
    {"lab", "lab", Kernel, get<&D::lab>, set<&D::lab>, from<&S::lab>},
    {"expression", "expression", Expression, get<&D::expression>, set<&D::expression>, from<&S::expression>},
    {"declaration", "declaration", Expression, //
     get<&D::declaration>, set<&D::declaration>, from<&S::declaration>},
    {"block", "block", Expression, get<&D::block>, set<&D::block>, from<&S::block>},
    {"warp", "warp", Expression, get_warp, set_warp, warp_from},
    {"choices", "choices", Kernel, get<&D::choices>, set<&D::choices>, from<&S::choices>},
    {"cuts", "cut", Kernel, get<&D::cuts>, set_cuts, from<&S::cuts>},
    {"rows", "rows", Kernel, get<&D::row_lengths>, set<&D::row_lengths>, from<&S::row_lengths>},
    {"stops", "stops", Kernel, get<&D::stops>, set_stops, from<&S::stops>},
    {"launch", "", Never, get<&D::launch>, set<&D::launch>, nullptr},
    {"headers", "", Never, get<&D::headers>, set<&D::headers>, nullptr},
    {"kernel_text", "", Never, get_text, set_text, nullptr},
    {"kernel_file", "", Never, get<&D::kernel_file>, set<&D::kernel_file>, nullptr},
    {"kernel_folder", "", Never, get<&D::kernel_folder>, set<&D::kernel_folder>, nullptr},
};
// clang-format on

} // namespace

std::span<const Field> fields() { return table; }

bool is_empty(const FieldValue& value) {
  return std::visit(
      [](const auto& v) {
        if constexpr (requires { v.empty(); }) return v.empty();
        else return false;
      },
      value);
}

} // namespace warpscope::document
