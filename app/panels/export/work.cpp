// Plans an export and makes the work that writes it.
#include "app/panels/export/work.h"

#include "app/document/files.h"
#include "app/export/expression_json.h"
#include "app/export/ffmpeg.h"
#include "app/language/language.h"
#include "app/measuring/chart.h"
#include "app/panels/export/film.h"
#include "app/panels/stage/machine_time.h"
#include "app/render/offscreen.h"
#include "app/results/table.h"
#include "app/view/chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace warpscope::panels {

namespace {

/// Joins the panes of the stage into one picture.
view::Picture together(const std::vector<StageView::Pane>& panes) {
  view::Picture all = *panes.front().picture;
  for (std::size_t i = 1; i < panes.size(); ++i) {
    const view::Picture& picture = *panes[i].picture;
    const float x = panes[i].x - panes.front().x, y = panes[i].y - panes.front().y;
    all.width = std::max(all.width, x + picture.width);
    all.height = std::max(all.height, y + picture.height);
    view::RectShape ground;
    ground.box = {x, y, picture.width, picture.height};
    ground.fill = picture.background;
    all.shapes.emplace_back(ground);
    view::put_picture(all, picture, {x, y});
  }
  return all;
}

exporting::Rasterizer one_context() {
  return [renderer = std::make_shared<render::OffscreenRenderer>()](
             const view::Picture& picture, int width, int height, float pixel_scale,
             std::vector<std::uint8_t>& rgba, std::string& error) {
    return renderer->render(picture, width, height, pixel_scale, rgba, error);
  };
}

int pixels(float length, int scale) {
  return static_cast<int>(std::lround(length * static_cast<float>(scale)));
}

std::string scene_id(view::SceneKind kind) {
  for (const view::SceneInfo& info : view::scenes())
    if (info.kind == kind) return std::string(info.id);
  return "stage";
}

exporting::Background::Outcome wrote(const std::string& path, const std::string& error) {
  return error.empty()
             ? exporting::Background::Outcome{language::trf("export.wrote", language::arg("path", path)),
                                              false}
             : exporting::Background::Outcome{error, true};
}

view::Picture chart_picture(const PanelContext& c) {
  const jobs::Sweep& sweep = *c.session.runs().sweep();
  const std::vector<measuring::EvidencePtr> evidence = c.measuring.evidence_of(sweep, c.session);
  const measuring::Estimates estimates = c.session.runs().sweep_estimates();
  const measuring::ChartChoice choice{
      c.ui.chart.measure, c.ui.chart.each,
      c.ui.chart.time && (measuring::has_times(evidence) || measuring::has_estimates(estimates))};
  const measuring::ChartSeries series = measuring::chart_series(sweep, evidence, choice, estimates);
  const measuring::ChartWords words = measuring::chart_words(choice);
  view::ChartInput input;
  input.title = words.label;
  input.subtitle = std::string(choice.time ? words.units
                                           : language::tr(choice.each ? "chart.each" : "chart.launch"));
  if (const run::Result* picture = c.session.runs().picture();
      picture != nullptr && !picture->scenario.title.empty())
    input.subtitle = picture->scenario.title + " · " + input.subtitle;
  input.axis = sweep.subject.name;
  input.device = series.device;
  input.theme = &c.theme;
  const std::optional<std::size_t> now = sweep.current();
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const measuring::ChartPoint& point = series.points[i];
    view::ChartBar bar;
    bar.label = sweep.points[i].value;
    bar.present = now == i;
    bar.measured = point.measured;
    bar.lower = point.lower;
    bar.upper = point.upper;
    bar.estimated = point.estimated;
    bar.low = point.low;
    bar.high = point.high;
    if (point.simulated) {
      bar.value = point.simulated->value;
      if (series.has_ideal) bar.ideal = point.simulated->ideal;
    }
    if (const std::optional<double> shown = choice.time ? (point.measured ? point.measured : point.estimated)
                                                        : bar.value)
      bar.number = jobs::format_measure(*shown);
    input.bars.push_back(std::move(bar));
  }
  return view::build_chart(input);
}

