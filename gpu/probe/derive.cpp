// Derives the figures: the rule of each stands above it.
#include "gpu/probe/derive.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numeric>

namespace warpscope::probe {

namespace {

using Number = std::optional<double>;
using Points = std::vector<std::pair<double, double>>;

/// What the figures of one process are computed from.
struct Input {
  const Rows& rows;
  const ProbedDevice& device;
  double dram_bytes = 0; ///< a second, by the device's file
  double mhz = 0;        ///< the clock under load
  double l2_kb = 0, l2_mb = 0;

  [[nodiscard]] Number find(std::string_view name, const std::string& arguments) const {
    return rows.find(name, arguments);
  }
  /// The value at the largest x up to `most`.
  [[nodiscard]] static Number up_to(const Points& points, double most) {
    Number found;
    for (const auto& [x, value] : points)
      if (x <= most) found = value;
    return found;
  }
  /// The value at the least x from `least` on.
  [[nodiscard]] static Number from(const Points& points, double least) {
    for (const auto& [x, value] : points)
      if (x >= least) return value;
    return std::nullopt;
  }
  /// Cycles of one multiprocessor in which all of them do `of_all` things in so many microseconds.
  [[nodiscard]] double cycles_of(double us, double of_all) const {
    return us * mhz * device.multiprocessors / of_all;
  }
};

template <class F, class... Numbers> Number with(F compute, const Numbers&... numbers) {
  if (!(numbers.has_value() && ...)) return std::nullopt;
  return compute(*numbers...);
}

Number mean(const std::vector<Number>& numbers) {
  double sum = 0;
  for (const Number& number : numbers) {
    if (!number) return std::nullopt;
    sum += *number;
  }
  return numbers.empty() ? Number() : Number(sum / static_cast<double>(numbers.size()));
}

/// A straight line through two points.
struct Line {
  double x = 0, y = 0, slope = 0;
  [[nodiscard]] double at(double where) const { return y + slope * (where - x); }
};
std::optional<Line> line_through(const std::pair<double, double>& a, const std::pair<double, double>& b) {
  if (b.first <= a.first) return std::nullopt;
  return Line{a.first, a.second, (b.second - a.second) / (b.first - a.first)};
}

constexpr double mib = 1048576;

// ---- launches and blocks

/// An empty kernel in the longest graph.
Number launch(const Input& in) { return Input::up_to(in.rows.points("empty", "batch", ""), 1e9); }

/// Cycles that a launch of a body of multiply-adds takes beyond a kernel that only stores and beyond its four
/// passes, the mean of two bodies whose size makes no difference: the fetch of a program from the start.
Number fetch_most(const Input& in) {
  const Number store = Input::up_to(in.rows.points("one_store", "batch", ""), 1e9);
  const auto extra = [&](double instructions) {
    return with([&](double body, double start) { return (body - start) * in.mhz - 4 * instructions; },
                in.find("body_launch", fmt::format("{:g}", instructions)), store);
  };
  return mean({extra(256), extra(1024)});
}
/// The smaller of the bodies takes all of it: so much for each of its instructions.
Number fetch(const Input& in) {
  return with([](double most) { return most / 256; }, fetch_most(in));
}

/// A round of blocks of the kernel `name` that spin for `spin` cycles: its cycles, and the blocks that one
/// multiprocessor held.
struct Round {
  double cycles = 0, held = 1;
};
/// `alone`: of a block that leaves no room for another, with the most shared memory; else of blocks without
/// any.
std::optional<Round> round_of(const Input& in, const std::string& kernel, int threads, bool alone, int spin) {
  const Number registers = in.find("registers", kernel);
  std::optional<Round> found;
  double most_shared = -1;
  for (const Row& row : in.rows.all()) {
    if (row.name != "turnover" || !registers || row.field("regs") != registers ||
        row.field("threads") != threads || row.field("spin") != spin)
      continue;
    const double shared = row.field("shared").value_or(0), held = row.field("held").value_or(1);
    if (alone ? held != 1 || shared < most_shared : shared != 0) continue;
    most_shared = shared;
    found = Round{row.value, std::max(held, 1.0)};
  }
  return found;
}

/// Blocks of 1 to 32 warps that are alone and spin for 1,000 cycles: what a round takes beyond them, as a
/// line over the warps after the first (least squares).
std::optional<Line> starts_alone(const Input& in) {
  Points points;
  for (const int threads : {32, 64, 128, 256, 512, 1024}) {
    const auto round = round_of(in, "spin", threads, true, 1000);
    if (!round) return std::nullopt;
    points.emplace_back(threads / 32 - 1, round->cycles - 1000);
  }
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [warps, cycles] : points)
    x += warps, y += cycles, xx += warps * warps, xy += warps * cycles;
  const double n = static_cast<double>(points.size()), slope = (n * xy - x * y) / (n * xx - x * x);
  return Line{0, (y - slope * x) / n, slope};
}
Number block_start(const Input& in) {
  const auto line = starts_alone(in);
  return line ? Number(line->y) : std::nullopt;
}
Number warp_start(const Input& in) {
  const auto line = starts_alone(in);
  return line ? Number(line->slope) : std::nullopt;
}
/// As many blocks of one warp as fit, which do nothing.
Number block_interval(const Input& in) {
  const auto round = round_of(in, "spin", 32, false, 0);
  return round ? Number(round->cycles / round->held) : std::nullopt;
}
/// Blocks of 32 warps that do nothing, each warp's part: the mean of builds with few and with 32 registers.
Number block_interval_warp(const Input& in) {
  std::vector<Number> each;
  for (const char* kernel : {"spin", "spin_r32"}) {
    const auto round = round_of(in, kernel, 1024, false, 0);
    each.push_back(round ? Number(round->cycles / round->held / 32) : std::nullopt);
  }
  return mean(each);
}
Number constant_latency(const Input& in) { return in.find("chase_constant", "KB=2 walks=8"); }
/// The first walk through 64 KB beyond a walk through what the cache holds.
Number constant_miss(const Input& in) {
  return with([](double first, double held) { return first - held; },
              in.find("chase_constant", "KB=64 walks=1"), constant_latency(in));
}

/// A block that stores a word a thread beyond one that does nothing (the mean of 1 to 8 warps), less what
/// comes before the store: the first access of its parameter, the fetch of the nine instructions that it has
/// more, its index (as long as a shuffle; not measured apart) and two multiply-adds.
Number store_end(const Input& in) {
  std::vector<Number> more;
  for (const int threads : {32, 64, 128, 256}) {
    const std::string grid = fmt::format("blocks=1 threads={}", threads);
    more.push_back(with([](double store, double empty) { return store - empty; }, in.find("store_grid", grid),
                        in.find("empty_grid", grid)));
  }
  return with(
      [&](double us, double miss, double fetched, double index, double multiply) {
        return std::max(0.0, us * in.mhz - miss - 9 * fetched - index - 2 * multiply);
      },
      mean(more), constant_miss(in), fetch(in), in.find("latency", "shfl_down"), in.find("latency", "imad"));
}

// ---- latencies

Number shared_latency(const Input& in) { return in.find("chase_shared", "width=4 stride=1"); }
/// 31 wavefronts more.
Number shared_wavefront(const Input& in) {
  return with([](double all, double one) { return (all - one) / 31; },
              in.find("chase_shared", "width=4 stride=32"), shared_latency(in));
}
Number shuffle_latency(const Input& in) { return in.find("latency", "shfl_down"); }
Number l1_latency(const Input& in) { return in.find("chase_ca", "KB=16 thread"); }
/// Of a warp's 32 lines: 16 cycles where their words lie in one bank, some 4 where they do not. The geometric
/// mean.
Number l1_lines(const Input& in) {
  const auto cycles = [&](int stride) {
    return in.find("l1_hit", fmt::format("width=4 stride={} shift=0 step=0 threads=1024 step2=128", stride));
  };
  return with([](double worst, double best) { return 32 / std::sqrt(worst * best); }, cycles(128),
              cycles(132));
}
/// A warp whose lanes read one line, in a ring of up to a hundredth of L2; and in one of at least four times
/// L2.
Number l2_latency(const Input& in) {
  return Input::up_to(in.rows.points("chase_cg", "KB", "line"), in.l2_kb / 100);
}
Number dram_latency(const Input& in) {
  return Input::from(in.rows.points("chase_cg", "KB", "line"), in.l2_kb * 4);
}
Number constant_pass(const Input& in) {
  return with([](double all, double one) { return (all - one) / 31; },
              in.find("constant_passes", "distinct=32 threads=1024"),
              in.find("constant_passes", "distinct=1 threads=1024"));
}

// ---- barriers

Number barrier_of(const Input& in, int threads) {
  return in.find("barrier", fmt::format("threads={} blocks=1", threads));
}
Number barrier_each_warp(const Input& in) {
  return with([](double all, double one) { return (all - one) / 31; }, barrier_of(in, 1024),
              barrier_of(in, 32));
}
Number barrier(const Input& in) {
  return with([](double one, double each) { return one - each; }, barrier_of(in, 32), barrier_each_warp(in));
}
/// Four blocks of four warps: the cycles of an arrival. The probe times block 0. From some 24 warps on that
/// one gets ahead of the others (8, 12, 16, 24 arrivals of four blocks take it 2 cycles each, 64 of eight
/// 0.8), so that its time no longer says what all take.
Number barrier_arrival(const Input& in) {
  for (const Row& row : in.rows.all())
    if (row.name == "barrier" && row.field("threads") == 128 && row.field("blocks") == 4)
      return row.value / 16;
  return {};
}

// ---- L2

/// Cycles of a sector: the slope between the smallest stream and the largest of up to `part` of L2.
Number sector_of(const Input& in, const char* stream, double part = .67) {
  const Points points = in.rows.points(stream, "MB", "");
  const Points fitting(points.begin(), std::find_if(points.begin(), points.end(), [&](const auto& point) {
                         return point.first > in.l2_mb * part;
                       }));
  const auto line = fitting.size() < 2 ? std::nullopt : line_through(fitting.front(), fitting.back());
  return line ? Number(in.cycles_of(line->slope, mib / 32)) : std::nullopt;
}
Number l2_read_sector(const Input& in) { return sector_of(in, "read_grid"); }
Number l2_write_sector(const Input& in) { return sector_of(in, "write_grid"); }
/// Arrays updated in place, launch after launch: a sector of them takes so many times as long as one that is
/// only read. What another multiprocessor wrote is not there where the reader looks first. 1 by rows of a
/// time in which the probe did not ask.
Number l2_rewritten(const Input& in) {
  const Number again = sector_of(in, "rewrite4", .5);
  if (!again) return 1.0;
  return with([](double twice, double once) { return once > 0 ? std::max(1.0, twice / once) : 1.0; }, again,
              l2_read_sector(in));
}
/// 64 warps a multiprocessor, each lane in a line of its own, in a ring of up to a third of L2.
Number l2_read_line(const Input& in) {
  const Number rate = Input::up_to(in.rows.points("loaded_rate", "MB", "32 lines warps=64"), in.l2_mb / 3);
  return rate ? Number(in.cycles_of(1, *rate * 1e3 / 32)) : std::nullopt;
}
/// One word in each sector of whole lines, of all multiprocessors at once: a sector's.
Number l2_write_line(const Input& in) {
  const auto cycles = [&](int threads) {
    return in.find("store_walk",
                   fmt::format("blocks={} stride=32 threads={}", in.device.multiprocessors, threads));
  };
  return mean({cycles(256), cycles(1024)});
}
/// Stores down the columns of a matrix of 1,024 rows: each lane writes a word of another line.
Number l2_write_narrow(const Input& in) {
  std::vector<Number> each;
  for (const int rows : {4, 8, 16, 32})
    each.push_back(in.find("column_write", fmt::format("DIM=1024 rows={}", rows)));
  return with([&](double us, double start,
                  double line) { return std::max(0.0, in.cycles_of(us - start, mib) - line); },
              mean(each), launch(in), l2_write_line(in));
}
/// Arrays of structs written member by member: up to so many words a struct, and lines a warp, the time grows
/// about with the bytes; each of the four sub-partitions has as many.
Number write_lines(const Input& in) {
  constexpr std::array words = {2, 3, 4, 5, 7, 8, 16};
  Number before;
  double most = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Number us = in.find(fmt::format("aos_write_{}", words[i]), "N=1048576");
    if (!us) return std::nullopt;
    if (before && *us / *before > 1.5 * words[i] / words[i - 1]) break;
    most = words[i];
    before = us;
  }
  return 4 * most;
}

