// The scenes: a traced block and a moment in it -> a Picture. A new scene is one file (scene_NAME.cpp) and one row in the table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/playback/playback.h"
#include "app/view/picture.h"
#include "app/view/theme.h"
#include "sim/base/device.h"
#include "sim/base/dim3.h"
#include "sim/program/program.h"
#include "sim/trace/block_trace.h"

namespace warpscope {

enum class SceneKind : std::uint8_t { Banks, Array, Sectors, Tiling, Block };

/// All that a scene may know. Nothing in it is changed; the same input gives the same Picture.
struct SceneInput {
  const Program* program = nullptr;
  const BlockTrace* trace = nullptr;
  Dim3 block;
  Moment moment;               ///< of an access the scene can show; the caller picks it with scene_can_show()
  float progress = 1;          ///< 0..1: how far the current step's motion is (eased by the scene); 1 under reduce motion
  std::optional<std::uint32_t> hovered_lane;
  float width = 1280, height = 720; ///< pixels
  float scale = 1;             ///< TOKENS.md's f, the user's zoom included
  bool presenter = false;
  bool with_headline = true;   ///< the window draws headline and pips itself inside the same Picture
  const Theme* theme = nullptr;
};

/// The sentence over the picture. Computed from the access, never stored: "32 wavefronts" + " where 1 would do".
struct Headline {
  std::string strong, rest; ///< rest begins with a space
  enum class Tone : std::uint8_t { Good, Conflict, Broadcast } tone = Tone::Good;
  std::string lead;        ///< "32-way conflict", "No conflict", "Broadcast"
  std::string explanation; ///< "every lane wants another word of bank 0"
};
[[nodiscard]] Headline make_headline(const SceneInput& input, SceneKind scene);

[[nodiscard]] bool scene_can_show(SceneKind scene, const BlockTrace::Event& event);
[[nodiscard]] Picture build_scene(SceneKind scene, const SceneInput& input);

/// "tile[3][5]: (3*33+5)*4 = 416 B, bank 8": the address arithmetic of one lane with the numbers put in.
[[nodiscard]] std::string address_arithmetic(const Program& program, const Site& site, std::uint32_t offset);

} // namespace warpscope
