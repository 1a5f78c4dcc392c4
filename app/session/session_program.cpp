// A whole program: when it is run, which of its launches is looked into, and when only that launch is run
// again.
#include "app/document/program_text.h"
#include "app/document/words.h"
#include "app/language/language.h"
#include "app/lesson/program_answer.h"
#include "app/session/session.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace warpscope::session {

namespace {

/// Between an edit of the host's part and the next run: nobody wants one for every letter.
constexpr double seconds_of_rest = .6;

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path full = std::filesystem::absolute(path, error);
  return error ? path : full.lexically_normal().string();
}

bool ran(const whole::LaunchRecord& launch) { return launch.result.run.simulated_blocks != 0; }

double time_of(const whole::LaunchRecord& launch) {
  return launch.seconds * static_cast<double>(1 + launch.repeats);
}

} // namespace

bool Session::is_program() const {
  if (is_program_.first != edits_.revision())
    is_program_ = {edits_.revision(), document::is_program(document())};
  return is_program_.second;
}

document::Document Session::document_to_run() const {
  document::Document document = edits_.document();
  document.replay = is_program() ? replay() : nullptr;
  return document;
}

/// The launch that is looked into, with the headers as they are edited now. The same pointer while they stay.
std::shared_ptr<const whole::Replay> Session::replay() const {
  const std::shared_ptr<const whole::Replay>& captured = programs_.replay();
  if (captured == nullptr) return nullptr;
  std::vector<program::SourceFile> headers;
  for (const auto& [path, text] : document().headers) headers.push_back({path, text});
  if (captured->sources.unsaved == headers) return captured;
  if (captured_ != captured || edited_replay_ == nullptr || edited_replay_->sources.unsaved != headers) {
    auto edited = std::make_shared<whole::Replay>(*captured);
    edited->sources.unsaved = std::move(headers);
    edited->compiled = nullptr;
    edited_replay_ = std::move(edited);
    captured_ = captured;
  }
  return edited_replay_;
}

bool Session::follow_program() {
  if (!is_program()) {
    if (program_) programs_.close();
    program_.reset();
    program_due_.reset();
    return false;
  }
  const document::Document& now = document();
  ProgramKey key{now.kernel_file, host_side(), now.device, now.choices};
  const bool same = program_ && key == *program_;
  if (same) {
    program_due_.reset();
    return programs_.replay() == nullptr;
  }
  if (!program_ || program_->file != key.file || program_->device != key.device) {
    if (!program_ || program_->file != key.file) {
      programs_.close();
      chosen_kernel_.clear();
      lesson_kernel_.clear();
    }
    start_program();
  } else {
    program_due_ = clock() + seconds_of_rest;
  }
  return true;
}

std::string Session::host_side() const {
  std::string text = document::host_part(*document().kernel_text);
  for (const document::Edits::EditedHeader& header : edits_.edited_headers())
    if (std::string part = document::host_part(header.now); part != document::host_part(header.first))
      text += header.path + '\n' + part;
  return text;
}

void Session::start_program() {
  program_due_.reset();
  const document::Document& now = document();
  program_ = ProgramKey{now.kernel_file, host_side(), now.device, now.choices};
  program_text_ = now.kernel_text;
  const std::string beside = absolute(now.kernel_file.empty() ? "program.cu" : now.kernel_file);
  // A lab as it came lies in no folder, so that the reply that the build has kept fits wherever it is opened.
  const document::LabEntry* const lab = edits_.catalog().find_lab(now.lab);
  const bool as_it_came = lab != nullptr && !edits_.has_file() && lab->text == *now.kernel_text;
  const std::string file = as_it_came ? '/' + now.kernel_file : beside;
  const Device device = edits_.device();
  jobs::ProgramRequest request;
  request.sources.files.push_back({file, *now.kernel_text});
  for (const std::string& folder : program_options_.include_folders)
    request.sources.include_folders.push_back(absolute(folder));
  for (const auto& [path, text] : now.headers) request.sources.unsaved.push_back({path, text});
  for (const auto& [name, value] : now.choices) request.sources.macros.push_back({name, value});
  request.sources.compute_capability = device.cc_major * 10 + device.cc_minor;
  request.device = device;
  request.arguments = document::words_of(program_options_.arguments);
  request.arguments.insert(request.arguments.begin(), "./" + std::filesystem::path(file).stem().string());
  request.input = program_options_.input;
  request.folder = std::filesystem::path(beside).parent_path().string();
  request.line = lesson_line();
  programs_.start(std::move(request));
  events_.push_back({Event::Kind::ProgramStarted, {}});
  ++version_;
}

/// A lab opens with the launch that its lesson speaks of, unless another kernel was chosen since.
std::uint32_t Session::lesson_line() const {
  return chosen_kernel_ == lesson_kernel_ ? lesson::line_of_lesson(*program_text_) : 0;
}

void Session::run_program() {
  if (is_program()) start_program();
  else simulate();
}

void Session::stop_program() {
  program_due_.reset();
  programs_.stop();
}

void Session::set_program_options(ProgramOptions options) {
  program_options_ = std::move(options);
  if (edits_.has_file()) know_program_options(document().kernel_file, program_options_);
}

void Session::know_program_options(const std::string& path, const ProgramOptions& options) {
  const std::string file = absolute(path);
  std::erase_if(known_options_, [&](const auto& one) { return one.first == file; });
  if (options == ProgramOptions{}) return;
  known_options_.emplace(known_options_.begin(), file, options);
  if (known_options_.size() > document::most_known_options) known_options_.pop_back();
}

