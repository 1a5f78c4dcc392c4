// Collects the texts of every kind of Picture that the view builds: the drawn ones and the tooltips.
#pragma once

#include "app/view/chart.h"
#include "app/view/explain.h"
#include "app/view/pair_view.h"
#include "app/view/wording.h"
#include "tests/view/fixture.h"
#include "tests/view/tiled_block.h"
#include "tests/view/valued_stores.h"

#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::testing {

/// An access to own[i] of the thread's own array.
inline Sample local_access(AccessKind kind, std::uint32_t mask = ~0u) {
  Sample s;
  s.variable("own", Space::Local, {16}, "float", 4);
  s.add("own", "own[i]", Space::Local, kind, 4, [](std::uint32_t t) { return 4 * (t % 3); }, mask);
  return s;
}

/// An access of shared or global memory with the given bytes for each lane; without a variable when `name` is
/// empty.
inline Sample plain_access(Space space, AccessKind kind, std::uint32_t width,
                           const std::function<std::uint32_t(std::uint32_t)>& bytes, std::uint32_t mask = ~0u,
                           std::string_view name = "s") {
  Sample s;
  if (!name.empty() && space == Space::Shared) s.variable(std::string(name), space, {4096}, "float", 4);
  if (!name.empty() && space == Space::Global) s.buffer(std::string(name), 1u << 20, 4);
  s.add(std::string(name), name.empty() ? "" : std::string(name) + "[i]", space, kind, width, bytes, mask);
  return s;
}

/// An atomic in shared memory of 4 bytes a lane, as the hardware serves that form.
inline Sample atomic_access(AtomicForm form, std::uint32_t stride, std::uint32_t mask, program::AtomicOp op) {
  Sample s;
  s.variable("s", Space::Shared, {4096}, "float", 4);
  s.add(
      "s", "s[i]", Space::Shared, AccessKind::Atomic, 4, [=](std::uint32_t t) { return 4 * t * stride; },
      mask, 0, form);
  s.operation(op);
  return s;
}

/// A side of asynchronous copies, lane t's piece at `bytes(t)` and its other side as WarpAccess::other_side
/// has it.
inline Sample copied(Space space, std::uint32_t width,
                     const std::function<std::uint32_t(std::uint32_t)>& bytes,
                     const std::function<std::uint32_t(std::uint32_t)>& other_side) {
  Sample s = plain_access(space, space == Space::Shared ? AccessKind::Store : AccessKind::Load, width, bytes);
  trace::AccessEvent event;
  event.space = space;
  event.kind = space == Space::Shared ? AccessKind::Store : AccessKind::Load;
  event.access = s.trace->access(0);
  event.access.copies = true;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    event.access.other_side[lane] = static_cast<std::uint8_t>(other_side(lane));
  s.trace = std::make_shared<trace::BlockTrace>(0);
  s.trace->on_access(event);
  return s;
}

/// Gives the program's barriers their lines.
inline Sample with_barrier_lines(Sample s) {
  s.program.spans = {{}, {12, 1, 12, 9}};
  s.program.code.resize(1);
  s.program.code[0].span = 1;
  return s;
}

/// An access without a variable, a line or a text.
inline Sample anonymous(Space space, AccessKind kind) {
  Sample s = plain_access(space, kind, 4, [](std::uint32_t t) { return 4 * t; }, ~0u, "");
  s.program.sites[0].span = {};
  return s;
}

/// An access of a single variable of the space, not an array.
inline Sample scalar(Space space, AccessKind kind) {
  Sample s;
  s.variable("lone", space, {}, "float", 4);
  s.add("lone", "lone", space, kind, 4, [](std::uint32_t) { return 0; });
  return s;
}

