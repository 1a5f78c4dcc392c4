// warpscope render FILE.cu --scene banks --step N --size 1920x1080 --out x.png|x.svg
// warpscope render FILE.cu --scene banks --all-steps --out x.gif|x.webm|x.mp4
#include "app/cli/expression_run.h"
#include "app/cli/interrupt.h"
#include "app/cli/run_source.h"
#include "app/cli/sim_report.h"
#include "app/cli/style.h"
#include "app/export/animation.h"
#include "app/export/export_picture.h"
#include "app/export/ffmpeg.h"
#include "app/playback/machine_of.h"
#include "app/playback/run.h"
#include "app/view/scene.h"
#include "app/view/theme.h"
#include "sim/whole/replay.h"

#include <fmt/format.h>

#include <charconv>
#include <memory>

namespace warpscope::cli {

namespace {

constexpr int largest_side = 16384;

struct RenderOptions {
  std::string file, expression, device = "cc90", scene = "banks", size = "1920x1080", out, theme = "dark";
  LaunchOptions launch;
  std::string declaration, swizzle, layout; ///< the last two of the scene layouts
  std::uint32_t warp = 0, lane = view::FragmentOptions().lane;
  std::uint64_t step = 1, block_number = 0;
  bool all_steps = false;
  double speed = 4;
  int frames_per_second = 25;
};

struct Size {
  int width = 0, height = 0;
};
std::optional<Size> parse_size(const std::string& text) {
  Size size;
  const char* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.width);
  if (width.ec != std::errc{} || width.ptr == end || *width.ptr != 'x') return std::nullopt;
  const auto height = std::from_chars(width.ptr + 1, end, size.height);
  if (height.ec != std::errc{} || height.ptr != end) return std::nullopt;
  const auto fits = [](int side) { return side >= 64 && side <= largest_side; };
  if (!fits(size.width) || !fits(size.height)) return std::nullopt;
  return size;
}

std::string scene_ids() {
  std::string list;
  for (const view::SceneInfo& scene : view::scenes())
    list += (list.empty() ? "" : ", ") + std::string(scene.id);
  return list;
}

/// Returns the steps of which the scene has a picture, in order, so that a step number means what a person
/// counts.
std::vector<playback::Moment> showable_moments(const playback::Run& run, view::SceneKind scene,
                                               const std::vector<std::size_t>* only) {
  std::vector<playback::Moment> moments;
  const auto add = [&](std::size_t event) {
    if (!view::scene_can_show(scene, run.trace().event(event))) return;
    if (view::info_of(scene).alone && run.trace().event(event).space != Space::Shared) return;
    for (std::uint32_t w = 0; w < run.playback().steps_of(event); ++w) moments.push_back({event, w});
  };
  if (only != nullptr)
    for (const std::size_t event : *only) add(event);
  else
    for (std::size_t event = 0; event < run.trace().size(); ++event) add(event);
  return moments;
}

/// The traced block and, for an expression, its events. nullopt when the error has been reported.
struct Traced {
  playback::RunPtr run;
  std::optional<std::vector<std::size_t>> events;
  std::optional<run::Request> request = std::nullopt; ///< of a text
};
std::optional<Traced> trace(const RenderOptions& options, const Device& device, Console& console) {
  if (!options.expression.empty()) {
    ExpressionOptions how{options.declaration, options.launch.block.empty() ? "32,8" : options.launch.block,
                          options.warp};
    std::optional<ExpressionRun> run = run_expression(options.expression, how, device, console);
    if (!run) return std::nullopt;
    return Traced{std::move(run->run), std::move(run->events)};
  }
  std::string error;
  const std::optional<SourceInput> source = read_source(options.file, console, error);
  const std::optional<source::Overrides> overrides = source ? options.launch.overrides(error) : std::nullopt;
  if (!overrides) {
    complain(console, error);
    return std::nullopt;
  }
  RunSettings settings;
  settings.trace_block = options.block_number;
  settings.blocks = {options.block_number};
  settings.run_checks = false;
  std::optional<run::Request> request = request_of(*source, *overrides, options.launch.program, device,
                                                   console);
  if (!request) return std::nullopt;
  run::Result result = run_request(*request, settings, console);
  console.err << format_diagnostics(result.diagnostics);
  if (result.status == run::Status::UserError) return std::nullopt;
  return Traced{playback::Run::of(std::make_shared<const run::Result>(std::move(result))), std::nullopt,
                std::move(request)};
}

/// What the launch's multiprocessor does over time.
playback::MachinePtr machine_of(const Traced& traced) {
  if (!traced.request) return playback::no_machine("an expression by itself is no launch: give a kernel");
  run::Request request = *traced.request;
  request.cancel = &interrupted();
  compile::Compiler compiler;
  std::string why_not;
  std::optional<run::MachineInput> input = whole::machine_input(compiler, request, why_not);
  if (!input) return playback::no_machine(why_not);
  return playback::machine_of(std::make_shared<const run::MachineInput>(std::move(*input)),
                              request.device.name);
}

/// A scene that needs no run, without a text: it shows what the options say.
int render_typed(const RenderOptions& options, view::SceneKind scene, Size size, Context& context) {
  const auto refuse = [&](const std::string& message) {
    complain(context.console, message);
    return exit_usage;
  };
  if (options.all_steps) return refuse(fmt::format("the scene {} has no steps", options.scene));
  view::SceneRequest request;
  request.options = view::page_options(static_cast<float>(size.width), static_cast<float>(size.height),
                                       options.theme == "light" ? view::light_theme() : view::dark_theme());
  view::LayoutOptions& typed = request.options.layouts;
  if (!options.layout.empty()) {
    typed.tile = options.layout;
    typed.swizzle = options.swizzle; // none: the tile as it lies
  } else if (!options.swizzle.empty()) {
    typed.swizzle = options.swizzle;
  }
  if (const auto swizzle = layouts::parse_swizzle(typed.swizzle); !swizzle.value)
    return refuse(fmt::format("--swizzle {}: {}", typed.swizzle, swizzle.fault.message));
  if (const auto tile = layouts::parse_tile(typed.tile); !tile.value)
    return refuse(fmt::format("--layout {}: {}", typed.tile, tile.fault.message));
  view::settle_layouts(typed);
  const view::Headline headline = view::make_headline(request, scene);
  exporting::SvgOptions svg;
  svg.title = typed.swizzle.empty() ? typed.tile : typed.swizzle + " " + typed.tile;
  svg.description = headline.strong + headline.rest;
  const std::string problem = exporting::export_picture(view::build_scene(scene, request), options.out,
                                                        size.width, size.height, context.services.rasterizer,
                                                        svg);
  if (!problem.empty()) return refuse(problem);
  context.console.out << fmt::format("{}: {}\n", options.out, svg.description);
  return exit_done;
}

int run_render(const RenderOptions& options, Context& context) {
  Console& console = context.console;
  const auto refuse = [&](const std::string& message) {
    complain(console, message);
    return exit_usage;
  };
  const std::optional<view::SceneKind> scene = view::scene_by_id(options.scene);
  const bool of_text = !options.file.empty() || !options.expression.empty();
  const bool typed = scene && view::info_of(*scene).alone && !of_text;
  if (!typed && options.file.empty() == options.expression.empty())
    return refuse("name one .cu file or lab, or give --expr 'EXPRESSION', not both and not neither");
  if (!scene)
    return refuse(
        fmt::format("--scene {}: there is no such scene; there are {}", options.scene, scene_ids()));
  const std::optional<Size> size = parse_size(options.size);
  if (!size)
    return refuse(fmt::format("--size {}: write WIDTHxHEIGHT, each from 64 to {}, as in 1920x1080",
                              options.size, largest_side));
  const bool png = options.out.ends_with(".png");
  const std::optional<exporting::AnimationFormat> animation = exporting::animation_format(options.out);
  if (animation.has_value() != options.all_steps)
    return refuse(
        options.all_steps
            ? fmt::format("--out {}: with --all-steps the name must end in .gif, .webm or .mp4", options.out)
            : fmt::format("--out {}: an animation needs --all-steps; a single step is a .png or .svg",
                          options.out));
  if (animation && exporting::find_ffmpeg().empty())
    return refuse(
        "animations need ffmpeg in PATH (Debian, Ubuntu: apt install ffmpeg); a single --step needs none");
  if (animation && !context.services.rasterizer)
    return refuse("this program was built without OpenGL, which animations need; write an .svg of a --step");
  if (!animation && !png && !options.out.ends_with(".svg"))
    return refuse(fmt::format("--out {}: the name must end in .png or .svg", options.out));
  if (png && !context.services.rasterizer)
    return refuse("this program was built without OpenGL, which PNG pictures need; write an .svg");
  if (typed) return render_typed(options, *scene, *size, context);
  if (!options.layout.empty())
    return refuse("--layout is what the scene layouts shows without a file; of a file it shows the access");
  const bool of_cache = *scene == view::SceneKind::Cache;
  const bool over_time = of_cache || *scene == view::SceneKind::Multiprocessor;
  if (options.step == 0) return refuse("--step counts from 1");
  std::string error;
  const Device* device = find_device_or_say(options.device, error);
  if (device == nullptr) return refuse(error);

  const std::optional<Traced> traced = trace(options, *device, console);
  if (!traced) return exit_usage;
  const run::Result& result = traced->run->result();
  const playback::MachinePtr machine = over_time ? machine_of(*traced) : nullptr;
  if (over_time && !machine->problem.empty()) return refuse(machine->problem);
  std::vector<playback::Moment> moments = showable_moments(*traced->run, *scene,
                                                           traced->events ? &*traced->events : nullptr);
  if (moments.empty()) {
    console.err << sim_problems(result);
    return refuse(fmt::format("the block makes no access that the scene {} shows; the scenes are {}",
                              options.scene, scene_ids()));
  }
  if (over_time && !moments.empty()) {
    const std::size_t accesses = std::max<std::size_t>(1, machine->cache.accesses.size());
    moments.assign(of_cache ? accesses : machine->timeline.cycles + 1, moments.front());
  }
  if (options.step > moments.size())
    return refuse(fmt::format("--step {}: the scene {} has {} in this block", options.step, options.scene,
                              counted(moments.size(), "step")));

  view::SceneRequest request{
      traced->run, moments[options.step - 1],
      view::page_options(static_cast<float>(size->width), static_cast<float>(size->height),
                         options.theme == "light" ? view::light_theme() : view::dark_theme())};
  request.options.machine = {machine, false, of_cache ? 0 : static_cast<double>(options.step - 1)};
  if (of_cache) view::seek_cache(request, static_cast<double>(options.step - 1));
  request.options.tiling.device = std::make_shared<const Device>(*device);
  request.options.fragment.lane = options.lane;
  const auto follow = [&] { // Layouts: the swizzle is the option's, the rest is the access's
    if (!view::info_of(*scene).alone) return true;
    view::LayoutOptions& shown = request.options.layouts;
    if (!options.swizzle.empty()) {
      shown.swizzle = shown.drawn_swizzle = options.swizzle;
      shown.own_swizzle = true;
    }
    view::follow_access(shown, request, !options.expression.empty());
    return !shown.whose.empty();
  };
  if (const auto swizzle = layouts::parse_swizzle(options.swizzle); !swizzle.value)
    return refuse(fmt::format("--swizzle {}: {}", options.swizzle, swizzle.fault.message));
  if (!follow())
    return refuse("the block makes no access to shared memory whose wavefronts a layout has: atomics, copies "
                  "and pieces of elements have none");
  if (animation) {
    const playback::MachineFilm film = of_cache    ? playback::cache_film(machine->cache, options.speed)
                                       : over_time ? playback::machine_film(*machine, options.speed)
                                                   : playback::MachineFilm();
    const std::uint64_t steps = over_time ? film.steps : moments.size();
    // Cycles go on evenly; a step's motion takes a part of its time.
    const std::vector<exporting::FrameTime> frames = exporting::plan_frames(
        0, steps - 1, options.speed, options.frames_per_second, over_time ? 1 / options.speed : .12);
    exporting::AnimationOptions how{*animation,
                                    options.out,
                                    size->width,
                                    size->height,
                                    1,
                                    options.frames_per_second,
                                    exporting::find_ffmpeg()};
    const auto picture_of = [&](const exporting::FrameTime& time) {
      if (over_time) {
        const double at = (static_cast<double>(time.step) + time.progress - 1) *
                          static_cast<double>(film.cycles_a_step);
        of_cache ? view::seek_cache(request, at) : view::seek_machine(request, at);
        return view::build_scene(*scene, request);
      }
      request.moment = moments[time.step];
      request.options.progress = time.progress;
      follow();
      return view::build_scene(*scene, request);
    };
    const exporting::AnimationResult written = exporting::write_animation(
        how, frames, picture_of, context.services.rasterizer, interrupted(), [](double) {});
    if (written.cancelled) return static_cast<int>(exit_failed);
    if (!written.error.empty()) return refuse(written.error);
    console.out << fmt::format("{}: {} of {}\n", options.out, counted(written.frames, "frame"),
                               of_cache    ? counted(moments.size(), "access")
                               : over_time ? counted(machine->timeline.cycles, "cycle")
                                           : counted(moments.size(), "step"));
    console.out.flush();
    console.err << sim_problems(result);
    return exit_code_of(result.status);
  }
  const view::Headline headline = view::make_headline(request, *scene);
  exporting::SvgOptions svg;
  svg.title = result.scenario.title;
  svg.description = headline.strong + headline.rest;
  const std::string problem = exporting::export_picture(view::build_scene(*scene, request), options.out,
                                                        size->width, size->height,
                                                        context.services.rasterizer, svg);
  if (!problem.empty()) return refuse(problem);
  console.out << fmt::format("{}: {}{} (step {} of {})\n", options.out, headline.strong, headline.rest,
                             options.step, grouped(moments.size()));
  console.out.flush();
  console.err << sim_problems(result);
  return exit_code_of(result.status);
}

} // namespace

