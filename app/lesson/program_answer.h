// The answer of a lab that is a whole program: its sentence is filled with counts of the whole run, of all
// launches of a kernel together ("scale.load_sectors") or of the program.
#pragma once

#include "sim/labs/labs.h"
#include "sim/source/program_header.h"
#include "sim/whole/record.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::lesson {

/// Returns the values of source::program_lesson_names(), and of kernel_lesson_names() behind each kernel's
/// name and a dot. Launches that were counted and not executed count like the others.
[[nodiscard]] std::map<std::string, std::uint64_t> program_lesson_counts(const whole::Record& record);

/// Returns the line that the lesson in the header of this text speaks of; 0: it has none.
[[nodiscard]] std::uint32_t line_of_lesson(const std::string& text);

/// Returns the index of the first launch that was executed of a kernel with an access on this line of the
/// first text; nullopt: none.
[[nodiscard]] std::optional<std::size_t> launch_on_line(const whole::Record& record, std::uint32_t line);

/// Returns the index of the launch that a moment of a lesson shows: the first of this kernel that was
/// executed; without a name the one that takes longest with its repeats. nullopt: none was executed.
[[nodiscard]] std::optional<std::size_t> launch_of_moment(const whole::Record& record,
                                                          const std::string& kernel);

using ParameterValues = std::vector<std::pair<std::string, std::string>>;

/// Returns each parameter of the header with its value: the last of `given` of its name, else its first
/// choice.
[[nodiscard]] ParameterValues parameter_values(const source::Scenario& scenario,
                                               const ParameterValues& given);

/// The header is that of a whole program.
[[nodiscard]] bool is_of_program(const source::Scenario& scenario);

/// nullopt: the header asks nothing, or names a kernel that this run did not launch.
[[nodiscard]] std::optional<std::string> answer_program(const source::Scenario& scenario,
                                                        const whole::Record& record,
                                                        const ParameterValues& parameters);

/// Returns those of the lab's recordings that stand beside a run with these parameters: of the same values,
/// or of one that is none of the header's choices, such as a size that only a GPU has the time for.
[[nodiscard]] std::vector<const labs::ProgramRecording*>
recordings_beside(const source::Scenario& scenario, const labs::Lab& lab, const ParameterValues& parameters);
/// The same for the lab of this id; empty where `text` is not the lab's.
[[nodiscard]] std::vector<labs::ProgramRecording>
recorded_output(const std::string& lab, const std::string& text, const ParameterValues& given);
/// Returns "NVIDIA H200, driver …, N=4096".
[[nodiscard]] std::string recording_words(const labs::ProgramRecording& recording);

} // namespace warpscope::lesson