inline std::vector<Sample> every_sample() {
  std::vector<Sample> all;
  for (const AccessKind kind : {AccessKind::Load, AccessKind::Store, AccessKind::Atomic}) {
    for (const std::uint32_t stride : {0u, 1u, 2u, 3u, 8u, 32u})
      for (const std::uint32_t mask : {~0u, 0x0000FF0Fu, 0x80000001u, 0x00000100u, 0u})
        for (const Space space : {Space::Shared, Space::Global})
          all.push_back(plain_access(space, kind, 4, [=](std::uint32_t t) { return 4 * t * stride; }, mask));
    for (const std::uint32_t width : {1u, 2u, 8u, 16u})
      for (const std::uint32_t share : {1u, 2u, 4u, 32u})
        for (const std::uint32_t mask : {~0u, 0x00FF00FFu, 0x00000003u})
          for (const Space space : {Space::Shared, Space::Global}) {
            all.push_back(
                plain_access(space, kind, width, [=](std::uint32_t t) { return width * (t / share); }, mask));
            all.push_back(plain_access(
                space, kind, width, [=](std::uint32_t t) { return 4 * width * (t / share); }, mask, ""));
          }
    all.push_back(
        plain_access(Space::Shared, kind, 8, [](std::uint32_t t) { return 8 * (t & ~2u); })); // lanes two
                                                                                              // apart share
                                                                                              // an address
    all.push_back(plain_access(Space::Shared, kind, 8,
                               [](std::uint32_t t) { return 8 * (t < 16 ? t : 16 * t); })); // one of two
                                                                                            // groups
                                                                                            // conflicts
    all.push_back(plain_access(Space::Shared, kind, 8, [](std::uint32_t t) { return 128 * t; }, 0x0000FFFF));
    all.push_back(
        plain_access(Space::Shared, kind, 4, [](std::uint32_t t) { return t < 2 ? 128 * t : 4 * t; }));
    all.push_back(plain_access(Space::Shared, kind, 4, [](std::uint32_t t) { return t < 9 ? 4 : 4 * t; }));
    all.push_back(plain_access(Space::Shared, kind, 1, [](std::uint32_t t) { return t < 5 ? t : 4 * t; }));
    all.push_back(
        plain_access(Space::Shared, kind, 4, [](std::uint32_t t) { return t < 16 ? 128 * (t / 2) : 4 * t; }));
    for (const std::uint32_t start : {1u, 4u, 12u})
      all.push_back(plain_access(Space::Global, kind, 4, [=](std::uint32_t t) { return 4 * (t + start); }));
    all.push_back(
        plain_access(Space::Global, kind, 4, [](std::uint32_t t) { return t < 3 ? 4 * t : 36 * t; }));
    all.push_back(plain_access(Space::Global, kind, 4, [](std::uint32_t t) { return 4 * (t / 2); }));
  }
  for (const AccessKind kind : {AccessKind::Load, AccessKind::Store})
    for (const std::uint32_t mask : {~0u, 1u}) all.push_back(local_access(kind, mask));
  for (const std::uint32_t share : {1u, 4u, 16u, 32u})
    for (const std::uint32_t mask : {~0u, 0x00000100u}) all.push_back(constant_read(share, mask));
  all.push_back(column_read());
  all.push_back(column_read(33));
  all.push_back(column_read(64, 3));
  Sample second = column_read(); // two arrays and a scalar
  second.program.variables[0].offset += 64;
  all.push_back(second);
  second.program.variables[0].dimensions.clear();
  all.push_back(second);
  Sample big;
  big.variable("big", Space::Shared, {200, 280}, "float", 4);
  big.add("big", "big[t][7]", Space::Shared, AccessKind::Load, 4,
          [](std::uint32_t t) { return 4 * (280 * t + 7); });
  for (int i = 0; i < 4; ++i) {
    all.push_back(column_read(33));
    all.push_back(big);
    all.push_back(global_read(9, 0));
  }
  all.push_back(block_of(2, 400, 32));
  all.push_back(block_of(1, 2));
  all.push_back(block_of(2, 2));
  all.push_back(block_of(8, 3, 32));
  all.push_back(block_of(32, 40));
  all.push_back(with_barrier_lines(block_of(2, 2)));
  all.push_back(with_barrier_lines(block_of(9, 3)));
  all.push_back(with_barrier_lines(block_of(2, 20)));
  all.push_back(with_barrier_lines(block_of(1, 8)));
  Sample full = block_of(2, 3);
  const Sample& whole = all.back();
  full.trace = std::make_shared<trace::BlockTrace>(0, 5); // a trace that was cut off early
  for (std::size_t i = 0; i < whole.trace->size() && i < 8; ++i) {
    if (whole.trace->event(i).kind != trace::StepKind::Access) continue;
    trace::AccessEvent event;
    event.space = whole.trace->event(i).space;
    event.kind = whole.trace->event(i).access_kind;
    event.access = whole.trace->access(i);
    for (int k = 0; k < 4; ++k) full.trace->on_access(event);
  }
  all.push_back(full);
  all.push_back(staged_copies());
  all.push_back(staged_copies(true));
  for (std::uint32_t lanes = 1; lanes <= 32; ++lanes)
    all.push_back(plain_access(
        Space::Global,
        lanes % 3 == 0   ? AccessKind::Store
        : lanes % 3 == 1 ? AccessKind::Load
                         : AccessKind::Atomic,
        4, [](std::uint32_t t) { return 256 * t; }, ~0u >> (32 - lanes)));
  all.push_back(plain_access(Space::Shared, AccessKind::Load, 8,
                             [](std::uint32_t t) { return 8 * (t / 4 * 2 + t % 2); })); // lanes two apart
                                                                                        // share an address
  for (const Space space : {Space::Global, Space::Shared, Space::Local, Space::Constant, Space::Param})
    for (const AccessKind kind : {AccessKind::Load, AccessKind::Store, AccessKind::Atomic}) {
      if (space == Space::Constant && kind != AccessKind::Load) continue; // there is no such instruction
      all.push_back(anonymous(space, kind));
      all.push_back(scalar(space, kind));
      Sample named = anonymous(space, kind);
      named.program.sites[0].variable = "p"; // a pointer into unknown memory
      all.push_back(named);
    }
  // Groups of 64-bit accesses: 16 lanes, of which every second one, or all, meet in a bank.
  const auto wide = [&](const std::function<std::uint32_t(std::uint32_t)>& bytes, std::uint32_t width,
                        std::uint32_t mask = ~0u) {
    all.push_back(plain_access(Space::Shared, AccessKind::Load, width, bytes, mask));
  };
  wide([](std::uint32_t t) { return t < 4 ? 128 * t : 8 * t; }, 8);
  wide(
      [](std::uint32_t t) {
        return t % 8 == 0 && t < 24 ? 128 * t : t % 8 == 1 && t < 24 ? 256 * t : 16 * t;
      },
      16);
  wide([](std::uint32_t t) { return t < 2 ? 128 * t : 8 * t; }, 8, 0x0000FFFF);
  wide([](std::uint32_t t) { return 8 * (t & ~2u); }, 8);
  wide([](std::uint32_t t) { return t < 16 ? 4 * t : 4 * t + 128; }, 4);
  wide([](std::uint32_t t) { return t == 31 ? 4u : 4 * t; }, 4, 0xFFFFFFF0u);
  for (const std::uint32_t n : {2u, 5u, 6u, 7u, 9u, 10u, 11u, 12u, 13u}) {
    wide([=](std::uint32_t t) { return t < n ? 128 * t : 4 * t; }, 4);
    wide([=](std::uint32_t t) { return t % 2 == 0 ? 4 * t : 4 * t + 128 * (t % n); }, 4);
  }
  all.push_back(plain_access(Space::Global, AccessKind::Load, 1, [](std::uint32_t t) { return 64 * t; }));
  all.push_back(plain_access(Space::Global, AccessKind::Load, 4, [](std::uint32_t t) { return 512 * t; }));
  all.push_back(plain_access(Space::Global, AccessKind::Load, 4,
                             [](std::uint32_t t) { return t < 24 ? 128 * t : 24 * 128; }));
  using enum program::AtomicOp;
  for (const std::uint32_t stride : {0u, 1u, 2u, 32u})
    for (const std::uint32_t mask : {~0u, 0x0000FF0Fu, 0x00000100u}) {
      all.push_back(atomic_access(AtomicForm::Swap, stride, mask, Cas));
      all.push_back(atomic_access(AtomicForm::Loop, stride, mask, AddF32));
    }
  for (const std::uint32_t mask : {~0u, ~8u}) // lanes join: all in one word, in pairs, in pairs but one
    for (const std::uint32_t together : {32u, 2u}) {
      Sample joined;
      joined.variable("s", Space::Shared, {4096}, "float", 4);
      joined.add(
          "s", "s[i]", Space::Shared, AccessKind::Atomic, 4,
          [=](std::uint32_t t) { return 4 * (t / together); }, mask, 0, AtomicForm::Joins);
      all.push_back(joined);
    }
  for (const program::AtomicOp op : {AddF64, AddF16x2, Add, And})
    all.push_back(atomic_access(AtomicForm::Loop, 2, ~0u, op));
  const auto in_a_row = [](std::uint32_t t) { return 16 * t; };
  for (int i = 0; i < 4; ++i) {
    all.push_back(copied(Space::Global, 16, in_a_row, [](std::uint32_t t) { return t; }));
    all.push_back(copied(Space::Shared, 16, in_a_row, [](std::uint32_t t) { return t % 8 * 8 + t / 8; }));
    all.push_back(copied(
        Space::Shared, 4, [](std::uint32_t t) { return 4 * t; }, [](std::uint32_t t) { return t % 16; }));
  }
  for (const AccessKind kind : {AccessKind::Load, AccessKind::Store, AccessKind::Atomic}) {
    all.push_back(plain_access(Space::Cluster, kind, 4, [](std::uint32_t t) { return 4 * t; }));
    all.push_back(anonymous(Space::Cluster, kind));
  }
  return all;
}

