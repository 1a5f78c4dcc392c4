// Finds what was measured of the present text, and measures it: two threads behind one object.
#include "app/measuring/measuring.h"

#include "app/compare/shipped.h"
#include "app/document/request.h"
#include "app/language/language.h"
#include "app/measuring/measure_request.h"
#include "gpu/protocol/recording_file.h"
#include "gpu/remote/measure_process.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>

namespace warpscope::measuring {

namespace {

constexpr std::size_t most_texts = 4096, most_messages = 20;
/// Points of a chart that wait for the finder: an edited text takes precedence over the others.
constexpr std::size_t most_asked = 4;
constexpr std::uintmax_t largest_file = 32u << 20;

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Device device_of(const session::Session& session, const document::Document& document) {
  const Device* device = session.catalog().find_device(document.device);
  return device == nullptr ? Device{} : *device;
}

std::string stem_of(const std::string& file) { return std::filesystem::path(file).stem().string(); }

/// Converts NVRTC's messages to diagnostics; their lines are those of the text.
Diagnostics messages_of(const protocol::Recording& recording, const protocol::MeasureRequest& request) {
  Diagnostics list;
  for (const protocol::RecordedBuild& build : recording.builds)
    for (const protocol::RecordedMessage& m : build.messages) {
      if (!m.is_error || build.kind != protocol::BuildKind::AsCompiled || list.size() >= most_messages)
        continue;
      Diagnostic d;
      d.file = request.file;
      d.message = language::trf("measured.nvrtc", language::arg("message", m.text));
      if (m.line != 0) {
        const std::uint32_t column = std::max(m.column, 1u);
        d.span = {m.line, column, m.line, column + 1};
        d.source_line = std::string(line_of(request.text, m.line));
      }
      list.push_back(std::move(d));
    }
  return list;
}

} // namespace

/// Two threads, each started when there is work for it: one makes requests and looks for recordings, one
/// waits for the GPU.
struct Measuring::Impl {
  struct Question {
    document::RunKey key;
    run::Request request;
  };
  struct Order {
    std::uint64_t number = 0;
    std::string hash;
    std::shared_ptr<const protocol::MeasureRequest> request;
    remote::MeasureProfile profile;
    std::shared_ptr<std::atomic<bool>> cancel;
  };
  struct Answered {
    Order order;
    remote::MeasureAnswer answer;
  };

  explicit Impl(std::function<void()> wake_up) : wake(std::move(wake_up)) {}
  ~Impl() {
    {
      const std::lock_guard lock(mutex);
      stop = true;
      if (running) running->store(true);
    }
    compiler.cancel();
    changed.notify_all();
    if (finder.joinable()) finder.join();
    if (asker.joinable()) asker.join();
  }

  void find_loop();
  void ask_loop();
  std::shared_ptr<const KnownText> find(const Question& question);
  void read_lab(const std::string& lab);

  std::function<void()> wake;
  compile::Compiler compiler;
  std::mutex mutex;
  std::condition_variable changed;
  bool stop = false;
  std::deque<Question> questions;
  document::RunKey finding; ///< key of the current question
  std::vector<std::shared_ptr<const KnownText>> found;
  std::optional<Order> order;
  std::shared_ptr<std::atomic<bool>> running;
  remote::MeasureStage stage;
  std::vector<Answered> answers;
  std::vector<std::pair<std::uint64_t, protocol::Recording>> parts; ///< by the order's number
  // Used by the finder's thread only.
  std::map<std::string, std::vector<EvidencePtr>> shipped; ///< by hash
  std::map<std::string, std::vector<EvidencePtr>> labs;    ///< those that were read, by name
  std::thread finder, asker;
};

void Measuring::Impl::find_loop() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return stop || !questions.empty(); });
    if (stop) return;
    const Question question = std::move(questions.front());
    questions.pop_front();
    finding = question.key;
    lock.unlock();
    std::shared_ptr<const KnownText> text = find(question);
    lock.lock();
    finding = {};
    found.push_back(std::move(text));
    if (!stop) wake();
  }
}