/// Returns the steps of the present access.
void steps_of_access(const session::Session& session, std::uint64_t& first, std::uint64_t& last) {
  const std::size_t event = session.time().moment().event;
  first = last = session.time().step();
  while (first > 0 && session.time().track().moment_at(first - 1).event == event) --first;
  while (last + 1 < session.time().track().steps() &&
         session.time().track().moment_at(last + 1).event == event)
    ++last;
}

/// Returns the picture that sets the size of an animation's frames: a comparison's frame, or the stage's
/// picture.
const view::Picture& filmed(const PanelContext& c) {
  const std::vector<StageView::Pane>& panes = c.ui.stage.panes;
  return *(c.ui.stage.pair ? panes.front() : panes.back()).picture;
}

/// Null: the stage shows a scene without the multiprocessor, or there is none.
const playback::Machine* filmed_machine(const PanelContext& c) {
  const StageView::Pane* present = c.ui.stage.present();
  if (present == nullptr || !shows_machine(present->scene)) return nullptr;
  const playback::MachinePtr& machine = present->request.options.machine.machine;
  return machine != nullptr && machine->problem.empty() ? machine.get() : nullptr;
}

playback::MachineFilm film_of(const PanelContext& c, const playback::Machine& machine) {
  const double speed = c.session.settings.speed;
  return c.ui.stage.present()->scene == view::SceneKind::Cache ? playback::cache_film(machine.cache, speed)
                                                               : playback::machine_film(machine, speed);
}

/// Cycles go on evenly; a step's motion takes a part of its time.
double motion_of(const PanelContext& c) {
  if (c.session.settings.reduce_motion) return 0;
  return filmed_machine(c) != nullptr ? 1 / std::max(.1, c.session.settings.speed) : .12;
}

} // namespace

std::vector<std::string_view> export_formats(ExportWhat what) {
  switch (what) {
  case ExportWhat::Stage: return {"png", "svg"};
  case ExportWhat::Playback: return {"gif", "webm", "mp4", "frames"};
  case ExportWhat::Chart: return {"png", "svg", "csv", "tsv"};
  case ExportWhat::Counts: return {"csv", "json"};
  case ExportWhat::Share: return {"cu"};
  case ExportWhat::Count: break;
  }
  return {};
}

std::string with_ending(std::string path, std::string_view format) {
  const std::size_t dot = path.rfind('.'), slash = path.rfind('/');
  if (dot != std::string::npos && (slash == std::string::npos || dot > slash + 1)) {
    const std::string_view ending = std::string_view(path).substr(dot + 1);
    for (const std::string_view known :
         {"png", "svg", "gif", "webm", "mp4", "frames", "csv", "tsv", "json", "cu"})
      if (ending == known) {
        path.resize(dot);
        break;
      }
  }
  return path + "." + std::string(format);
}

std::string export_path(const PanelContext& c, const ExportChoice& choice) {
  const document::Document& d = c.session.document();
  std::string name = d.mode == document::SourceMode::Expression ? "expression"
                     : d.kernel_file.empty()                    ? "kernel"
                                                                : document::file_name_of(d.kernel_file);
  if (name.ends_with(".cu")) name.resize(name.size() - 3);
  switch (choice.what) {
  case ExportWhat::Stage:
  case ExportWhat::Playback: name += "-" + scene_id(c.ui.scene); break;
  case ExportWhat::Chart: name += "-chart"; break;
  case ExportWhat::Counts: name += "-counts"; break;
  case ExportWhat::Share: name += "-shared"; break;
  case ExportWhat::Count: break;
  }
  std::error_code code;
  const std::filesystem::path here = std::filesystem::current_path(code);
  const std::string folder = d.mode == document::SourceMode::Kernel && !d.kernel_folder.empty()
                                 ? d.kernel_folder
                                 : here.string();
  return with_ending((std::filesystem::path(folder) / name).string(), choice.format);
}

