// Loads and stores of every space, and asynchronous copies.
#include "sim/base/copy_sides.h"
#include "sim/sass/access.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::sass {

namespace {

constexpr u32 window_of(Space space) { return static_cast<u32>(space); }

const Piece* piece_at(Machine& m, u32 window, u64 offset, u32 bytes) {
  const auto holds = [&](const Piece& piece) {
    return piece.window == window && offset >= piece.begin && offset + bytes <= piece.end;
  };
  if (m.last_piece < m.pieces.size() && holds(m.pieces[m.last_piece])) return &m.pieces[m.last_piece];
  const auto after = std::upper_bound(
      m.pieces.begin(), m.pieces.end(), std::pair{window, offset},
      [](const auto& wanted, const Piece& piece) { return wanted < std::pair{piece.window, piece.begin}; });
  if (after == m.pieces.begin() || !holds(*std::prev(after))) return nullptr;
  m.last_piece = static_cast<u32>(std::prev(after) - m.pieces.begin());
  return &m.pieces[m.last_piece];
}

std::string hex_lane(const Warp& w, u32 lane, u64 address, u32 bytes, const char* what) {
  return fmt::format("thread {} of block {} makes {} of {} bytes at {:#x}", 32 * w.number + lane,
                     w.block->number, what, bytes, address);
}

} // namespace

u8* find(Warp& w, u32 lane, u64 address, u32 bytes) {
  const u32 window = static_cast<u32>(address >> 32), offset = static_cast<u32>(address);
  if (address % bytes != 0) return nullptr;
  if (window == window_of(Space::Shared))
    return u64{offset} + bytes <= w.block->shared.size() ? w.block->shared.data() + offset : nullptr;
  if (window == window_of(Space::Local)) {
    const u32 own = w.machine->local_bytes;
    return u64{offset} + bytes <= own ? w.local.data() + std::size_t{lane} * own + offset : nullptr;
  }
  const Piece* piece = piece_at(*w.machine, window, offset, bytes);
  return piece == nullptr ? nullptr : piece->data + (offset - piece->begin);
}

void addresses_of(const Warp& w, const Instruction& in, Window where, Addresses& out) {
  const AddressParts& parts = in.address;
  u64 base = parts.offset;
  if (parts.uniform != no_row) {
    base += w.registers[parts.uniform].lane[0];
    if (parts.uniform_wide) base += u64{w.registers[parts.uniform + 1u].lane[0]} << 32;
  }
  if (parts.row == no_row) {
    out.fill(base);
  } else if (parts.wide) {
    const Row &low = w.registers[parts.row], &high = w.registers[parts.row + 1u];
    for (u32 l = 0; l < lanes; ++l) out[l] = base + pair(low, high, l);
  } else {
    const Row& low = w.registers[parts.row];
    for (u32 l = 0; l < lanes; ++l) out[l] = base + u64{low.lane[l] * parts.scale};
  }
  // Spaces with instructions of their own have addresses of 32 bits.
  if (where != Window::Generic)
    for (u64& address : out)
      address = static_cast<u32>(address) |
                u64{window_of(where == Window::Shared ? Space::Shared : Space::Local)} << 32;
}

namespace {

/// Equal shapes get equal numbers: the same lanes, at the same distances from the first one.
u64 shape_of(Machine& m, const Instruction& in, const WarpAccess& access, u32 key) {
  LastShape& last = m.shapes[in.pc];
  const u32 first = access.offset[static_cast<unsigned>(std::countr_zero(access.mask))];
  std::array<u32, lanes> delta;
  for (u32 l = 0; l < lanes; ++l) delta[l] = (access.mask >> l & 1) != 0 ? access.offset[l] - first : 0;
  key = key << 2 | (first & 3);
  if (last.number == 0 || last.mask != access.mask || last.key != key || last.delta != delta)
    last = {access.mask, key, m.next_shape++, delta};
  return last.number;
}

} // namespace