void Measuring::Impl::read_lab(const std::string& lab) {
  if (lab.empty() || labs.contains(lab)) return;
  std::vector<EvidencePtr>& all = labs[lab];
  for (compare::ShippedRecording& s : compare::shipped_recordings(lab)) {
    if (s.recording.status != protocol::RecordingStatus::Done) continue;
    auto evidence = std::make_shared<Evidence>();
    evidence->origin = Evidence::Origin::Shipped;
    evidence->parameters = s.parameters;
    evidence->recording = std::move(s.recording);
    shipped[evidence->recording.hash].push_back(evidence);
    all.push_back(std::move(evidence));
  }
}

std::shared_ptr<const KnownText> Measuring::Impl::find(const Question& question) {
  auto text = std::make_shared<KnownText>();
  text->key = question.key;
  Diagnostics diagnostics;
  std::optional<protocol::MeasureRequest> request = make_measure_request(compiler, question.request,
                                                                         diagnostics);
  if (!request) {
    const auto error = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::Error; });
    text->problem = error == diagnostics.end() ? std::string(language::tr("measured.no_request"))
                                               : error->message;
    return text;
  }
  request->what.values = true; // to tell rounding from wrong numbers
  text->request = std::make_shared<const protocol::MeasureRequest>(std::move(*request));
  text->hash = protocol::hash_of(*text->request);
  text->parts = protocol::parts_of(*text->request);
  const std::string lab = stem_of(text->request->file);
  read_lab(lab);
  if (!shipped.contains(text->hash)) // a lab's text under another name
    for (const compare::ShippedRecording& s : compare::shipped_recordings_of(text->hash)) read_lab(s.lab);
  if (const auto known = shipped.find(text->hash); known != shipped.end())
    for (const EvidencePtr& evidence : known->second)
      if (protocol::mismatch(evidence->recording, *text->request).empty())
        text->shipped.insert(text->shipped.begin(), evidence); // h200 before h100
  if (text->shipped.empty())
    for (const EvidencePtr& evidence : labs[lab])
      if (!text->nearest || differing_parts(evidence->recording, text->parts).count() <=
                                differing_parts(text->nearest->recording, text->parts).count())
        text->nearest = evidence;
  return text;
}

void Measuring::Impl::ask_loop() {
  std::unique_ptr<remote::MeasureProcess> process; // alive between requests, since its context is warm
  remote::MeasureProfile profile;
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return stop || order.has_value(); });
    if (stop) return;
    Order mine = std::move(*order);
    order.reset();
    running = mine.cancel;
    stage = remote::MeasureStage{remote::MeasureStage::Kind::Asked, 0, 0, {}};
    lock.unlock();
    if (!process || profile != mine.profile) {
      profile = mine.profile;
      process = std::make_unique<remote::MeasureProcess>(profile);
    }
    remote::MeasureAnswer answer = process->ask(
        *mine.request, mine.cancel.get(),
        [this](const remote::MeasureStage& now) {
          const std::lock_guard stage_lock(mutex);
          stage = now;
          if (!stop) wake();
        },
        [this, number = mine.number](const protocol::Recording& part) {
          const std::lock_guard part_lock(mutex);
          parts.emplace_back(number, part);
          if (!stop) wake();
        });
    lock.lock();
    running.reset();
    answers.push_back({std::move(mine), std::move(answer)});
    if (!stop) wake();
  }
}

Measuring::Measuring(std::function<void()> wake)
    : compiled_(wake), impl_(std::make_unique<Impl>(std::move(wake))) {}
Measuring::~Measuring() = default;

// ---- what is known

void Measuring::ask_finder(const document::RunKey& key, const run::Request& request, bool first) {
  const std::lock_guard lock(impl_->mutex);
  if (impl_->finding == key) return;
  const auto waiting = std::find_if(impl_->questions.begin(), impl_->questions.end(),
                                    [&](const Impl::Question& q) { return q.key == key; });
  if (waiting != impl_->questions.end()) return;
  if (first) impl_->questions.push_front({key, request});
  else impl_->questions.push_back({key, request});
  if (!impl_->finder.joinable()) impl_->finder = std::thread([impl = impl_.get()] { impl->find_loop(); });
  impl_->changed.notify_all();
}