void add_render(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand("render",
                                        "Draw a scene of a simulated block as PNG or SVG, without a display");
  const auto options = std::make_shared<RenderOptions>();
  app->add_option("file", options->file, "A .cu file, a lab, or - for standard input")->type_name("FILE.cu");
  app->add_option("--expr", options->expression,
                  "An index expression in place of a file; --decl, --block and --warp go with it")
      ->type_name("EXPRESSION");
  app->add_option("--decl", options->declaration, "What the expression uses")->type_name("TEXT");
  app->add_option("--warp", options->warp, "Warp of the expression's block")
      ->capture_default_str()
      ->type_name("N");
  app->add_option("--scene", options->scene, "Scene: " + scene_ids())
      ->capture_default_str()
      ->type_name("SCENE");
  app->add_option("--swizzle", options->swizzle,
                  "Of the scene layouts, as for `warpscope layout`; with a file in place of the one proposed")
      ->type_name("SWIZZLE");
  app->add_option("--layout", options->layout,
                  "Of the scene layouts, without a file: a shape with its strides, or an expression")
      ->type_name("LAYOUT");
  app->add_option("--lane", options->lane, "Of the scene fragment: whose registers are shown")
      ->capture_default_str()
      ->check(CLI::Range(0, 31))
      ->type_name("N");
  app->add_option("--step", options->step,
                  "Step of the scene, from 1: a wavefront of a shared access, or one access; of "
                  "multiprocessor a cycle, of cache an access of L1")
      ->capture_default_str()
      ->type_name("N");
  app->add_flag("--all-steps", options->all_steps,
                "Every step of the scene as an animation: --out x.gif, x.webm or x.mp4 (needs ffmpeg)");
  app->add_option("--speed", options->speed, "Steps a second of an animation")
      ->capture_default_str()
      ->check(CLI::Range(.1, 64.0))
      ->type_name("N");
  app->add_option("--fps", options->frames_per_second, "Frames a second of an animation")
      ->capture_default_str()
      ->check(CLI::Range(1, 60))
      ->type_name("N");
  app->add_option("--block-number", options->block_number, "Linear number of the block that is drawn")
      ->capture_default_str()
      ->type_name("N");
  app->add_option("--size", options->size, "Pixels")->capture_default_str()->type_name("WxH");
  app->add_option("--theme", options->theme, "dark or light")
      ->capture_default_str()
      ->check(CLI::IsMember({"dark", "light"}));
  app->add_option("--out", options->out, "Picture to write, by its ending")
      ->required()
      ->type_name("FILE.png|.svg|.gif|.webm|.mp4");
  app->add_option("--device", options->device, "Device (see `warpscope devices`)")
      ->capture_default_str()
      ->type_name("ID");
  options->launch.add_to(*app);
  app->footer("Examples:\n"
              "  warpscope render transpose_tile --scene banks --step 40 --size 1920x1080 --out banks.png\n"
              "  warpscope render --expr 'a[threadIdx.x * 2]' --scene sectors --out sectors.svg\n"
              "  warpscope render --expr 'tile[threadIdx.x][threadIdx.y]' --decl '__shared__ float "
              "tile[32][32]' --all-steps --out conflict.gif\n"
              "  warpscope render transpose_tile --scene layouts --out transpose.png\n"
              "  warpscope render --scene layouts --swizzle 'Swizzle<3,3,3>' --layout '(8,64):(64,1)' --out "
              "layouts.png");
  app->callback(
      [&action, options] { action = [options](Context& context) { return run_render(*options, context); }; });
}

} // namespace warpscope::cli
