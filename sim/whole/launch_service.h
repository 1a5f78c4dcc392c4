// Launches of the guest: checked, executed, counted, described.
#pragma once

#include "sim/run/count_launch.h"
#include "sim/whole/context.h"
#include "sim/whole/snapshot.h"

#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace warpscope::whole {

class LaunchService {
 public:
  explicit LaunchService(Context& context);
  /// False: the message makes no sense (an index or sizes that no guest of ours sends).
  [[nodiscard]] bool launch(const guest::Launch& request, guest::Launched& answer);
  /// Keeps a launch that the guest's runtime refused. False: as launch().
  [[nodiscard]] bool refused(const guest::Refused& request);
  /// Returns the record of the launch from that line which was refused last; null when there is none.
  [[nodiscard]] const LaunchRecord* refused_at(const Place& place) const;
  [[nodiscard]] std::shared_ptr<const LaunchSnapshot> snapshot() const { return snapshot_; }
  [[nodiscard]] std::shared_ptr<const LaunchSnapshot> kept() const { return kept_.seen; }

 private:
  /// Why a device would refuse the launch.
  struct Refusal {
    CudaError error = cuda_success;
    std::string why;
  };
  [[nodiscard]] Refusal refusal(const guest::Launch& request, const program::Kernel& kernel) const;
  void execute(const guest::Launch& request, LaunchRecord& launch, const MemoryState::Decision& decision,
               std::vector<exec::ChildLaunch>& children);
  /// Runs what device code launched; the error of the first that fails.
  CudaError launch_children(std::vector<exec::ChildLaunch> children, const guest::Launch& parent,
                            const std::string& launched_by, std::uint32_t depth);
  void fill_result(const exec::Launch& launch, run::Counted& counted, run::Result& result) const;
  void estimate(LaunchRecord& launch, const trace::BlockTrace* trace) const;
  /// Before it is executed: the estimate that Request::estimate makes, once for equal launches.
  void estimate_beforehand(const exec::Launch& launch, LaunchRecord& record);
  void tell_faults(LaunchRecord& launch);
  /// `trace`: of one of its blocks; may be null.
  void tell_races(const LaunchRecord& launch, const trace::BlockTrace* trace);
  void relate_to_memory(const trace::Fault& fault, Finding& finding) const;
  /// For --check: reads of what was never written, and races with work on other streams.
  void tell_watched(const LaunchRecord& launch);
  [[nodiscard]] std::string copied_in_part(const AllocationRecord& buffer, std::uint64_t offset,
                                           const Place& from) const;
  /// Notes the memory of the host that the launch uses until the host has waited for it; `work`: 0 when it
  /// has not begun.
  void note_in_flight(const LaunchRecord& launch, std::uint64_t stream, std::uint32_t work);
  LaunchRecord& keep(LaunchRecord launch);
  /// Before it is executed: what it sees, if that may be what is to be kept and copying is still cheap.
  [[nodiscard]] std::shared_ptr<const LaunchSnapshot> seen_by(const exec::Launch& launch,
                                                              std::uint32_t number);
  void keep_if_longest(std::shared_ptr<const LaunchSnapshot> seen, double seconds);

  Context& context_;
  std::vector<std::string_view> texts_;
  std::shared_ptr<const LaunchSnapshot> snapshot_;
  struct Kept {
    std::shared_ptr<const LaunchSnapshot> seen;
    double seconds = 0;       ///< modelled
    std::uint64_t copied = 0; ///< bytes, of all launches
    std::uint32_t tried = 0;
  } kept_;
  /// By kernel, sizes and parameters.
  struct EstimateOf {
    std::uint32_t kernel = 0, shared_bytes = 0;
    Dim3 grid, block;
    std::vector<std::uint8_t> parameters;
    bool operator==(const EstimateOf&) const = default;
  };
  struct Estimated {
    EstimateOf of;
    std::shared_ptr<const run::Estimate> made;
    std::string why_not;
  };
  std::vector<Estimated> estimated_;
  /// The races that have been told, by kind and by the sites of the two accesses.
  std::set<std::tuple<races::HazardKind, std::uint32_t, std::uint32_t>> told_races_;
  std::uint32_t launches_ = 0;
  std::vector<std::size_t> record_of_; ///< by LaunchRecord::number - 1: index into record.launches
};

} // namespace warpscope::whole