// ---- the footprint of L2: as shares of it, and DRAM

/// The size from which a stream takes 3 % more than a line through its sizes of up to half of L2 says; the
/// last such crossing.
Number held(const Input& in, const char* stream) {
  const Points points = in.rows.points(stream, "MB", "");
  const auto past = std::find_if(points.begin(), points.end(),
                                 [&](const auto& point) { return point.first > in.l2_mb / 2; });
  if (past - points.begin() < 2 || past == points.end()) return std::nullopt;
  const auto line = line_through(points.front(), *(past - 1));
  if (!line) return std::nullopt;
  const auto over = [&](const auto& point) { return point.second / line->at(point.first) - 1.03; };
  for (std::size_t i = points.size() - 1; i-- > 0;)
    if (over(points[i]) <= 0 && over(points[i + 1]) > 0) {
      const double part = over(points[i]) / (over(points[i]) - over(points[i + 1]));
      return (points[i].first + part * (points[i + 1].first - points[i].first)) / in.l2_mb;
    }
  return std::nullopt;
}
/// The size from which it takes nine tenths of what a line through the two largest sizes says.
Number none(const Input& in, const char* stream) {
  const Points points = in.rows.points(stream, "MB", "");
  if (points.size() < 4) return std::nullopt;
  const auto line = line_through(points[points.size() - 2], points.back());
  if (!line) return std::nullopt;
  const auto under = [&](const auto& point) { return .9 - point.second / line->at(point.first); };
  for (std::size_t i = points.size() - 1; i-- > 0;)
    if (points[i].first > in.l2_mb / 4 && under(points[i]) >= 0 && under(points[i + 1]) < 0) {
      const double part = under(points[i]) / (under(points[i]) - under(points[i + 1]));
      return (points[i].first + part * (points[i + 1].first - points[i].first)) / in.l2_mb;
    }
  return std::nullopt;
}
Number l2_held_read(const Input& in) { return held(in, "read_grid"); }
Number l2_none_read(const Input& in) { return none(in, "read_grid"); }
Number l2_held_copied(const Input& in) { return held(in, "load_store4"); }
Number l2_none_copied(const Input& in) { return none(in, "load_store4"); }
/// Gathers from a table of L2's size and from the largest: with a share h / size found in L2, times are as
/// 1 - h / size.
Number l2_held_irregular(const Input& in) {
  Points points;
  for (const Row& row : in.rows.all())
    if (row.name == "gather" && row.field("KB")) points.emplace_back(*row.field("KB"), row.value);
  std::sort(points.begin(), points.end());
  const auto near = std::find_if(points.begin(), points.end(),
                                 [&](const auto& point) { return point.first >= in.l2_kb; });
  if (near == points.end() || points.back().first < 4 * near->first) return std::nullopt;
  const double ratio = near->second / points.back().second, size = near->first / in.l2_kb,
               largest = points.back().first / in.l2_kb;
  return std::clamp((1 - ratio) / (1 / size - ratio / largest), 0.0, 1.0);
}