/// Those that this file was run with last; of a file that never was, none.
void Session::take_program_options() {
  options_of_ = document().kernel_file;
  program_options_ = {};
  if (!edits_.has_file()) return;
  const std::string file = absolute(document().kernel_file);
  for (const auto& [known, options] : known_options_)
    if (known == file) program_options_ = options;
}

bool Session::poll_program() {
  if (program_due_ && clock() >= *program_due_) start_program();
  const jobs::Programs::News news = programs_.poll();
  if (!program_) return news.any;
  if (news.compiled) {
    if (has_errors(programs_.diagnostics())) {
      Diagnostics told = programs_.diagnostics();
      for (Diagnostic& one : told) one.message = document::without_options(std::move(one.message));
      runs_.refuse(document(), std::move(told));
    }
    ++version_;
  }
  if (news.ended) choose_first_launch();
  if (news.snapshot) {
    if (programs_.phase() == jobs::Programs::Phase::Running) // of the lesson's line: before the program ended
      chosen_kernel_ = lesson_kernel_ = programs_.replay()->snapshot->kernel;
    simulate();
  }
  if (news.any) ++version_;
  return news.any;
}

void Session::choose_first_launch() {
  const std::vector<whole::LaunchRecord>& launches = programs_.record()->launches;
  if (const auto of_lesson = lesson::launch_on_line(*programs_.record(), lesson_line())) {
    lesson_kernel_ = launches[*of_lesson].result.launch.kernel;
    choose_launch(*of_lesson);
    return;
  }
  std::optional<std::size_t> best;
  const auto better = [&](std::size_t i) {
    if (!best) return true;
    const bool same = launches[i].result.launch.kernel == chosen_kernel_,
               best_same = launches[*best].result.launch.kernel == chosen_kernel_;
    return same != best_same ? same : time_of(launches[i]) > time_of(launches[*best]);
  };
  for (std::size_t i = 0; i < launches.size(); ++i)
    if (ran(launches[i]) && better(i)) best = i;
  if (best) {
    choose_launch(*best);
    return;
  }
  Diagnostic none;
  none.file = document().kernel_file;
  none.severity = Severity::Error;
  none.message = language::tr(programs_.failed().empty() && launches.empty() ? "program.no_launch"
                                                                             : "program.none_ran");
  runs_.refuse(document(), {none});
}

void Session::choose_launch(std::size_t launch) {
  const std::shared_ptr<const whole::Record>& record = programs_.record();
  if (!record || launch >= record->launches.size()) return;
  const bool again = programs_.looked_into() == launch && programs_.replay() != nullptr;
  if (again) return;
  const std::string& kernel = record->launches[launch].result.launch.kernel;
  programs_.look_into(launch);
  ++version_;
  // It may be on the stage already, from before the program ended.
  const bool on_stage = programs_.replay() != nullptr && !runs_.stale() && replay() == runs_.request().replay;
  if (kernel != chosen_kernel_ && !on_stage) arrival_.another_text = true;
  chosen_kernel_ = kernel;
  if (programs_.replay() && !on_stage) simulate();
}

const source::Scenario* Session::scenario() const {
  if (!is_program() || !program_text_)
    return runs_.picture() == nullptr ? nullptr : &runs_.picture()->scenario;
  if (program_header_of_ != program_text_) {
    Diagnostics ignored; // whoever simulates tells them
    program_header_ = source::parse_scenario(document().kernel_file, *program_text_, ignored);
    program_header_of_ = program_text_;
  }
  return &program_header_;
}

std::string Session::show_program_answer() {
  const std::shared_ptr<const whole::Record>& record = programs_.record();
  const bool on_stage = programs_.replay() != nullptr;
  if (!record || programs_.phase() != jobs::Programs::Phase::Ended || (on_stage && runs_.stale()))
    return std::string(language::tr("lesson.stale"));
  const source::Scenario& header = *scenario();
  const std::optional<std::string> sentence = lesson::answer_program(
      header, *record, lesson::parameter_values(header, document().choices));
  if (!sentence) return std::string(language::tr("lesson.no_count_of_run"));
  if (counts_hidden()) ++version_;
  if (on_stage) lesson_.show_sentence(time_, *sentence, settings.reduce_motion);
  else lesson_.say(time_, *sentence); // what is on the stage, if anything is, is another text's
  return {};
}

std::vector<Session::Recorded> Session::recorded_output() const {
  std::vector<Recorded> found;
  for (labs::ProgramRecording& one :
       lesson::recorded_output(document().lab, *document().kernel_text, document().choices))
    found.push_back({lesson::recording_words(one), std::move(one.lines)});
  return found;
}

bool Session::is_shown() const {
  if (is_program() && programs_.replay() == nullptr)
    return programs_.phase() == jobs::Programs::Phase::Ended && !programs_.busy();
  return !runs_.stale() && runs_.picture() != nullptr && runs_.shown_generation() == runs_.generation();
}

std::uint32_t Session::present_line(std::uint32_t line, const std::string& file) const {
  const std::vector<program::SourceFile>& texts = programs_.texts();
  if (!file.empty() && !texts.empty() && file != texts.front().path) {
    for (const program::SourceFile& text : texts)
      if (const auto now = edits_.header_text(file); now != nullptr && text.path == file)
        return document::line_after(text.text, *now, line);
    return line;
  }
  if (!program_text_ || program_text_ == document().kernel_text) return line;
  return document::line_after(*program_text_, *document().kernel_text, line);
}

} // namespace warpscope::session
