// Finds races by vector clocks over every pair of accesses, with no thought of speed: what the detector of
// sim/races is held against.
#include "tests/reference/ordered_races.h"

#include <algorithm>
#include <memory>
#include <set>

namespace reference {

using warpscope::AccessKind;
using warpscope::Space;

namespace {

using What = WarpEvent::What;

/// Of each agent so many doings are behind: of the threads of all blocks, and of each asynchronous copy (0 or
/// 1). Those that are not there: 0.
struct Clock {
  std::vector<std::uint32_t> of;
  bool any = false; ///< something was given, if only the empty past
  [[nodiscard]] std::uint32_t at(std::uint32_t agent) const { return agent < of.size() ? of[agent] : 0; }
  void raise(std::uint32_t agent, std::uint32_t time) {
    if (agent >= of.size()) of.resize(agent + 1);
    of[agent] = std::max(of[agent], time);
    any = true;
  }
  void join(const Clock& other) {
    if (other.of.size() > of.size()) of.resize(other.of.size());
    for (std::size_t i = 0; i < other.of.size(); ++i) of[i] = std::max(of[i], other.of[i]);
    any = any || other.any;
  }
};

struct Word {
  Space space = Space::None;
  std::uint32_t block = 0, word = 0; ///< block: shared memory's, else 0
  auto operator<=>(const Word&) const = default;
};

/// Of one word.
struct Piece {
  std::uint32_t agent = 0, index = 0; ///< who, and how many doings of its came before
  std::uint32_t thread = 0;           ///< of all blocks; of a copy: whose
  bool copy = false;
  std::uint32_t block = 0, interval = 0, line = 0;
  std::uint64_t place = 0;
  AccessKind kind = AccessKind::Load;
  bool atomic = false, strong = false;
  std::uint32_t bytes = 0;
  std::uint64_t version = 0; ///< strong: of the flag, behind it
  std::shared_ptr<const Clock> behind;
  std::shared_ptr<const std::map<Word, std::uint64_t>> passed; ///< flags, up to which version
  [[nodiscard]] bool reads() const { return kind == AccessKind::Load; }
};

struct Flag {
  Clock anywhere, here;
  std::uint32_t block = 0;
  std::uint64_t version = 0;
  bool used = false;
};

struct Copy {
  std::uint32_t agent = 0, group = 0;
  bool bound = false, store = false;
  Space space = Space::None;
  std::uint32_t address = 0, width = 0, line = 0;
  bool waited = false;
};

struct Thread {
  Clock knows;
  Clock read_anywhere, read_here; ///< flags, not yet behind a fence
  Clock fenced,
      fenced_here; ///< at its last fence of that scope, or others' before a barrier or a warp's sync
  std::map<Word, std::uint64_t> read, passed;
  std::uint32_t done = 0;
  bool copying = false;
  std::uint32_t committed = 0, waited = 0;
  std::vector<Copy> copies;
};

void raise(std::map<Word, std::uint64_t>& to, const std::map<Word, std::uint64_t>& by) {
  for (const auto& [word, version] : by) to[word] = std::max(to[word], version);
}

class Run {
 public:
  Run(std::uint32_t blocks, std::uint32_t threads)
      : threads_(threads), all_(std::size_t{blocks} * threads), intervals_(blocks),
        agents_(blocks * threads) {}

  void event(const WarpEvent& e) {
    if (e.what == What::Barrier) return barrier(e.block);
    if (e.what == What::WarpSync) return sync(e);
    if (e.what == What::Access) return access(e);
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if ((e.lanes >> lane & 1u) != 0) order(e, number(e, lane));
  }

  [[nodiscard]] Races races() const {
    Races found = own_;
    for (const auto& [word, pieces] : words_) {
      look_at_word(word, pieces, found);
      if (word.space == Space::Shared) look_for_unwritten(pieces, found);
    }
    return found;
  }

 private:
  [[nodiscard]] std::uint32_t number(const WarpEvent& e, std::uint32_t lane) const {
    return e.block * threads_ + e.warp * 32 + lane;
  }