void Measuring::follow(const session::Session& session, bool shown) {
  if (session.runs().generation() != generation_) {
    generation_ = session.runs().generation();
    Diagnostics ignored;
    const std::optional<document::PreparedText> prepared = document::prepare(
        session.document(), device_of(session, session.document()), ignored);
    const document::RunKey key = prepared ? prepared->key : document::RunKey();
    if (key != key_) {
      key_ = key;
      present_.reset();
      evidence_.clear();
      older_ = shown_ != nullptr;
      if (phase_ == Phase::Failed && !no_device_) phase_ = Phase::Idle; // it was about another text
      if (phase_ == Phase::Asking) phase_ = Phase::Idle;
    }
    if (const auto known = texts_.find(key_); known != texts_.end()) adopt(known->second);
  }
  const document::Document& d = session.document();
  if (!present_ && !key_.empty() && (shown || may_know(d)) && !session.runs().stale() &&
      session.runs().shown_generation() == generation_) {
    Diagnostics ignored;
    if (const std::optional<document::PreparedText> prepared = document::prepare(d, device_of(session, d),
                                                                                 ignored)) {
      // What an older text wanted is no longer wanted.
      {
        const std::lock_guard lock(impl_->mutex);
        if (!impl_->questions.empty() && impl_->questions.front().key != key_ && !wants_request_)
          impl_->questions.clear();
      }
      ask_finder(key_, prepared->request, true);
    }
  }
  refresh_table(session);
}

std::vector<EvidencePtr> Measuring::all_evidence(const KnownText& text) const {
  std::vector<EvidencePtr> all;
  if (text.hash.empty()) return all;
  const auto add = [&](const EvidencePtr& evidence) {
    if (std::none_of(all.begin(), all.end(), [&](const EvidencePtr& e) {
          return e->origin == evidence->origin && e->file == evidence->file && same_device(*e, *evidence);
        }))
      all.push_back(evidence);
  };
  if (const auto known = measured_.find(text.hash); known != measured_.end())
    for (const EvidencePtr& evidence : known->second) add(evidence);
  for (const EvidencePtr& evidence : text.shipped) add(evidence);
  return all;
}

void Measuring::adopt(std::shared_ptr<const KnownText> text) {
  present_ = std::move(text);
  evidence_ = all_evidence(*present_);
  select();
}

EvidencePtr Measuring::arriving_now() const {
  return arriving_ && present_ && present_->hash == arriving_->recording.hash ? arriving_ : nullptr;
}

void Measuring::select() {
  older_ = false;
  if (shown_ && shown_ != arriving_) last_shown_ = shown_;
  if (const EvidencePtr part = arriving_now()) {
    shown_ = part;
    return;
  }
  const auto wanted = std::find_if(evidence_.begin(), evidence_.end(), [&](const EvidencePtr& e) {
    return e->recording.device.name == preferred_;
  });
  shown_ = wanted != evidence_.end() ? *wanted : evidence_.empty() ? nullptr : evidence_.front();
}

void Measuring::choose(std::size_t evidence) {
  if (evidence >= evidence_.size()) return;
  shown_ = last_shown_ = evidence_[evidence];
  preferred_ = shown_->recording.device.name;
}

Device Measuring::measured_device(const session::Session& session) const {
  const protocol::RecordedDevice& on = shown_->recording.device;
  const Device* known = session.catalog().find_device("cc" + std::to_string(on.cc_major) +
                                                      std::to_string(on.cc_minor));
  return known == nullptr ? device_of(session, session.document()) : *known;
}

void Measuring::refresh_table(const session::Session& session) {
  if (older_) return; // what was shown stays, dimmed
  const bool complete = session.runs().grid() != nullptr && !session.runs().stale() &&
                        session.runs().shown_generation() == generation_ &&
                        (session.runs().grid()->status == run::Status::Done ||
                         session.runs().grid()->status == run::Status::CheckFailed);
  const std::shared_ptr<const run::Result> grid = complete && shown_ ? session.runs().shared_grid() : nullptr;
  if (grid) table_device_ = measured_device(session);
  const std::shared_ptr<const CompiledCounts> compiled = grid ? compiled_.counts(grid, table_device_.id)
                                                              : nullptr;
  if (grid == table_grid_ && ((shown_ == table_of_ && compiled == table_compiled_) || !grid)) return;
  table_grid_ = grid;
  table_of_ = shown_;
  table_compiled_ = compiled;
  table_.reset();
  if (!grid) return compiled_.want(nullptr, {});
  table_ = measured_table(*grid, session.runs().simulated_text(), shown_->recording,
                          results::undefined_because(session.results().hazards(), session.document().cuts),
                          compiled.get());
  if (compiled || table_->count(compare::Why::Equal) == table_->rows.size()) return;
  run::Request request = session.runs().request();
  request.device = table_device_;
  compiled_.want(grid, request);
}