/// Adds the texts and tooltips of a Picture.
inline void add_texts(const view::Picture& picture, std::vector<std::string>& texts) {
  for (const view::Shape& shape : picture.shapes)
    if (const auto* text = std::get_if<view::TextShape>(&shape)) texts.push_back(text->text);
  for (const view::Hit& hit : picture.hits)
    if (!hit.tooltip.empty()) texts.push_back(hit.tooltip);
}

inline void add_texts(const view::Headline& headline, std::vector<std::string>& texts) {
  for (const std::string* text : {&headline.strong, &headline.rest, &headline.lead, &headline.explanation})
    if (!text->empty()) texts.push_back(*text);
}

struct StageSize {
  float width, height;
};

/// Changes since a pin: each word of shared memory, written once or several times.
inline std::shared_ptr<const playback::MomentDifference> every_word_written(bool backwards) {
  playback::MomentDifference d;
  d.pin = backwards ? 2 : 0;
  d.now = 1;
  for (std::uint32_t word = 0; word < 64; ++word)
    d.words.push_back({program::window_base + 4 * word, 1 + word % 2, {}, word});
  return std::make_shared<const playback::MomentDifference>(std::move(d));
}

/// Visits pictures of the phases of shared memory.
inline void visit_tilings(const std::vector<Sample>& samples,
                          const std::function<void(const std::vector<std::string>&)>& visit) {
  for (const Sample& sample : samples) {
    const playback::RunPtr run = tiled_input(sample, 16, 1, 1, 0).run;
    for (const auto& [w, h] : {std::pair{1920.f, 1080.f}, {1190.f, 598.f}, {500.f, 420.f}})
      for (std::size_t event = 0; event < sample.trace->size(); event += 1 + sample.trace->size() / 9) {
        std::vector<std::string> texts;
        view::SceneRequest in = tiled_input(sample, 16, w, h, event);
        in.run = run;
        add_texts(view::make_headline(in, view::SceneKind::Tiling), texts);
        add_texts(view::build_scene(view::SceneKind::Tiling, in), texts);
        visit(texts);
      }
  }
}