  // -- order --------------------------------------------------------------------------------------
  void barrier(std::uint32_t block) {
    Clock knows, fenced;
    std::map<Word, std::uint64_t> passed;
    const auto begin = all_.begin() + block * threads_, end = begin + threads_;
    for (auto t = begin; t != end; ++t) {
      knows.join(t->knows);
      knows.join(t->read_anywhere);
      knows.join(t->read_here);
      knows.raise(static_cast<std::uint32_t>(t - all_.begin()), t->done);
      fenced.join(t->fenced);
      raise(passed, t->read);
      raise(passed, t->passed);
    }
    for (auto t = begin; t != end; ++t) {
      t->knows = knows;
      t->fenced = fenced;
      t->fenced_here = {};
      t->passed = passed;
      t->read.clear();
      t->read_anywhere = t->read_here = {};
    }
    ++intervals_[block];
  }

  void sync(const WarpEvent& e) {
    Clock knows, fenced, here;
    std::map<Word, std::uint64_t> passed;
    const auto each = [&](auto visit) {
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        if ((e.lanes >> lane & 1u) != 0) visit(number(e, lane), all_[number(e, lane)]);
    };
    each([&](std::uint32_t t, Thread& thread) {
      knows.join(thread.knows);
      knows.join(thread.read_here);
      knows.raise(t, thread.done);
      fenced.join(thread.fenced);
      here.join(thread.fenced_here);
      raise(passed, thread.passed);
    });
    each([&](std::uint32_t, Thread& thread) {
      thread.knows = knows;
      thread.fenced = fenced;
      thread.fenced_here = here;
      thread.passed = passed;
    });
  }

  void order(const WarpEvent& e, std::uint32_t t) {
    Thread& thread = all_[t];
    switch (e.what) {
    case What::FenceDevice:
    case What::FenceBlock:
      raise(thread.passed, thread.read);
      thread.read.clear();
      thread.knows.join(thread.read_here);
      thread.read_here = {};
      if (e.what == What::FenceDevice) {
        thread.knows.join(thread.read_anywhere);
        thread.read_anywhere = {};
      }
      thread.fenced_here = thread.knows;
      thread.fenced_here.raise(t, thread.done);
      if (e.what == What::FenceDevice) thread.fenced = thread.fenced_here;
      return;
    case What::CopyBegin: thread.copying = true; return;
    case What::CopyEnd: thread.copying = false; return;
    case What::CopyCommit: ++thread.committed; return;
    case What::CopyWaitOldest:
      thread.waited = std::min(thread.waited + 1, thread.committed);
      return wait_for_groups(thread);
    case What::CopyWaitPrior:
      thread.waited = std::max(thread.waited, thread.committed - std::min(thread.committed, e.prior));
      return wait_for_groups(thread);
    case What::ObjectArrive: {
      Clock given = thread.knows;
      given.raise(t, thread.done);
      phase(e).join(given);
      return;
    }
    case What::ObjectCopies:
      for (Copy& copy : thread.copies) {
        if (copy.bound || copy.waited) continue;
        copy.bound = true;
        phase(e).raise(copy.agent, 1);
      }
      return;
    case What::ObjectWait: thread.knows.join(phase(e)); return;
    default: return;
    }
  }

  /// What who waits for it gets, that of all earlier phases with it.
  Clock& phase(const WarpEvent& e) {
    auto& phases = objects_[{e.block, e.object}];
    while (phases.size() <= e.phase) phases.push_back(phases.empty() ? Clock() : phases.back());
    return phases[e.phase];
  }

  static void wait_for_groups(Thread& thread) {
    for (Copy& copy : thread.copies)
      if (!copy.bound && copy.group < thread.waited) {
        copy.waited = true;
        thread.knows.raise(copy.agent, 1);
      }
  }