/// Bytes of the largest stream by its time.
Number dram_read(const Input& in) {
  const Points points = in.rows.points("read_grid", "MB", "");
  if (points.empty()) return std::nullopt;
  return points.back().first * mib / (points.back().second * 1e-6) / in.dram_bytes;
}
/// Half of the largest copy's bytes by the time that reading the other half leaves.
Number dram_write(const Input& in) {
  const Points points = in.rows.points("copy_grid", "MB", "");
  const Number read = dram_read(in);
  if (points.empty() || !read) return std::nullopt;
  const double half = points.back().first * mib / 2,
               left = points.back().second * 1e-6 - half / (*read * in.dram_bytes);
  return left > 0 ? Number(half / left / in.dram_bytes) : std::nullopt;
}
/// Words 256 bytes apart: DRAM reads two sectors for each.
Number dram_apart(const Input& in) {
  constexpr double words = 4 * mib, bytes = 64;
  return with([&](double us) { return words * bytes / (us * 1e-6) / in.dram_bytes; },
              in.find("read_strided", "N=4194304 stride=256"));
}

// ---- atomics, of eight blocks a multiprocessor

Number atomic(const Input& in, const char* what) {
  return in.find("global_atomic", fmt::format("{} blocks={}", what, 8 * in.device.multiprocessors));
}
/// 32 sectors of its own for each warp: cycles of a sector.
Number atomic_sector(const Input& in) {
  return with([&](double ns) { return in.cycles_of(ns * 1e-3, 32); }, atomic(in, "red_u32: own 32 sectors"));
}
Number of_a_line(const Input& in) { return atomic(in, "red_u32: one line"); }
Number of_a_word(const Input& in) { return atomic(in, "red_u32: one word, one lane"); }
/// What a line of four sectors takes more than a word: nanoseconds of a sector. Of rows without a word's: a
/// quarter of the line's, with the request in it.
Number atomic_turn(const Input& in) {
  const Number line = of_a_line(in), word = of_a_word(in);
  if (!line) return {};
  return word ? (*line - *word) / 3 : *line / 4;
}
/// What a word takes beside its turn, likewise.
Number atomic_request(const Input& in) {
  const Number turn = atomic_turn(in), word = of_a_word(in);
  if (!turn) return {};
  return word ? *word - *turn : 0;
}
Number atomic_word(const Input& in) { return atomic(in, "red_f32: one word, one lane"); }