Reach reach(Warp& w, Addresses& addresses, u32 width) {
  if (w.exec != all_lanes) {
    const u64 some = addresses[static_cast<unsigned>(std::countr_zero(w.exec))];
    for (u32 l = 0; l < lanes; ++l) addresses[l] = (w.exec >> l & 1) != 0 ? addresses[l] : some;
  }
  u64 least = ~u64{0}, most = 0, bits = 0;
  for (const u64 address : addresses) {
    least = std::min(least, address);
    most = std::max(most, address);
    bits |= address;
  }
  Reach found;
  if (least >> 32 != most >> 32) return found;
  found.window = static_cast<u32>(least >> 32);
  if ((bits & (width - 1)) != 0) return found;
  const u64 first = static_cast<u32>(least), end = u64{static_cast<u32>(most)} + width;
  if (found.window == window_of(Space::Shared)) {
    if (end <= w.block->shared.size()) found.base = w.block->shared.data();
  } else if (found.window != window_of(Space::Local)) {
    const Piece* piece = piece_at(*w.machine, found.window, first, width);
    if (piece != nullptr && end <= piece->end) found.base = piece->data - piece->begin;
  }
  return found;
}

void report(Warp& w, const Instruction& in, const Addresses& addresses, const Reported& what, u32 known) {
  Machine& m = *w.machine;
  u32 left = w.exec;
  while (left != 0) { // each space that the lanes reach is an access of its own
    const u32 window = known != no_window
                           ? known
                           : static_cast<u32>(addresses[static_cast<unsigned>(std::countr_zero(left))] >> 32);
    u32 mask = known != no_window ? left : 0;
    for (u32 l = 0; l < lanes && known == no_window; ++l)
      mask |= u32{(left >> l & 1) != 0 && static_cast<u32>(addresses[l] >> 32) == window} << l;
    left &= ~mask;
    trace::AccessEvent& event = m.event;
    event.block = w.block->number, event.warp = w.number, event.site = in.pc;
    event.space = window == code_window ? Space::Global : static_cast<Space>(window);
    event.kind = what.kind, event.returns = what.returns;
    event.access.width = what.width, event.access.mask = mask;
    event.access.form = event.space == Space::Shared ? what.form : AtomicForm::Turns;
    event.access.copies = what.from != nullptr || (what.to != nullptr && event.space == Space::Global);
    if (what.from != nullptr) {
      std::array<u32, lanes> global{};
      for (u32 l = 0; l < lanes; ++l) global[l] = static_cast<u32>((*what.from)[l]);
      event.access.other_side = origins_of_copy(what.width, global.data(), mask);
    }
    if (what.to != nullptr && event.access.copies) {
      std::array<u32, lanes> shared{};
      for (u32 l = 0; l < lanes; ++l) shared[l] = static_cast<u32>((*what.to)[l]);
      event.access.other_side = sectors_of_shared(shared, mask);
    }
    for (u32 l = 0; l < lanes; ++l) event.access.offset[l] = static_cast<u32>(addresses[l]);
    event.shape = event.access.copies ? 0 : shape_of(m, in, event.access, window);
    m.sink->on_access(event);
  }
}

Flow no_memory(Warp& w, u32 lane, u64 address, u32 bytes, const char* what) {
  return fail(w, hex_lane(w, lane, address, bytes, what) + ", which is none of the launch's memory");
}

