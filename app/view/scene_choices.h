// What is chosen in a scene, as names and values that survive the window: session.json, the line that is sent
// (permalink), and the `show` of a lesson's moment (docs/course.md) have the same.
//
// fragment: instruction ("m16n8k16.half.float", with "wmma." before it for nvcuda::wmma), load ("menu": as
// the menu has it though the text has a product), operand (A, B: whose load), lane, register ("A1": the
// second one of operand A), rows ("otherwise": where one arrangement of the load fits), wavefront.
// layouts: access ("text": the text's own, which is also shown where nothing is chosen), swizzle, layout,
// counts (elements, bytes), type, column or row (the access), bytes (of a lane), cell ("5,16").
#pragma once

#include "app/view/scene.h"

#include <map>
#include <string>

namespace warpscope::view {

using Choices = std::map<std::string, std::string>;

/// Returns what differs from a scene in which nothing was chosen.
[[nodiscard]] Choices choices_of(const FragmentOptions& options);
[[nodiscard]] Choices choices_of(const LayoutOptions& options);

/// Sets what is chosen; what `choices` leaves out is as in a new scene. Returns a sentence about the first
/// name or value that is none, which is then left out; empty: all were taken.
[[nodiscard]] std::string take_choices(FragmentOptions& options, const Choices& choices);
[[nodiscard]] std::string take_choices(LayoutOptions& options, const Choices& choices);

/// By the ids of the scenes, without those in which nothing is chosen.
[[nodiscard]] std::map<std::string, Choices> scene_choices(const FragmentOptions& fragment,
                                                           const LayoutOptions& layouts);
/// `every`: in a scene that is not in `choices` nothing is chosen; else it stays as it is.
[[nodiscard]] std::string take_scene_choices(FragmentOptions& fragment, LayoutOptions& layouts,
                                             const std::map<std::string, Choices>& choices, bool every);

} // namespace warpscope::view
