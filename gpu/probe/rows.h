// The lines that `warpscope-measure --probe` prints. A line is a row, "name, arguments, value, unit" with
// tabs between, or begins with '#':
//   #warpscope_probe 1            first: the version
//   #device NVIDIA H200           of the device: capability 9.0, multiprocessors, clock_mhz, l2_bytes,
//   driver, date #disturbed SENTENCE           what speaks against the measurement #compiling, #process 3
//   what comes now; rows follow a process #error SENTENCE               the end, without a result #done the
//   end
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::probe {

inline constexpr int rows_version = 1;

struct Row {
  std::string name, arguments, unit;
  double value = 0;

  /// The number behind KEY= in "KEY=NUMBER OTHER=NUMBER".
  [[nodiscard]] std::optional<double> field(std::string_view key) const;
};

/// What one process measured.
class Rows {
 public:
  void add(Row row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::vector<Row>& all() const { return rows_; }
  [[nodiscard]] std::optional<double> find(std::string_view name, std::string_view arguments) const;
  /// The rows of this name whose arguments are "KEY=NUMBER", with `rest` behind it after a blank: number and
  /// value, by ascending number.
  [[nodiscard]] std::vector<std::pair<double, double>> points(std::string_view name, std::string_view key,
                                                              std::string_view rest) const;

 private:
  std::vector<Row> rows_;
};

struct ProbedDevice {
  std::string name, driver, date;
  std::uint32_t cc_major = 0, cc_minor = 0, multiprocessors = 0;
  double clock_mhz = 0; ///< the highest that the driver tells
  double l2_bytes = 0;
};

struct Record {
  ProbedDevice device;
  std::vector<Rows> processes;
  std::vector<std::string> disturbed;
};

/// Reads the lines as they come.
class Reader {
 public:
  /// False: the line makes no sense, or ended the probe without a result; error() says what is wrong.
  bool read(std::string_view line);
  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] bool done() const { return done_; } ///< the last line was there
  [[nodiscard]] const Record& record() const { return record_; }

 private:
  bool read_fact(std::string_view key, std::string_view value);
  bool fail(std::string sentence);
  Record record_;
  std::string error_;
  bool versioned_ = false, done_ = false;
};

/// nullopt, with one sentence in `error`, when the text is not what a whole probe printed.
[[nodiscard]] std::optional<Record> read_rows(std::string_view text, std::string& error);

} // namespace warpscope::probe