namespace {

void spread_value(u32 l, const u8* from, u8 width, bool is_signed, std::array<Row, 4>& out) {
  switch (width) {
  case 1: out[0].lane[l] = is_signed ? static_cast<u32>(static_cast<std::int8_t>(*from)) : *from; break;
  case 2: {
    u16 value = 0;
    std::memcpy(&value, from, 2);
    out[0].lane[l] = is_signed ? static_cast<u32>(static_cast<std::int16_t>(value)) : value;
    break;
  }
  default:
    for (unsigned n = 0; n < width / 4u; ++n) std::memcpy(&out[n].lane[l], from + 4 * n, 4);
  }
}

void write_value(Warp& w, const Instruction& in, const std::array<Row, 4>& value) {
  write(w, in, value[0]);
  for (unsigned n = 1; n < in.width / 4u; ++n) write_next(w, in, n, value[n]);
}

template <Window where> Flow load(Warp& w, const Instruction& in) {
  Addresses addresses;
  addresses_of(w, in, where, addresses);
  std::array<Row, 4> value;
  const Reach at = reach(w, addresses, in.width);
  if (at.base != nullptr && in.width >= 4) {
    for (unsigned n = 0; n < in.width / 4u; ++n)
      for (u32 l = 0; l < lanes; ++l)
        std::memcpy(&value[n].lane[l], at.base + static_cast<u32>(addresses[l]) + 4 * n, 4);
    write_value(w, in, value);
    report(w, in, addresses, {.kind = AccessKind::Load, .width = in.width, .returns = true}, at.window);
    return Flow::Next;
  }
  for (u32 left = w.exec; left != 0; left &= left - 1) {
    const u32 l = static_cast<u32>(std::countr_zero(left));
    const u8* from = find(w, l, addresses[l], in.width);
    if (from == nullptr) return no_memory(w, l, addresses[l], in.width, "a load");
    spread_value(l, from, in.width, in.is_signed, value);
  }
  write_value(w, in, value);
  report(w, in, addresses, {.kind = AccessKind::Load, .width = in.width, .returns = true}, at.window);
  return Flow::Next;
}

template <Window where> Flow store(Warp& w, const Instruction& in) {
  Addresses addresses;
  addresses_of(w, in, where, addresses);
  const Reach at = reach(w, addresses, in.width);
  for (u32 left = w.exec; left != 0; left &= left - 1) {
    const u32 l = static_cast<u32>(std::countr_zero(left));
    u8* to = at.base != nullptr ? at.base + static_cast<u32>(addresses[l])
                                : find(w, l, addresses[l], in.width);
    if (to == nullptr) return no_memory(w, l, addresses[l], in.width, "a store");
    if (in.width < 4) std::memcpy(to, &raw(w, in.from[0]).lane[l], in.width);
    else
      for (unsigned n = 0; n < in.width / 4u; ++n) std::memcpy(to + 4 * n, &raw(w, in.from[0], n).lane[l], 4);
  }
  report(w, in, addresses, {.kind = AccessKind::Store, .width = in.width, .returns = false}, at.window);
  return Flow::Next;
}

/// What caches and other threads see of it, which changes no count and, warp by warp, no value.
void ignore_scopes(Build& b) {
  b.ignore({"STRONG", "WEAK", "CONSTANT", "MMIO", "PRIVATE"});
  b.ignore({"GPU", "SYS", "SM", "CTA", "VC"});
  b.ignore({"EL", "EF", "LU", "EU", "NA", "LTC64B", "LTC128B", "LTC256B"});
}
void take_width(Build& b) {
  Instruction& in = b.in();
  const unsigned type = b.one_of({"U8", "S8", "U16", "S16", "32", "64", "128", "U"}, 4);
  constexpr u8 widths[] = {1, 1, 2, 2, 4, 8, 16, 4};
  in.width = widths[type];
  in.is_signed = type == 1 || type == 3;
}

template <Window where> bool build_load(Build& b) {
  constexpr bool generic = where == Window::Generic;
  if (generic && !b.mod("E")) return false; // addresses of 32 bits
  ignore_scopes(b);
  take_width(b);
  b.in().run = load<where>;
  return b.to() && b.address(generic);
}
template <Window where> bool build_store(Build& b) {
  constexpr bool generic = where == Window::Generic;
  if (generic && !b.mod("E")) return false;
  ignore_scopes(b);
  take_width(b);
  b.in().run = store<where>;
  return b.address(generic) && b.source(0);
}

/// Constants: bank 3 has the variables of the text, whose accesses count.
Flow load_constant(Warp& w, const Instruction& in) {
  Addresses addresses;
  addresses_of(w, in, Window::Generic, addresses);
  const std::vector<u8>& bank = w.machine->banks[in.bank];
  std::array<Row, 4> value;
  for (u32 l = 0; l < lanes; ++l) {
    if ((w.exec >> l & 1) == 0 && !in.uniform) continue;
    const u32 at = static_cast<u32>(addresses[l]);
    if (at % std::min<u32>(in.width, 4) != 0 || u64{at} + in.width > bank.size())
      return fail(w, hex_lane(w, l, at, in.width, "a load") +
                         fmt::format(" of constant bank {}, which ends before", in.bank));
    spread_value(l, bank.data() + at, in.width, in.is_signed, value);
    addresses[l] = at | u64{window_of(Space::Constant)} << 32;
  }
  write_value(w, in, value);
  if (in.bank == 3) report(w, in, addresses, {.kind = AccessKind::Load, .width = in.width, .returns = true});
  return Flow::Next;
}
bool build_constant(Build& b) {
  take_width(b);
  Instruction& in = b.in();
  in.run = load_constant;
  return b.to() && b.is(Operand::Kind::Constant) && b.address(false) && in.bank < 8 && !in.address.wide;
}

/// LDGSTS: from global into shared memory; where the predicate does not hold, zeros.
Flow copy(Warp& w, const Instruction& in) {
  Instruction part = in;
  Addresses to, from;
  addresses_of(w, in, Window::Shared, to);
  part.address = w.machine->decoded->sources[in.target];
  addresses_of(w, part, Window::Generic, from);
  const u32 reads = w.exec & read(w, in.predicate[0]);
  for (u32 left = w.exec; left != 0; left &= left - 1) {
    const u32 l = static_cast<u32>(std::countr_zero(left));
    u8* target = find(w, l, to[l], in.width);
    if (target == nullptr) return no_memory(w, l, to[l], in.width, "a copy");
    if ((reads >> l & 1) == 0) {
      std::memset(target, 0, in.width);
      continue;
    }
    const u8* source = find(w, l, from[l], in.width);
    if (source == nullptr) return no_memory(w, l, from[l], in.width, "a copy");
    std::memcpy(target, source, in.width);
  }
  const u32 all = w.exec;
  w.exec = reads;
  report(
      w, in, from,
      {.kind = AccessKind::Load, .width = in.width, .returns = true, .to = in.width == 16 ? &to : nullptr});
  w.exec = all;
  report(w, in, to, {.kind = AccessKind::Store, .width = in.width, .returns = false, .from = &from});
  return Flow::Next;
}
bool build_copy(Build& b) {
  if (!b.mod("E")) return false;
  b.ignore({"BYPASS", "ACCESS"});
  ignore_scopes(b);
  take_width(b);
  if (!b.address(false)) return false;
  const AddressParts to = b.in().address;
  if (!b.address(true)) return false;
  b.in().target = b.keep_source(b.in().address);
  b.in().address = to;
  b.in().predicate[0] = {true_predicate, false};
  b.in().run = copy;
  return b.maybe_predicate(0);
}

Flow nothing(Warp& /*w*/, const Instruction& /*in*/) { return Flow::Next; }
/// Fences and waits for copies: here everything takes effect at once.
bool build_nothing(Build& b) {
  while (b.left() != 0) b.take();
  b.ignore({"SC", "ALL", "GPU", "SYS", "CTA", "SM", "VC", "LE", "IVALL", "C", "D", "IVALLP", "ALIVE"});
  b.ignore({"ARRIVES", "LDGSTSBAR", "64", "TRANSCNT"});
  b.in().run = nothing;
  return true;
}

constexpr Entry entries[] = {
    {"LDG", build_load<Window::Generic>},
    {"LD", build_load<Window::Generic>},
    {"LDS", build_load<Window::Shared>},
    {"LDL", build_load<Window::Local>},
    {"STG", build_store<Window::Generic>},
    {"ST", build_store<Window::Generic>},
    {"STS", build_store<Window::Shared>},
    {"STL", build_store<Window::Local>},
    {"LDC", build_constant, true},
    {"LDGSTS", build_copy},
    {"LDGDEPBAR", build_nothing},
    {"DEPBAR", build_nothing},
    {"MEMBAR", build_nothing},
    {"ERRBAR", build_nothing},
    {"CGAERRBAR", build_nothing},
    {"CCTL", build_nothing},
};

} // namespace

std::span<const Entry> memory_entries() { return entries; }

} // namespace warpscope::sass