std::optional<NothingFits> Measuring::nothing_fits() const {
  if (!present_ || !evidence_.empty()) return std::nullopt;
  NothingFits said;
  said.of = present_->nearest;
  if (said.of) said.differs = differing_parts(said.of->recording, present_->parts);
  if (last_shown_ && present_->request && last_shown_->recording.file == present_->request->file) {
    const DifferingParts d = differing_parts(last_shown_->recording, present_->parts);
    if (d.count() > 0 && (!said.of || d.count() < said.differs.count())) said = {d, last_shown_};
  }
  return said;
}

const Diagnostics& Measuring::messages() const {
  static const Diagnostics none;
  if (!present_) return none;
  const auto known = messages_.find(present_->hash);
  return known == messages_.end() ? none : known->second;
}

EvidencePtr Measuring::evidence_of(const document::Document& document, const session::Session& session) {
  Diagnostics ignored;
  const std::optional<document::PreparedText> prepared = document::prepare(
      document, device_of(session, document), ignored);
  if (!prepared) return nullptr;
  const auto known = texts_.find(prepared->key);
  if (known == texts_.end()) {
    ask_finder(prepared->key, prepared->request, false);
    return nullptr;
  }
  for (const EvidencePtr& evidence : all_evidence(*known->second))
    if (!shown_ || same_device(*evidence, *shown_)) return evidence;
  return nullptr;
}

bool Measuring::may_know(const document::Document& document) const {
  return (document.mode == document::SourceMode::Kernel && !document.lab.empty()) || !measured_.empty();
}

std::vector<EvidencePtr> Measuring::evidence_of(const jobs::Sweep& sweep, const session::Session& session) {
  std::vector<EvidencePtr> found(sweep.points.size());
  if (!may_know(session.document())) return found;
  std::string device = shown_ ? shown_->recording.device.name : std::string();
  std::size_t asked = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const jobs::SweepPoint& point = sweep.points[i];
    const auto known = texts_.find(point.key);
    if (known == texts_.end()) {
      if (!point.key.empty() && ++asked <= most_asked) static_cast<void>(evidence_of(point.after, session));
      continue;
    }
    for (const EvidencePtr& evidence : all_evidence(*known->second)) {
      if (device.empty()) device = evidence->recording.device.name;
      if (evidence->recording.device.name != device) continue;
      found[i] = evidence;
      break;
    }
  }
  return found;
}

std::string Measuring::open_file(const std::string& path) {
  std::error_code code;
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  std::ifstream in(path, std::ios::binary);
  if (code || !in || std::filesystem::is_directory(path, code))
    return language::trf("measured.cannot_read", language::arg("path", path));
  if (size > largest_file)
    return language::trf("measured.too_long", language::arg("path", path),
                         language::arg("most", largest_file >> 20));
  const std::string text(std::istreambuf_iterator<char>(in), {});
  std::string error;
  std::optional<protocol::RecordingFile> file = protocol::parse_recording_file(text, error);
  if (!file)
    return language::trf("measured.no_recording", language::arg("path", path), language::arg("why", error));
  EvidencePtr last;
  for (protocol::RecordedLaunch& launch : file->launches) {
    if (launch.recording.status != protocol::RecordingStatus::Done || launch.recording.hash.empty()) {
      error = launch.recording.message;
      continue;
    }
    auto evidence = std::make_shared<Evidence>();
    evidence->origin = Evidence::Origin::File;
    evidence->file = path;
    evidence->parameters = std::move(launch.parameters);
    evidence->recording = std::move(launch.recording);
    std::vector<EvidencePtr>& of_hash = measured_[evidence->recording.hash];
    std::erase_if(of_hash, [&](const EvidencePtr& e) {
      return e->origin == Evidence::Origin::File && e->file == path;
    });
    of_hash.insert(of_hash.begin(), evidence);
    last = evidence;
  }
  if (!last)
    return language::trf("measured.no_counts", language::arg("path", path), language::arg("why", error));
  preferred_ = last->recording.device.name;
  last_shown_ = last;
  if (present_) {
    evidence_ = all_evidence(*present_);
    const auto of_file = std::find_if(evidence_.begin(), evidence_.end(),
                                      [&](const EvidencePtr& e) { return e->file == path; });
    if (of_file == evidence_.end()) last_shown_ = last;
    select();
    if (of_file != evidence_.end()) shown_ = *of_file;
    else last_shown_ = last;
  }
  return {};
}