/// In the file's order.
struct Figure {
  const char *key, *unit;
  Number (*of)(const Input&);
};
constexpr Figure figures[] = {{"launch", "us", launch},
                              {"fetch", "cycles/instruction", fetch},
                              {"fetch_most", "cycles", fetch_most},
                              {"shared_latency", "cycles", shared_latency},
                              {"shared_wavefront", "cycles", shared_wavefront},
                              {"shuffle_latency", "cycles", shuffle_latency},
                              {"l1_latency", "cycles", l1_latency},
                              {"l1_lines", "lines/cycle", l1_lines},
                              {"l2_latency", "cycles", l2_latency},
                              {"dram_latency", "cycles", dram_latency},
                              {"constant_latency", "cycles", constant_latency},
                              {"constant_pass", "cycles", constant_pass},
                              {"constant_miss", "cycles", constant_miss},
                              {"barrier", "cycles", barrier},
                              {"barrier_each_warp", "cycles", barrier_each_warp},
                              {"barrier_arrival", "cycles", barrier_arrival},
                              {"block_start", "cycles", block_start},
                              {"block_interval", "cycles", block_interval},
                              {"block_interval_warp", "cycles", block_interval_warp},
                              {"warp_start", "cycles", warp_start},
                              {"store_end", "cycles", store_end},
                              {"l2_read_sector", "cycles", l2_read_sector},
                              {"l2_read_line", "cycles", l2_read_line},
                              {"l2_rewritten", "times as long", l2_rewritten},
                              {"l2_write_sector", "cycles", l2_write_sector},
                              {"l2_write_line", "cycles", l2_write_line},
                              {"l2_write_narrow", "cycles", l2_write_narrow},
                              {"write_lines", "lines", write_lines},
                              {"l2_held_read", "of L2", l2_held_read},
                              {"l2_none_read", "of L2", l2_none_read},
                              {"l2_held_copied", "of L2", l2_held_copied},
                              {"l2_none_copied", "of L2", l2_none_copied},
                              {"l2_held_irregular", "of L2", l2_held_irregular},
                              {"dram_read", "of dram_bandwidth", dram_read},
                              {"dram_write", "of dram_bandwidth", dram_write},
                              {"dram_apart", "of dram_bandwidth", dram_apart},
                              {"atomic_sector", "cycles", atomic_sector},
                              {"atomic_turn", "ns", atomic_turn},
                              {"atomic_request", "ns", atomic_request},
                              {"atomic_word", "ns", atomic_word}};

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The median with four digits, so that the file reads well.
MeasuredFigure figure_of(const Figure& figure, const std::vector<double>& values) {
  MeasuredFigure out;
  out.key = figure.key;
  out.unit = figure.unit;
  const double median = median_of(values);
  out.value = std::stod(fmt::format("{:.4g}", std::max(median, 0.0)));
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  out.spread = median > 0 ? std::ceil((*most - *least) / median * 1000) / 1000 : 0;
  return out;
}