/// Visits the scene Array with values in its cells, and where they are too small for them.
inline void visit_values(const std::function<void(const std::vector<std::string>&)>& visit) {
  const Sample sample = valued_stores();
  for (std::size_t event = 0; event < sample.trace->size(); ++event)
    for (const float zoom : {1.F, .25F}) {
      view::SceneRequest in = sample.input(1280, 720, 0, event);
      in.options.values = true;
      in.options.window.zoom = zoom;
      std::vector<std::string> texts;
      add_texts(view::build_scene(view::SceneKind::Array, in), texts);
      visit(texts);
    }
}

/// Visits every scene of every sample at some moments: headline, picture, question, and the pictures beside
/// those of another sample. `visit` receives the texts of one moment at a time.
inline void visit_every_text(const std::vector<Sample>& samples,
                             const std::function<void(const std::vector<std::string>&)>& visit) {
  constexpr view::SceneKind scenes_shown[] = {view::SceneKind::Banks, view::SceneKind::Array,
                                              view::SceneKind::Sectors, view::SceneKind::Block};
  constexpr StageSize sizes[] = {{1190, 598}, {1920, 1080}, {500, 420}, {900, 500}};
  const view::SceneSourceLine line{9, "float v = tile[tx][ty];", "32", "32", true, true};
  visit_tilings({tiled_block(70, 16, 4, 4), tiled_block(32, 16, 0, 1), block_of(8, 3), block_of(2, 2),
                 column_read(), global_read(1, 0)},
                visit);
  visit_values(visit);
  const std::shared_ptr<const playback::MomentDifference> since[] = {every_word_written(false),
                                                                     every_word_written(true)};
  std::mt19937 random(4);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const auto one_in = [&](std::uint32_t n) { return below(n) == 0; };
  for (std::size_t i = 0; i < samples.size(); ++i) {
    Sample sample = samples[i];
    sample.block = i % 2 == 0 ? Dim3{32, 8, 1} : i % 3 == 0 ? Dim3{256, 1, 1} : Dim3{8, 4, 8};
    const std::size_t events = sample.trace->size();
    const playback::RunPtr run = sample.run();
    const Sample& other = samples[(i + 7) % samples.size()];
    const playback::RunPtr other_run = other.run();
    for (std::size_t event = 0; event <= events; event += event < 12 ? 1 : 1 + events / 4) {
      for (const view::SceneKind scene : scenes_shown) {
        StageSize size = sizes[below(4)];
        if (one_in(3)) size.height = 130 + static_cast<float>(below(400));
        std::vector<std::string> texts;
        view::SceneRequest in = sample.input(size.width, size.height, one_in(3) ? below(32) : below(3),
                                             event);
        in.run = run;
        in.options.frame.presenter = one_in(7);
        if (in.options.frame.presenter) in.options.frame.source_lines = {line};
        if (one_in(3)) in.options.pointed.lane = below(32);
        if (one_in(5)) in.options.window.row = 5;
        if (one_in(4)) in.options.window.zoom = 4;
        if (one_in(2)) in.options.told.since = since[below(2)];
        if (scene == view::SceneKind::Block && one_in(3)) in.options.window.end_step = 3;
        add_texts(view::make_headline(in, scene), texts);
        add_texts(view::build_scene(scene, in), texts);
        view::PairRequest both;
        both.frame.width = in.options.frame.width;
        both.frame.height = in.options.frame.height;
        both.frame.scale = in.options.frame.scale;
        both.a.request = in;
        both.b.request = other.input(in.options.frame.width, in.options.frame.height, 0,
                                     other.trace->size() > event ? event : 0);
        both.b.request.run = other_run;
        both.a.scene = both.b.scene = scene;
        both.a.done = i % 2 == 0;
        both.a.shows = !one_in(9);
        if (!one_in(6)) both.b.name = "tile";
        if (one_in(11)) both.b.request = both.a.request;
        add_texts(view::pair_headline(both), texts);
        add_texts(view::build_pair(both), texts);
        if (one_in(5)) {
          in.options.question.hide_counts = true;
          in.options.question.guess = one_in(2) ? "8" : "";
          add_texts(view::build_scene(scene, in), texts);
        }
        visit(texts);
      }
    }
  }
  view::SceneRequest nothing;
  std::vector<std::string> texts;
  for (const view::SceneKind scene : scenes_shown) add_texts(view::build_scene(scene, nothing), texts);
  view::ChartInput chart;
  chart.bars = {{"1", "1", 1, 1, true}, {"2", "4", 4, 2, false}};
  add_texts(view::build_chart(chart), texts);
  for (std::uint64_t n = 0; n < 14; ++n) texts.push_back(view::number_word(n));
  for (const auto& [before, after] :
       {std::pair{3, 3}, {3, 0}, {0, 3}, {1001, 1000}, {1000, 1001}, {5, 4}, {4, 5}, {64, 1}, {2, 5}})
    texts.push_back(view::ratio_words(static_cast<std::uint64_t>(before), static_cast<std::uint64_t>(after)));
  visit(texts);
}

} // namespace warpscope::testing