std::string Measuring::shown_json() const {
  return shown_ ? protocol::to_json(shown_->recording) + "\n" : std::string();
}

// ---- measuring

void Measuring::set_profiles(std::vector<remote::MeasureProfile> profiles, const std::string& chosen) {
  profiles_ = std::move(profiles);
  if (profiles_.empty()) profiles_.emplace_back();
  const auto found = std::find_if(profiles_.begin(), profiles_.end(),
                                  [&](const remote::MeasureProfile& p) { return p.name == chosen; });
  choose_profile(found == profiles_.end() ? 0 : static_cast<std::size_t>(found - profiles_.begin()));
}

void Measuring::choose_profile(std::size_t index) {
  profile_ = std::min(index, profiles_.size() - 1);
  command_.clear();
  if (phase_ == Phase::Asking || phase_ == Phase::Failed) phase_ = Phase::Idle;
}

const std::string& Measuring::command() const {
  if (command_.empty())
    command_ = remote::shown_command(profile()); // the program's file is read for its hash: not in each frame
  return command_;
}

std::string Measuring::agreement() const {
  return profile().kind == remote::MeasureProfile::Kind::Local
             ? command()
             : remote::shell_line(profile().words) + " warpscope-measure";
}

std::string Measuring::stage() const {
  if (phase_ != Phase::Running) return {};
  const std::lock_guard lock(impl_->mutex);
  const remote::MeasureStage& stage = impl_->stage;
  switch (stage.kind) {
  case remote::MeasureStage::Kind::Connecting: return std::string(language::tr("measured.connecting"));
  case remote::MeasureStage::Kind::Copying:
    return language::trf("measured.copying",
                         language::arg("percent", stage.total == 0 ? 0 : 100 * stage.done / stage.total));
  case remote::MeasureStage::Kind::Queued:
    return language::trf("measured.queued", language::arg("said", stage.said));
  case remote::MeasureStage::Kind::Asked: break;
  }
  return {};
}

double Measuring::elapsed() const { return phase_ == Phase::Running ? now_seconds() - started_ : 0; }

bool Measuring::at_rest() const {
  const std::lock_guard lock(impl_->mutex);
  return phase_ != Phase::Running && impl_->questions.empty() && impl_->finding.empty() &&
         impl_->found.empty() && impl_->answers.empty() && impl_->parts.empty();
}

void Measuring::measure(const session::Session& session) {
  if (session.runs().generation() != generation_) follow(session, true);
  if (phase_ == Phase::Running) {
    if (measured_key_ == key_) return; // it is already running
    cancel();
  }
  if (key_.empty()) {
    fail(std::string(language::tr("measured.no_request")));
    return;
  }
  if (std::find(allowed.begin(), allowed.end(), agreement()) == allowed.end()) {
    phase_ = Phase::Asking;
    return;
  }
  phase_ = Phase::Running;
  no_device_ = false;
  failure_.clear();
  measured_key_ = key_;
  started_ = now_seconds();
  wants_request_ = true;
  if (present_) {
    start();
    return;
  }
  Diagnostics ignored;
  if (const std::optional<document::PreparedText> prepared = document::prepare(
          session.document(), device_of(session, session.document()), ignored))
    ask_finder(key_, prepared->request, true);
}

void Measuring::answer(const session::Session& session, bool yes) {
  if (phase_ != Phase::Asking) return;
  phase_ = Phase::Idle;
  if (!yes) return;
  allowed.push_back(agreement());
  measure(session);
}

/// Starts the measurement once the request has been made, or has turned out to be impossible.
void Measuring::start() {
  const auto known = texts_.find(measured_key_);
  wants_request_ = false;
  if (known == texts_.end() || !known->second->request) {
    fail(known == texts_.end() || known->second->problem.empty()
             ? std::string(language::tr("measured.no_request"))
             : known->second->problem);
    return;
  }
  auto request = std::make_shared<protocol::MeasureRequest>(*known->second->request);
  request->limits.seconds = limit_seconds;
  request->what.as_they_come = true;
  const std::lock_guard lock(impl_->mutex);
  Impl::Order order;
  order.number = ++order_;
  order.hash = known->second->hash;
  order.request = std::move(request);
  order.profile = profile();
  order.cancel = std::make_shared<std::atomic<bool>>(false);
  impl_->order = std::move(order);
  if (!impl_->asker.joinable()) impl_->asker = std::thread([impl = impl_.get()] { impl->ask_loop(); });
  impl_->changed.notify_all();
}