/// On a quiet device half of the figures agree within 4 %; a few are differences of small times, which differ
/// more.
constexpr double wide = .25, throttled_below = .9;
constexpr std::size_t most_wide = 5;

void add_doubts(const Record& record, const std::vector<double>& clocks, Derived& out) {
  out.doubts = record.disturbed;
  // A sequence of accesses takes time: where none was seen the kernels have not run.
  for (const char* key : {"shared_latency", "l1_latency", "l2_latency", "dram_latency", "block_interval"})
    if (const MeasuredFigure* figure = out.measured.find(key); figure != nullptr && figure->value <= 0)
      out.doubts.push_back(fmt::format("{} is 0, which cannot be", key));
  std::string names;
  std::size_t count = 0;
  for (const MeasuredFigure& figure : out.measured.figures)
    if (figure.spread > wide) {
      ++count;
      names += fmt::format("{}{} by {:.0f} %", names.empty() ? "" : ", ", figure.key, figure.spread * 100);
    }
  if (count > most_wide)
    out.doubts.push_back(
        fmt::format("the processes do not agree ({}): the device was busy, or its clock changed", names));
  if (clocks.empty() || record.device.clock_mhz <= 0) return;
  if (const double clock = median_of(clocks); clock < throttled_below * record.device.clock_mhz)
    out.doubts.push_back(
        fmt::format("its clock under load was {:.0f} MHz, far below the {:.0f} that it can have: it "
                    "is throttled (power, heat, or a clock that somebody fixed)",
                    clock, record.device.clock_mhz));
}

} // namespace

