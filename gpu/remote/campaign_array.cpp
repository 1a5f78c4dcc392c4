// Runs a sweep as one Slurm job array. Requests are files KEY.json in a folder that the nodes share; each
// task runs warpscope-measure on its own and renames the answer to KEY.recording once it is complete; this
// process collects, checks and removes the answers.
#include "gpu/remote/campaign_state.h"
#include "gpu/remote/last_words.h"
#include "gpu/remote/sha256.h"
#include "gpu/remote/slurm.h"
#include "sim/base/fnv.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <thread>

namespace warpscope::remote {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t most_tasks = 1000; // MaxArraySize is 1001 unless a cluster sets it
constexpr double submit_seconds = 60, ask_seconds = 30;
constexpr std::chrono::milliseconds look{100};
constexpr double first_poll = 0.3, longest_poll = 10; // seconds between two queries of the controller
constexpr int looks_at_an_end = 3;                    // a shared file system may show a file late

/// The array's task N takes lines N + 1, N + 1 + tasks, … of the list. The script contains no text from a
/// request or path: they are its arguments.
constexpr const char* batch_script = R"(#!/bin/sh
# warpscope: $1 the folder, $2 the list, $3 the program, $4 how many tasks
n=0
while IFS= read -r key; do
  n=$((n + 1))
  [ $(((n - 1) % $4)) -eq "$SLURM_ARRAY_TASK_ID" ] || continue
  part=$1/$key.part$SLURM_JOB_ID
  "$3" < "$1/$key.json" > "$part"
  if [ -s "$part" ]; then mv -f "$part" "$1/$key.recording"; else rm -f "$part"; fi
done < "$2"
)";

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// What squeue reports about an array; tasks that have ended are not in it.
struct QueueView {
  bool answered = false;
  std::size_t running = 0, pending = 0;
  std::string state; ///< of the first waiting task: "PENDING (Resources)"
  std::string error;
};

class SlurmArray {
 public:
  explicit SlurmArray(SweepState& state) : state_(state), srun_(state.profile.words.front()) {
    std::error_code failed;
    const std::string
        out = std::filesystem::absolute(state.folder.path(), failed).lexically_normal().string();
    spool_ = state.profile.folder.empty()
                 ? out + "/.spool"
                 : fmt::format("{}/warpscope-sweep-{}", state.profile.folder, sha256_hex(out).substr(0, 16));
  }

  void run() {
    if (!prepare()) return;
    cancel_left_over();
    collect();
    for (int round = 1; round <= most_tries && !state_.open.empty() && going(); ++round) {
      if (round > 1)
        state_.say(fmt::format("{} {} lost and asked again ({} of {} times)", state_.open.size(),
                               state_.open.size() == 1 ? "task was" : "tasks were", round, most_tries));
      const std::size_t before = state_.open.size();
      if (!submit(round)) return;
      watch();
      note_the_lost(round);
      if (going() && state_.open.size() == before && !any_log_) // not one left a trace: the cause is not in
                                                                // the requests
        return void(state_.outcome.error = fmt::format(
                        "no task of job {} left anything in {}: is it on a file system that the "
                        "nodes share? (`folder` of the profile names one)",
                        job_, spool_));
    }
    if (state_.cancelled() || !state_.outcome.error.empty()) return;
    if (state_.open.empty()) clean_up();
  }

 private:
  [[nodiscard]] bool going() const { return state_.outcome.error.empty() && !state_.cancelled(); }
  [[nodiscard]] std::string file(const std::string& name) const { return spool_ + "/" + name; }
  [[nodiscard]] std::string log_of(int round, std::size_t task) const {
    return file(fmt::format("round{}-{}.log", round, task));
  }

  bool write(const std::string& name, std::string_view text, bool executable = false) {
    state_.outcome.error = write_whole(file(name), text, executable);
    return state_.outcome.error.empty();
  }

  bool prepare() {
    std::error_code failed;
    std::filesystem::create_directories(spool_, failed);
    if (failed)
      return state_.outcome.error = fmt::format("{} cannot be made: {}", spool_, failed.message()), false;
    const CarriedProgram carried = read_program(state_.program);
    if (!carried.error.empty())
      return state_.outcome.error = fmt::format("{} cannot be read: {}", state_.program, carried.error),
             false;
    program_ = "warpscope-measure-" + sha256_hex(carried.bytes).substr(0, 16);
    const std::optional<std::string> there = read_whole(file(program_));
    if ((!there || *there != carried.bytes) && !write(program_, carried.bytes, true)) return false;
    for (const auto& [key, item] : state_.open)
      if (!write(key + ".json", protocol::to_json(item->request) + "\n")) return false;
    return write("task.sh", batch_script);
  }

  /// A run that was killed could not cancel its job: keep what it measured and ask again for the rest.
  void cancel_left_over() {
    const std::optional<std::string> left = read_whole(file("job"));
    if (left && !left->empty() &&
        std::all_of(left->begin(), left->end(), [](char c) { return c >= '0' && c <= '9'; }))
      cancel_job(srun_, *left);
    std::error_code ignored;
    std::filesystem::remove(file("job"), ignored);
  }