ExportPlan plan_export(const PanelContext& c, const ExportChoice& choice) {
  ExportPlan plan;
  const session::Session& session = c.session;
  const auto size_of = [&](float width, float height) {
    return std::to_string(pixels(width, choice.scale)) + " × " + std::to_string(pixels(height, choice.scale));
  };
  const auto refuse = [&](std::string_view key) { plan.problem = std::string(language::tr(key)); };
  const auto say_frames = [&](std::size_t steps) {
    const std::size_t frames = exporting::plan_frames(0, steps - 1, session.settings.speed,
                                                      choice.frames_per_second, motion_of(c))
                                   .size();
    if (frames == 0) {
      plan.problem = language::trf("export.too_many_frames",
                                   language::arg("most", grouped(exporting::most_frames)));
      return;
    }
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f", static_cast<double>(frames) / choice.frames_per_second);
    const view::Picture& picture = filmed(c);
    plan.says = language::trf(
        "export.frames", language::arg("steps", grouped(steps)), language::arg("frames", grouped(frames)),
        language::arg("size", size_of(picture.width, picture.height)), language::arg("seconds", seconds));
    if (choice.format != "frames" && exporting::find_ffmpeg().empty())
      plan.says += "\n" + std::string(language::tr("export.no_ffmpeg"));
  };
  switch (choice.what) {
  case ExportWhat::Stage:
    if (c.ui.stage.panes.empty()) refuse("export.nothing_on_stage");
    else if (choice.format == "png")
      plan.says = language::trf("export.pixels",
                                language::arg("size", size_of(together(c.ui.stage.panes).width,
                                                              together(c.ui.stage.panes).height)));
    else plan.says = std::string(language::tr("export.svg"));
    break;
  case ExportWhat::Playback: {
    if (c.ui.stage.present() == nullptr || session.time().track().empty()) {
      refuse("export.nothing_on_stage");
      break;
    }
    if (const playback::Machine* machine = filmed_machine(c)) {
      const playback::MachineFilm film = film_of(c, *machine);
      plan.last = film.steps - 1;
      say_frames(film.steps);
      break;
    }
    if (choice.range == ExportRange::Loop && !session.time().marks().range) {
      refuse("export.no_loop");
      break;
    }
    plan.last = session.time().track().steps() - 1;
    if (choice.range == ExportRange::Access) steps_of_access(session, plan.first, plan.last);
    if (choice.range == ExportRange::Loop) {
      plan.first = session.time().marks().range->first;
      plan.last = session.time().marks().range->last;
    }
    const std::size_t steps = plan.last - plan.first < exporting::most_frames
                                  ? film_steps(session, plan.first, plan.last, exporting::most_frames + 1)
                                        .size()
                                  : exporting::most_frames + 1;
    say_frames(steps);
    break;
  }
  case ExportWhat::Chart:
    if (session.runs().sweep() == nullptr || jobs::measures_of(*session.runs().sweep()).empty())
      refuse("export.no_chart");
    else if (choice.format == "png")
      plan.says = language::trf("export.pixels", language::arg("size", size_of(1280, 720)));
    else plan.says = std::string(language::tr(choice.format == "svg" ? "export.svg" : "export.chart_table"));
    break;
  case ExportWhat::Counts:
    if (session.runs().picture() == nullptr || session.runs().stale()) refuse("export.no_counts");
    else if (session.counts_hidden()) refuse("results.hidden");
    else if (session.runs().grid() == nullptr ||
             (session.busy() && session.document().mode == document::SourceMode::Expression))
      refuse("export.still_counting");
    else plan.says = std::string(language::tr(choice.format == "json" ? "export.json" : "export.csv"));
    break;
  case ExportWhat::Share: {
    const document::SharedText shared = session.share(scene_id(c.ui.scene));
    plan.problem = shared.problem;
    plan.says = std::string(language::tr("export.share"));
    break;
  }
  case ExportWhat::Count: break;
  }
  return plan;
}