  // -- accesses -----------------------------------------------------------------------------------
  void access(const WarpEvent& e) {
    const bool update = e.kind == AccessKind::Atomic, atomic = update || e.is_atomic,
               strong = atomic || e.is_volatile;
    std::map<Word, std::uint32_t> lanes_there;
    std::map<Word, std::uint64_t> version_before;
    const auto each = [&](auto visit) {
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        if ((e.lanes >> lane & 1u) == 0) continue;
        for (std::uint32_t byte = e.address[lane]; byte < e.address[lane] + e.width;
             byte = (byte / 4 + 1) * 4) {
          const Word word{e.space, e.space == Space::Shared ? e.block : 0, byte / 4};
          visit(lane, word, byte);
        }
      }
    };
    each([&](std::uint32_t, const Word& word, std::uint32_t) {
      ++lanes_there[word];
      version_before[word] = flags_.contains(word) ? flags_[word].version : 0;
    });
    std::shared_ptr<const Clock> behind;
    std::shared_ptr<const std::map<Word, std::uint64_t>> passed;
    std::uint32_t agent = 0;
    for (std::uint32_t last = 32, lane = 0; lane < 32; ++lane) {
      if ((e.lanes >> lane & 1u) == 0) continue;
      Thread& thread = all_[number(e, lane)];
      if (lane != last) {
        last = lane;
        behind = std::make_shared<const Clock>(thread.knows);
        passed = std::make_shared<const std::map<Word, std::uint64_t>>(thread.passed);
        agent = thread.copying ? agents_++ : number(e, lane);
        hold_against_own_copies(e, lane, thread);
        if (thread.copying)
          thread.copies.push_back({agent, thread.committed, false, e.kind == AccessKind::Store, e.space,
                                   e.address[lane], e.width, e.line, false});
      }
      for (std::uint32_t byte = e.address[lane]; byte < e.address[lane] + e.width;
           byte = (byte / 4 + 1) * 4) {
        const Word word{e.space, e.space == Space::Shared ? e.block : 0, byte / 4};
        Piece piece;
        piece.agent = agent;
        piece.index = thread.copying ? 0 : thread.done;
        piece.thread = number(e, lane);
        piece.copy = thread.copying;
        piece.block = e.block;
        piece.interval = intervals_[e.block];
        piece.line = e.line;
        piece.place = e.place;
        piece.kind = e.kind;
        piece.atomic = atomic;
        piece.strong = strong;
        for (std::uint32_t b = byte; b < e.address[lane] + e.width && b / 4 == byte / 4; ++b)
          piece.bytes |= 1u << b % 4;
        piece.version = version_before[word] + lanes_there[word];
        piece.behind = behind;
        piece.passed = passed;
        words_[word].push_back(piece);
      }
      ++thread.done;
    }
    // What is read of flags and given to them: by the first word of each lane's access.
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if ((e.lanes >> lane & 1u) != 0)
        read_and_give(e, lane, {e.space, e.space == Space::Shared ? e.block : 0, e.address[lane] / 4}, strong,
                      update);
  }

  void read_and_give(const WarpEvent& e, std::uint32_t lane, const Word& word, bool strong, bool update) {
    Thread& thread = all_[number(e, lane)];
    if (!strong) {
      if (e.kind == AccessKind::Store && flags_.contains(word))
        flags_[word].anywhere = flags_[word].here = {};
      return;
    }
    Flag& flag = flags_[word];
    if (e.kind != AccessKind::Store && (flag.anywhere.any || flag.here.any)) {
      flag.used = true;
      thread.read[word] = flag.version;
      thread.read_anywhere.join(flag.anywhere);
      if (flag.block == e.block) thread.read_here.join(flag.here);
    }
    if (e.kind == AccessKind::Load) return;
    ++flag.version;
    Clock narrow = thread.fenced;
    narrow.join(thread.fenced_here);
    if (!update) flag.anywhere = {};
    if (!update || flag.block != e.block) flag.here = {};
    flag.anywhere.join(thread.fenced);
    flag.here.join(narrow);
    flag.block = e.block;
  }