void Measuring::cancel() {
  if (phase_ != Phase::Running) return;
  phase_ = Phase::Idle;
  wants_request_ = false;
  measured_key_ = {};
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->order.reset();
    if (impl_->running) impl_->running->store(true);
  }
  drop_part();
}

void Measuring::take_part(protocol::Recording part) {
  if (part.status != protocol::RecordingStatus::Done || !present_ || present_->hash != part.hash) return;
  auto evidence = std::make_shared<Evidence>();
  evidence->recording = std::move(part);
  const bool shown = arriving();
  arriving_ = std::move(evidence);
  if (shown) shown_ = arriving_;
  else select();
}

void Measuring::drop_part() {
  if (!arriving_) return;
  const bool shown = arriving();
  arriving_.reset();
  if (!shown) return;
  shown_ = last_shown_;
  if (present_) select();
}

void Measuring::fail(std::string sentence, bool no_device) {
  phase_ = Phase::Failed;
  failure_ = std::move(sentence);
  no_device_ = no_device;
}

bool Measuring::poll() {
  std::vector<std::shared_ptr<const KnownText>> found;
  std::vector<Impl::Answered> answers;
  std::vector<std::pair<std::uint64_t, protocol::Recording>> parts;
  {
    const std::lock_guard lock(impl_->mutex);
    found = std::exchange(impl_->found, {});
    answers = std::exchange(impl_->answers, {});
    parts = std::exchange(impl_->parts, {});
  }
  if (texts_.size() > most_texts) texts_.clear();
  for (std::shared_ptr<const KnownText>& text : found) {
    texts_[text->key] = text;
    if (text->key == key_) adopt(text);
    if (wants_request_ && text->key == measured_key_ && phase_ == Phase::Running) start();
  }
  for (auto& [number, part] : parts)
    if (phase_ == Phase::Running && !wants_request_ && number == order_) take_part(std::move(part));
  for (Impl::Answered& a : answers) {
    const bool mine = phase_ == Phase::Running && !wants_request_ && a.order.number == order_;
    if (mine) drop_part();
    if (a.answer.recording && a.answer.recording->status == protocol::RecordingStatus::Done) {
      auto evidence = std::make_shared<Evidence>();
      evidence->recording = std::move(*a.answer.recording);
      std::vector<EvidencePtr>& of_hash = measured_[a.order.hash];
      std::erase_if(of_hash, [&](const EvidencePtr& e) {
        return e->origin == Evidence::Origin::Now && same_device(*e, *evidence);
      });
      of_hash.insert(of_hash.begin(), evidence);
      messages_.erase(a.order.hash);
      if (mine) preferred_ = evidence->recording.device.name;
      if (mine) phase_ = Phase::Idle;
      if (present_ && present_->hash == a.order.hash) {
        evidence_ = all_evidence(*present_);
        select();
      }
    } else if (mine) {
      const protocol::Recording* recording = a.answer.recording ? &*a.answer.recording : nullptr;
      if (recording != nullptr && recording->status == protocol::RecordingStatus::NotCompiled)
        messages_[a.order.hash] = messages_of(*recording, *a.order.request);
      const bool none = recording != nullptr && recording->status == protocol::RecordingStatus::NoDevice;
      fail(recording == nullptr ? a.answer.error
           : recording->status == protocol::RecordingStatus::NotCompiled
               ? language::trf("measured.not_compiled", language::arg("message", recording->message))
           : none ? language::trf("measured.no_device", language::arg("message", recording->message))
           : recording->status == protocol::RecordingStatus::Faulted
               ? language::trf("measured.faulted", language::arg("message", recording->message))
               : recording->message,
           none);
    }
    if (mine) last_seconds_ = now_seconds() - started_;
  }
  const bool counted = table_grid_ && compiled_.counts(table_grid_, table_device_.id) != table_compiled_;
  return !found.empty() || !answers.empty() || !parts.empty() || counted;
}

} // namespace warpscope::measuring
