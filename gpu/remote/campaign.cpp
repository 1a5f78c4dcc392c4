// Runs a sweep of requests through one serving process, with retries.
#include "gpu/remote/campaign.h"

#include "gpu/remote/campaign_state.h"

#include <fmt/format.h>

#include <chrono>
#include <set>
#include <thread>

namespace warpscope::remote {

namespace {

constexpr int most_lost_in_a_row = 3; // of different requests: then the requests are not the cause

void tell_kernel(SweepState& state, const SweepItem& item, const protocol::Recording& recording) {
  if (recording.status != protocol::RecordingStatus::Done)
    state.outcome.problems.push_back(fmt::format("{}: {}", name_of(item), recording.message));
}

/// Asks once. Empty on success, else the reason; `reached`: the program received the request.
std::string ask_for(SweepState& state, MeasureProcess& process, const std::string& key, bool& reached,
                    bool& again) {
  reached = false;
  const protocol::MeasureRequest& request = state.open.at(key)->request;
  const MeasureAnswer answer = process.ask(request, state.hooks.cancel, [&](const MeasureStage& stage) {
    reached = reached || stage.kind == MeasureStage::Kind::Asked;
    if (state.hooks.stage) state.hooks.stage(stage);
  });
  if (answer.recording && state.take(key, *answer.recording)) return {};
  again = !answer.recording || answer.recording->status == protocol::RecordingStatus::Failed;
  if (answer.recording && answer.recording->status == protocol::RecordingStatus::NoDevice)
    reached = false; // every other request would fail the same way
  return answer.recording ? answer.recording->message : answer.error;
}

/// A link that is down for a moment may come back.
void pause(const SweepState& state) {
  for (int i = 0; i < 20 && !state.cancelled(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

/// Asks one request after another through a serving process. Stops when no host can be reached, or when
/// several requests in a row are lost.
void sweep_in_turn(SweepState& state) {
  MeasureProcess process(state.profile, state.program);
  int lost_in_a_row = 0, unreached = 0;
  for (const std::string& key : state.order) {
    bool again = true;
    for (int tried = 1; again && tried <= most_tries && state.open.contains(key); ++tried) {
      if (state.cancelled()) return;
      bool reached = false;
      const std::string why = ask_for(state, process, key, reached, again);
      if (state.cancelled() || !state.outcome.error.empty()) return;
      if (why.empty()) break;
      state.why_lost[key] = why;
      unreached = reached ? 0 : unreached + 1;
      if (!reached && (!again || unreached == most_tries)) return void(state.outcome.error = why);
      if (again && tried < most_tries)
        state.say(fmt::format("{} was lost and is asked again: {}", name_of(*state.open.at(key)), why));
      if (!reached && tried < most_tries) pause(state);
    }
    lost_in_a_row = state.open.contains(key) ? lost_in_a_row + 1 : 0;
    if (lost_in_a_row == most_lost_in_a_row)
      return void(state.outcome.error = fmt::format("{} requests in a row were lost: the sweep was ended",
                                                    lost_in_a_row));
  }
}

} // namespace

std::string name_of(const SweepItem& item) {
  return item.parameters.empty() ? item.lab : fmt::format("{} ({})", item.lab, item.parameters);
}

bool SweepState::take(const std::string& key, const protocol::Recording& recording) {
  const auto found = open.find(key);
  if (found == open.end() || !is_final(recording)) return false;
  outcome.error = folder.keep(found->second->request, recording);
  if (!outcome.error.empty()) return false;
  tell_kernel(*this, *found->second, recording);
  open.erase(found);
  ++outcome.now;
  if (hooks.progress) hooks.progress(outcome.before + outcome.now, outcome.total);
  return true;
}

SweepOutcome run_sweep(const std::vector<SweepItem>& items, const MeasureProfile& profile,
                       SweepFolder& folder, const SweepHooks& hooks, const std::string& program) {
  SweepState state{profile, folder, hooks, program, {}, {}, {}, {}};
  state.outcome.error = folder.open();
  if (!state.outcome.error.empty()) return state.outcome;
  std::set<std::string> seen;
  for (const SweepItem& item : items) {
    const std::string key = key_of(item.request);
    if (!seen.insert(key).second) continue;
    ++state.outcome.total;
    state.order.push_back(key);
    if (const std::optional<protocol::Recording> had = folder.find(item.request)) {
      ++state.outcome.before;
      tell_kernel(state, item, *had);
    } else {
      state.open.emplace(key, &item);
    }
  }
  if (!state.open.empty() && profile.kind == MeasureProfile::Kind::Srun) sweep_by_slurm(state);
  else if (!state.open.empty()) sweep_in_turn(state);
  for (const std::string& key : state.order)
    if (const auto why = state.why_lost.find(key);
        why != state.why_lost.end() && state.open.contains(key) && why->second != state.outcome.error)
      state.outcome.problems.push_back(
          fmt::format("{} was lost: {}", name_of(*state.open.at(key)), why->second));
  if (const std::string wrong = folder.write_labs(items); state.outcome.error.empty())
    state.outcome.error = wrong;
  return state.outcome;
}

} // namespace warpscope::remote