  void hold_against_own_copies(const WarpEvent& e, std::uint32_t lane, const Thread& thread) {
    if (thread.copying && e.kind == AccessKind::Load) return;
    for (const Copy& copy : thread.copies) {
      if (copy.waited || thread.knows.at(copy.agent) != 0 || copy.space != e.space ||
          (!copy.store && e.kind == AccessKind::Load))
        continue;
      if (copy.address >= e.address[lane] + e.width || e.address[lane] >= copy.address + copy.width) continue;
      const bool reads = !copy.store || e.kind == AccessKind::Load;
      ++own_[{reads ? "OWN WR" : "OWN WW", e.space, false, std::min(copy.line, e.line),
              std::max(copy.line, e.line)}];
    }
  }

  // -- pairs --------------------------------------------------------------------------------------
  /// Of two, the later one in the run second.
  [[nodiscard]] bool race(const Word& word, const Piece& a, const Piece& b) const {
    if (a.thread == b.thread || (a.bytes & b.bytes) == 0 || (a.reads() && b.reads()) ||
        (a.atomic && b.atomic))
      return false;
    if (b.behind->at(a.agent) > a.index) return false;
    if (a.strong && b.strong) { // what threads tell each other by is no race
      const auto flag = flags_.find(word);
      return flag == flags_.end() || !flag->second.used;
    }
    if (!a.strong || b.strong) return true;
    const auto passed = b.passed->find(word);
    return passed == b.passed->end() || passed->second < a.version;
  }

  using Side = std::tuple<std::uint64_t, std::uint32_t, AccessKind, bool, std::uint32_t>;
  void look_at_word(const Word& word, const std::vector<Piece>& pieces, Races& races) const {
    std::set<std::tuple<RaceKey, std::uint32_t, std::uint32_t, Side, Side>> pairs;
    for (std::size_t j = 0; j < pieces.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) {
        const Piece &a = pieces[i], &b = pieces[j];
        if (!race(word, a, b)) continue;
        const bool between = a.block != b.block;
        const RaceKey key{a.reads() || b.reads() ? "WR" : "WW", word.space, between, std::min(a.line, b.line),
                          std::max(a.line, b.line)};
        const auto side = [&](const Piece& p) {
          return Side(p.place, p.bytes, p.kind, p.atomic, between ? 0 : p.thread);
        };
        pairs.insert({key, between ? 0 : b.block, between ? 0 : b.interval, std::min(side(a), side(b)),
                      std::max(side(a), side(b))});
      }
    for (const auto& pair : pairs) ++races[std::get<0>(pair)];
  }

  /// Finds reads of bytes that no write can have preceded.
  static void look_for_unwritten(const std::vector<Piece>& pieces, Races& races) {
    for (std::size_t r = 0; r < pieces.size(); ++r) {
      const Piece& read = pieces[r];
      if (read.kind == AccessKind::Store) continue;
      std::uint32_t missing = read.bytes;
      for (std::size_t w = 0; w < pieces.size(); ++w) {
        const Piece& write = pieces[w];
        if (w == r || write.kind == AccessKind::Load) continue;
        const bool known = write.thread == read.thread ? w < r : read.behind->at(write.agent) > write.index;
        const bool later = write.thread == read.thread ? w > r : write.behind->at(read.agent) > read.index;
        if (later || (read.atomic && write.atomic && !known)) continue;
        missing &= ~write.bytes;
      }
      if (missing != 0) ++races[{"UNINIT", Space::Shared, false, read.line, read.line}];
    }
  }

  std::uint32_t threads_;
  std::vector<Thread> all_;
  std::vector<std::uint32_t> intervals_;
  std::uint32_t agents_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Clock>> objects_;
  std::map<Word, Flag> flags_;
  std::map<Word, std::vector<Piece>> words_;
  Races own_;
};

} // namespace

Races races_in_order(const std::vector<WarpEvent>& events, std::uint32_t blocks, std::uint32_t threads) {
  Run run(blocks, threads);
  for (const WarpEvent& event : events) run.event(event);
  return run.races();
}

} // namespace reference