exporting::Background::Work export_work(const PanelContext& c, const ExportChoice& choice,
                                        const ExportPlan& plan) {
  const std::string path = choice.path, format = choice.format;
  const auto text_file = [&](std::string text) -> exporting::Background::Work {
    return [path, text = std::move(text)](const exporting::Background::Control&) {
      return wrote(path, exporting::write_file_atomically(path, text));
    };
  };
  const auto still = [&](view::Picture picture) -> exporting::Background::Work {
    const int width = pixels(picture.width, choice.scale), height = pixels(picture.height, choice.scale);
    exporting::SvgOptions svg;
    if (const run::Result* shown = c.session.runs().picture()) svg.title = shown->scenario.title;
    svg.description = c.ui.stage.headline.strong + c.ui.stage.headline.rest;
    return [path, width, height, svg, picture = std::move(picture)](const exporting::Background::Control&) {
      return wrote(path, exporting::export_picture(picture, path, width, height, one_context(), svg));
    };
  };
  switch (choice.what) {
  case ExportWhat::Stage: return still(together(c.ui.stage.panes));
  case ExportWhat::Chart:
    if (format == "png" || format == "svg") return still(chart_picture(c));
    return text_file(measuring::chart_text(*c.session.runs().sweep(),
                                           c.measuring.evidence_of(*c.session.runs().sweep(), c.session),
                                           format == "csv", c.session.runs().sweep_estimates()));
  case ExportWhat::Counts: {
    if (format == "json") {
      // With the functions that warpscope sim --json and expr --json print with.
      const document::Document& d = c.session.document();
      std::string json = d.mode == document::SourceMode::Expression
                             ? exporting::expression_json(c.session.runs().run(),
                                                          c.session.runs().expression_kernel(),
                                                          std::min(d.warp, c.session.warps() - 1))
                             : run::to_json(*c.session.runs().grid());
      return [path, text = std::move(json)](const exporting::Background::Control&) {
        return wrote(path, exporting::write_file_atomically(path, text));
      };
    }
    std::vector<std::size_t> all(c.session.results().rows().size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return text_file(results::table_text(c.session.results().rows(), all, results::TableFormat::Csv));
  }
  case ExportWhat::Share: return text_file(c.session.share(scene_id(c.ui.scene)).text);
  case ExportWhat::Playback: break;
  case ExportWhat::Count: return {};
  }

  std::vector<FilmStep> steps;
  std::uint64_t last = plan.last;
  const playback::Machine* machine = filmed_machine(c);
  if (machine == nullptr) {
    steps = film_steps(c.session, plan.first, plan.last, exporting::most_frames);
    last = steps.size() - 1;
  }
  std::vector<exporting::FrameTime> frames = exporting::plan_frames(0, last, c.session.settings.speed,
                                                                    choice.frames_per_second, motion_of(c));
  exporting::AnimationOptions options;
  options.path = path;
  options.width = pixels(filmed(c).width, choice.scale);
  options.height = pixels(filmed(c).height, choice.scale);
  options.pixel_scale = static_cast<float>(choice.scale);
  options.frames_per_second = choice.frames_per_second;
  options.ffmpeg = exporting::find_ffmpeg();
  options.format = exporting::animation_format(path).value_or(exporting::AnimationFormat::Frames);
  const bool instead = options.format != exporting::AnimationFormat::Frames && options.ffmpeg.empty();
  if (instead) {
    options.format = exporting::AnimationFormat::Frames;
    options.path = with_ending(path, "frames");
  }
  return [options, frames = std::move(frames),
          film = machine == nullptr ? make_film(c.ui.stage, std::move(steps))
                                    : make_machine_film(c.ui.stage, film_of(c, *machine).cycles_a_step),
          instead](const exporting::Background::Control& control) -> exporting::Background::Outcome {
    const exporting::AnimationResult result = exporting::write_animation(options, frames, film, one_context(),
                                                                         control.cancel, control.progress);
    if (result.cancelled) return {std::string(language::tr("export.cancelled")), false};
    if (!result.error.empty()) return {result.error, true};
    if (instead)
      return {language::trf("export.wrote_frames_instead", language::arg("frames", result.frames),
                            language::arg("path", options.path)),
              false};
    return {language::trf("export.wrote_frames", language::arg("frames", result.frames),
                          language::arg("path", options.path)),
            false};
  };
}

} // namespace warpscope::panels