  bool submit(int round) {
    std::string list;
    keys_.clear();
    for (const std::string& key : state_.order) {
      if (!state_.open.contains(key)) continue;
      list += key + "\n";
      keys_.push_back(key);
    }
    tasks_ = std::min(keys_.size(), most_tasks);
    const std::string list_name = fmt::format("round{}", round);
    if (!write(list_name, list)) return false;
    for (std::size_t task = 0; task < tasks_; ++task) std::filesystem::remove(log_of(round, task));
    std::string log = file(fmt::format("round{}-", round)); // sbatch interprets % in it
    for (std::size_t at = log.find('%'); at != std::string::npos; at = log.find('%', at + 2))
      log.insert(at, 1, '%');
    std::vector<std::string> words = {beside_srun(srun_, "sbatch")};
    words.insert(words.end(), state_.profile.words.begin() + 1, state_.profile.words.end());
    for (const std::string& word : {std::string("--parsable"), fmt::format("--array=0-{}", tasks_ - 1),
                                    std::string("--job-name=warpscope"), std::string("--ntasks=1"),
                                    std::string("--chdir=/"), "--output=" + log + "%a.log", file("task.sh"),
                                    spool_, file(list_name), file(program_), std::to_string(tasks_)})
      words.push_back(word);
    const ToolOutput said = run_tool(words, submit_seconds);
    job_ = said.out.substr(0, said.out.find_first_not_of("0123456789"));
    if (!said.good || job_.empty()) {
      state_.outcome.error = fmt::format("the job was not taken: {}",
                                         said.good ? "sbatch named no job" : said.error);
      return false;
    }
    (void)write_whole(file("job"), job_);
    state_.say(fmt::format("{} in Slurm's queue as job {}; Ctrl-C leaves what there is and cancels it",
                           tasks_ == 1 ? "1 task is" : fmt::format("{} tasks are", tasks_), job_));
    return true;
  }

  /// Collects the answers that have appeared. True when there was one.
  bool collect() {
    bool any = false;
    const std::map<std::string, const SweepItem*> open = state_.open;
    for (const auto& [key, item] : open) {
      const std::string path = file(key + ".recording");
      const std::optional<std::string> text = read_whole(path);
      if (!text) continue;
      std::string wrong;
      const std::optional<protocol::Recording> recording = read_answer(*text, item->request, wrong);
      if (recording && state_.take(key, *recording)) any = true;
      else if (!state_.outcome.error.empty()) return any;
      else state_.why_lost[key] = recording ? recording->message : wrong;
      std::error_code ignored;
      std::filesystem::remove(path, ignored);
    }
    return any;
  }

  [[nodiscard]] QueueView view() const {
    QueueView view;
    const ToolOutput said = run_tool(
        {beside_srun(srun_, "squeue"), "--array", "--noheader", "--jobs=" + job_, "--format=%T %r"},
        ask_seconds, state_.hooks.cancel);
    // The controller does not know a job that ended a while ago: it has ended.
    view.answered = said.good || said.error.find("Invalid job id") != std::string::npos;
    view.error = said.error;
    std::istringstream lines(said.out);
    for (std::string state, reason; lines >> state && std::getline(lines, reason);) {
      const bool waits = state == "PENDING";
      if (waits && view.pending == 0)
        view.state = fmt::format("{} ({})", state,
                                 reason.substr(std::min(reason.find_first_not_of(' '), reason.size())));
      ++(waits ? view.pending : view.running);
    }
    return view;
  }

  /// Waits until the job has ended, the person stops it, or no answer comes for too long. The job does not
  /// outlive this call.
  void watch() {
    Clock::time_point last_answer = Clock::now(), last_poll = last_answer;
    double wait = first_poll;
    std::string said;
    int unanswered = 0;
    bool in_queue = true;
    while (in_queue && !state_.open.empty()) {
      std::this_thread::sleep_for(look);
      if (collect()) last_answer = Clock::now();
      if (!going()) break;
      if (state_.hooks.longest_wait > 0 && since(last_answer) > state_.hooks.longest_wait) {
        state_.outcome.error = fmt::format("job {} gave no answer in {:.3g} s and was cancelled{}", job_,
                                           state_.hooks.longest_wait, said.empty() ? "" : ": it was " + said);
        break;
      }
      if (since(last_poll) < wait) continue;
      const QueueView queue = view();
      last_poll = Clock::now();
      wait = std::min(wait * 1.2, longest_poll);
      if (!queue.answered) {
        if (++unanswered == 3)
          state_.say(fmt::format("Slurm does not say how job {} is: {}", job_, queue.error));
        continue;
      }
      unanswered = 0;
      in_queue = queue.running + queue.pending > 0;
      if (queue.running == 0 && queue.pending > 0 && queue.state != said &&
          queue.state.find("(None)") == std::string::npos) {
        said = queue.state;
        state_.say(fmt::format("job {} waits: {} of {} tasks are {}", job_, queue.pending, tasks_, said));
      }
      if (queue.running > 0) said.clear();
    }
    for (int i = 0; i < looks_at_an_end && !state_.open.empty() && going(); ++i) {
      std::this_thread::sleep_for(look);
      collect();
    }
    if (in_queue && !state_.open.empty()) cancel_job(srun_, job_);
    if (state_.cancelled()) collect(); // collects what has come in the meantime
    std::error_code ignored;
    std::filesystem::remove(file("job"), ignored);
  }

  /// Records why each request that is still open has no answer, from its task's log.
  void note_the_lost(int round) {
    any_log_ = false;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const std::optional<std::string> log = read_whole(log_of(round, i % tasks_));
      any_log_ = any_log_ || log;
      if (!state_.open.contains(keys_[i]) || !going() || state_.why_lost.contains(keys_[i])) continue;
      state_.why_lost[keys_[i]] = fmt::format("its task of job {} left no answer{}", job_,
                                              log ? last_words(*log) : std::string());
    }
  }

  void clean_up() const {
    std::error_code ignored;
    std::filesystem::remove_all(spool_, ignored);
  }

  SweepState& state_;
  std::string srun_, spool_, program_, job_;
  std::vector<std::string> keys_;
  std::size_t tasks_ = 0;
  bool any_log_ = false;
};

} // namespace

void sweep_by_slurm(SweepState& state) { SlurmArray(state).run(); }

} // namespace warpscope::remote