Derived derive(const Record& record, const Device& of) {
  Derived out;
  out.measured.of = of.id;
  out.measured.device = record.device.name;
  out.measured.driver = record.device.driver.empty() ? "unknown" : record.device.driver;
  out.measured.date = record.device.date;
  out.measured.cc_major = of.cc_major;
  out.measured.cc_minor = of.cc_minor;
  out.measured.processes = static_cast<std::uint32_t>(record.processes.size());
  const DeviceNumber* bandwidth = of.find("dram_bandwidth");
  std::vector<double> clocks;
  std::vector<std::vector<double>> values(std::size(figures));
  for (const Rows& rows : record.processes) {
    const Number clock = Input::up_to(rows.points("clock_arithmetic", "rounds", ""), 1e9);
    if (clock) clocks.push_back(*clock);
    const Input in{rows,
                   record.device,
                   bandwidth != nullptr ? bandwidth->value * 1e9 : 0,
                   clock.value_or(record.device.clock_mhz),
                   record.device.l2_bytes / 1024,
                   record.device.l2_bytes / mib};
    for (std::size_t i = 0; i < std::size(figures); ++i)
      if (const Number value = figures[i].of(in); value && std::isfinite(*value)) values[i].push_back(*value);
  }
  for (std::size_t i = 0; i < std::size(figures); ++i)
    // What an older probe did not print in each process is of those that did.
    if (values[i].empty() || 2 * values[i].size() < record.processes.size())
      out.missing.emplace_back(figures[i].key);
    else out.measured.figures.push_back(figure_of(figures[i], values[i]));
  add_doubts(record, clocks, out);
  return out;
}

std::string to_toml(const MeasuredDevice& measured) {
  std::string out = fmt::format(
      "# Written by `warpscope probe`; keys in assets/devices/README.md. Median and spread ((most - least) "
      "/ median) of {} processes.\n"
      "of = \"{}\"\ndevice = \"{}\"\ndriver = \"{}\"\ndate = \"{}\"\nprocesses = {}\n\n[figures]\n",
      measured.processes, measured.of, measured.device, measured.driver, measured.date, measured.processes);
  for (const MeasuredFigure& figure : measured.figures)
    out += fmt::format("{} = {{ value = {:g}, unit = \"{}\", spread = {:g} }}\n", figure.key, figure.value,
                       figure.unit, figure.spread);
  return out;
}

std::string file_name_of(const std::string& device) {
  std::string out;
  for (const char c : device)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!out.empty() && out.back() != '-') out += '-';
  if (out.starts_with("nvidia-")) out.erase(0, 7);
  while (out.ends_with('-')) out.pop_back();
  return out.empty() ? "device" : out.substr(0, 60);
}

} // namespace warpscope::probe
