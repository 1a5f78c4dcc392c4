// Matches the accesses of two texts and sets their moments and counts beside each other.
#include "app/results/pair.h"

#include "app/language/language.h"
#include "sim/base/text.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace warpscope::results {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(trimmed(text.substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

struct Candidate {
  std::uint32_t site = 0;
  const program::Site* said = nullptr;
  std::string_view line;
};

std::vector<Candidate> candidates(const ShownRun& side) {
  std::vector<Candidate> list;
  const std::vector<std::string_view> lines = lines_of(side.text);
  const std::vector<program::Site>& sites = side.run->program().sites;
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    if (i < side.sites.size() && !side.sites[i]) continue;
    const program::Site& site = sites[i];
    const std::size_t line = site.span.line;
    list.push_back({i, &site, line > 0 && line <= lines.size() ? lines[line - 1] : std::string_view{}});
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const Candidate& x, const Candidate& y) { return x.said->span < y.said->span; });
  return list;
}

bool same_space(const program::Site& a, const program::Site& b) {
  return a.space == b.space || a.space == Space::None || b.space == Space::None;
}

/// Returns the similarity of two sites; 0: they cannot be the same access.
int likeness(const Candidate& a, const Candidate& b) {
  if (a.said->kind != b.said->kind || !same_space(*a.said, *b.said)) return 0;
  int points = 1;
  if (!a.said->text.empty() && a.said->text == b.said->text) points += 6;
  if (!a.said->variable.empty() && a.said->variable == b.said->variable) points += 3;
  if (!a.line.empty() && a.line == b.line) points += 3;
  if (a.said->span.line == b.said->span.line) points += 1;
  return points;
}

/// Texts with more pairs of accesses than this are matched by their words alone: the alignment's table would
/// be too large.
constexpr std::size_t most_cells = 4'000'000;

/// Finds the alignment in the order of both texts with the greatest total similarity.
void align(const std::vector<Candidate>& a, const std::vector<Candidate>& b,
           std::vector<std::uint32_t>& partner) {
  const std::size_t columns = b.size() + 1;
  if ((a.size() + 1) * columns > most_cells) return;
  std::vector<int> best((a.size() + 1) * columns, 0);
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;) {
      int& here = best[i * columns + j];
      here = std::max(best[(i + 1) * columns + j], best[i * columns + j + 1]);
      if (const int points = likeness(a[i], b[j]); points > 0)
        here = std::max(here, points + best[(i + 1) * columns + j + 1]);
    }
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const int points = likeness(a[i], b[j]);
    if (points > 0 && best[i * columns + j] == points + best[(i + 1) * columns + j + 1])
      partner[b[j++].site] = a[i++].site;
    else if (best[i * columns + j] == best[(i + 1) * columns + j]) ++i;
    else ++j;
  }
}

/// "float tile[32][33]" for "__shared__ float tile[32][33]": the memory space alone never differs.
std::string short_declaration(const std::string& text) {
  constexpr std::string_view prefix = "__shared__ ";
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

/// What a line has that the other has not, from the bracket on in which it stands: "[32 + PAD + 1]". A line
/// that differs near its beginning is given whole.
std::string differing_part(std::string_view line, std::string_view other) {
  constexpr std::size_t near = 12, most = 57;
  std::size_t from = 0;
  while (from < std::min(line.size(), other.size()) && line[from] == other[from]) ++from;
  std::size_t open = std::string_view::npos;
  int depth = 0;
  for (std::size_t i = from; i-- > 0 && open == std::string_view::npos;) {
    if (line[i] == ']' || line[i] == ')') ++depth;
    else if ((line[i] == '[' || line[i] == '(') && depth-- == 0) open = i;
  }
  std::size_t end = line.size();
  if (open != std::string_view::npos && from > near) {
    depth = 0;
    for (std::size_t i = open; i < line.size() && end == line.size(); ++i) {
      if (line[i] == '[' || line[i] == '(') ++depth;
      else if ((line[i] == ']' || line[i] == ')') && --depth == 0) end = i + 1;
    }
    line = line.substr(open, end - open);
  }
  return line.size() > most + 3 ? std::string(line.substr(0, most)) + "…" : std::string(line);
}

std::string value_of_parameter(const document::Document& document, const std::string& name,
                               const source::Scenario* scenario) {
  for (const auto& [known, value] : document.choices)
    if (known == name) return value;
  if (scenario != nullptr)
    for (const source::ScenarioParameter& parameter : scenario->parameters)
      if (parameter.name == name && !parameter.choices.empty()) return parameter.choices.front();
  return {};
}

} // namespace

std::vector<std::uint32_t> match_sites(const ShownRun& a, const ShownRun& b) {
  std::vector<std::uint32_t> partner(b.run->program().sites.size(), no_site);
  const std::vector<Candidate> of_a = candidates(a), of_b = candidates(b);
  align(of_a, of_b, partner);
  std::vector<bool> taken(a.run->program().sites.size(), false);
  for (const std::uint32_t site : partner)
    if (site != no_site) taken[site] = true;
  // The remaining sites are matched by their words in any order: first within the same memory, then in any.
  for (const bool any_space : {false, true})
    for (const Candidate& y : of_b) {
      if (partner[y.site] != no_site || y.said->text.empty()) continue;
      for (const Candidate& x : of_a) {
        if (taken[x.site] || x.said->kind != y.said->kind || x.said->text != y.said->text) continue;
        if (!any_space && !same_space(*x.said, *y.said)) continue;
        partner[y.site] = x.site;
        taken[x.site] = true;
        break;
      }
    }
  // One access against one access: they are compared, whatever they access.
  if (of_a.size() == 1 && of_b.size() == 1) partner[of_b[0].site] = of_a[0].site;
  return partner;
}

Pair::Pair(ShownRunPtr a, ShownRunPtr b)
    : a_(std::move(a)), b_(std::move(b)), sites_of_a_(match_sites(*a_, *b_)) {
  sites_of_b_.assign(a_->run->program().sites.size(), no_site);
  for (std::uint32_t site = 0; site < sites_of_a_.size(); ++site)
    if (sites_of_a_[site] != no_site) sites_of_b_[sites_of_a_[site]] = site;
}

namespace {

/// Returns the event of `to` that corresponds to one of `from`.
std::optional<std::size_t> partner_of(const playback::Run& from, const playback::Run& to,
                                      const std::vector<std::uint32_t>& sites, std::size_t event) {
  if (event >= from.trace().size()) return std::nullopt;
  if (from.trace().event(event).kind == trace::StepKind::BarrierRelease) {
    const auto all = from.playback().releases();
    const auto n = static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), event) - all.begin());
    const auto others = to.playback().releases();
    return n < others.size() ? std::optional<std::size_t>(others[n]) : std::nullopt;
  }
  const std::optional<playback::SiteIndex::Place> place = from.site_index().place_of(event);
  if (!place || place->site >= sites.size() || sites[place->site] == no_site) return std::nullopt;
  const auto events = to.site_index().events(sites[place->site], place->warp);
  return place->n < events.size() ? std::optional<std::size_t>(events[place->n]) : std::nullopt;
}

} // namespace

std::optional<std::size_t> Pair::event_in_a(std::size_t event) const {
  return partner_of(*b_->run, *a_->run, sites_of_a_, event);
}
std::optional<std::size_t> Pair::event_in_b(std::size_t event) const {
  return partner_of(*a_->run, *b_->run, sites_of_b_, event);
}

std::uint32_t Pair::overtime_of(std::size_t event) const {
  const std::optional<std::size_t> in_a = event_in_a(event);
  if (!in_a) return 0;
  const std::uint32_t a = a_->run->playback().steps_of(*in_a),
                      b = std::max(1u, b_->run->playback().steps_of(event));
  return a > b ? a - b : 0;
}

std::optional<Pair::Moments> Pair::moments_at(playback::Moment moment, std::uint32_t overtime) const {
  const std::optional<std::size_t> in_a = event_in_a(moment.event);
  if (!in_a) return std::nullopt;
  const std::uint32_t a = std::max(1u, a_->run->playback().steps_of(*in_a)),
                      b = std::max(1u, b_->run->playback().steps_of(moment.event));
  const std::uint32_t own = std::min(moment.wavefront, b - 1);
  const std::uint32_t step = own + (own + 1 == b ? overtime : 0);
  Moments both;
  both.a = {*in_a, std::min(step, a - 1)};
  both.b = {moment.event, own};
  both.done_a = step >= a;
  both.done_b = step >= b;
  return both;
}

std::string Pair::why_alone(std::size_t event) const {
  const std::optional<playback::SiteIndex::Place> place = b_->run->site_index().place_of(event);
  if (!place) return std::string(language::tr("compare.no_barrier"));
  const std::uint32_t site = place->site < sites_of_a_.size() ? sites_of_a_[place->site] : no_site;
  if (site == no_site) return std::string(language::tr("compare.no_partner"));
  const auto events = a_->run->site_index().events(site, place->warp);
  if (events.empty()) return language::trf("compare.warp_not", language::arg("warp", place->warp));
  return language::trf(events.size() == 1 ? "compare.warp_once" : "compare.warp_times",
                       language::arg("warp", place->warp), language::arg("times", grouped(events.size())),
                       language::arg("number", grouped(place->n + 1)));
}

std::vector<PairRow> pair_rows(std::span<const ResultRow> a, std::span<const ResultRow> b,
                               const std::vector<std::uint32_t>& sites_of_a) {
  std::map<std::pair<std::uint32_t, model::CounterId>, const ResultRow*> in_a;
  for (const ResultRow& row : a) in_a[{row.site, row.counter}] = &row;
  const auto both_launched = [](std::span<const ResultRow> rows) {
    return std::all_of(rows.begin(), rows.end(), [](const ResultRow& r) { return r.has_launch; });
  };
  const bool launch = both_launched(a) && both_launched(b);
  std::vector<PairRow> rows;
  const auto add = [&](const ResultRow* x, const ResultRow* y) {
    const ResultRow& told = y != nullptr ? *y : *x;
    PairRow row;
    row.line = told.line;
    row.site_a = x != nullptr ? x->site : no_site;
    row.site_b = y != nullptr ? y->site : no_site;
    row.code = told.code;
    if (x != nullptr && y != nullptr && x->code != y->code) row.code_a = x->code;
    row.counter = told.counter;
    row.whole_launch = launch;
    row.ideal = told.ideal;
    row.ideal_warp = told.ideal_warp;
    const auto value = [&](const ResultRow* r) {
      return r == nullptr ? std::nullopt : std::optional(launch ? r->launch : r->block);
    };
    const auto warp = [](const ResultRow* r) {
      return r == nullptr || !r->has_warp ? std::nullopt : std::optional(r->warp);
    };
    row.a = value(x);
    row.b = value(y);
    row.warp_a = warp(x);
    row.warp_b = warp(y);
    if (row.a && row.b && *row.a > 0 && *row.b > 0)
      row.ratio = static_cast<double>(*row.a) / static_cast<double>(*row.b);
    row.first_of_site = rows.empty() || rows.back().site_a != row.site_a || rows.back().site_b != row.site_b;
    rows.push_back(std::move(row));
  };
  // B's rows in their order; after a site's last row, what A counts there and B does not (a conflict that is
  // gone).
  const auto site_in_a = [&](std::uint32_t site) {
    return site == no_site ? no_site : site < sites_of_a.size() ? sites_of_a[site] : no_site;
  };
  std::vector<const ResultRow*> used;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const std::uint32_t partner = site_in_a(b[i].site);
    const bool total = b[i].site == no_site;
    const auto found = !total && partner == no_site ? in_a.end() : in_a.find({partner, b[i].counter});
    const ResultRow* x = found == in_a.end() ? nullptr : found->second;
    if (x != nullptr) used.push_back(x);
    add(x, &b[i]);
    const bool last_of_site = i + 1 == b.size() || b[i + 1].site != b[i].site;
    if (!last_of_site || (!total && partner == no_site)) continue;
    for (const ResultRow& row : a) {
      if (row.site != partner || std::find(used.begin(), used.end(), &row) != used.end()) continue;
      used.push_back(&row);
      add(&row, nullptr);
      rows.back().first_of_site = false;
    }
  }
  for (const ResultRow& row : a)
    if (std::find(used.begin(), used.end(), &row) == used.end()) add(&row, nullptr);
  return rows;
}

std::string variant_name(const document::Document& it, const document::Document& other,
                         const source::Scenario* scenario) {
  std::string name;
  const auto add = [&](const std::string& text) { name += (name.empty() ? "" : "  ") + text; };
  if (it.mode == document::SourceMode::Expression) {
    const bool both = other.mode == document::SourceMode::Expression;
    if (!both || it.expression != other.expression) add(it.expression);
    if (both && it.declaration != other.declaration)
      add(it.declaration.empty() ? std::string(language::tr("compare.no_declaration"))
                                 : short_declaration(it.declaration));
    if (both && it.block != other.block)
      add(language::trf("compare.block", language::arg("block", it.block)));
  } else {
    const bool same_origin = other.mode == document::SourceMode::Kernel && it.lab == other.lab &&
                             it.kernel_file == other.kernel_file;
    if (!same_origin)
      add(it.kernel_file.empty() ? std::string(language::tr("compare.untitled"))
                                 : it.kernel_file.substr(it.kernel_file.find_last_of('/') + 1));
    std::vector<std::string> names;
    for (const document::Document* document : {&it, &other})
      for (const auto& [known, value] : document->choices)
        if (std::find(names.begin(), names.end(), known) == names.end()) names.push_back(known);
    for (const std::string& parameter : names) {
      const std::string value = value_of_parameter(it, parameter, scenario);
      if (!value.empty() && (!same_origin || value != value_of_parameter(other, parameter, scenario)))
        add(parameter + " = " + value);
    }
    if (same_origin && name.empty() && *it.kernel_text != *other.kernel_text) {
      const std::vector<std::string_view> own = lines_of(*it.kernel_text),
                                          others = lines_of(*other.kernel_text);
      for (std::size_t i = 0; i < own.size(); ++i)
        if (!own[i].empty() && (i >= others.size() || own[i] != others[i])) {
          add(language::trf(
              "compare.line_code", language::arg("line", i + 1),
              language::arg("code",
                            differing_part(own[i], i < others.size() ? others[i] : std::string_view()))));
          break;
        }
      if (name.empty()) add(std::string(language::tr("compare.shorter")));
    }
  }
  if (it.device != other.device) add(it.device);
  return name;
}

void PinnedPair::match() {
  pair_ = pinned_ && b_ ? std::make_shared<const Pair>(pinned_->shown, b_) : nullptr;
}

void PinnedPair::pin(std::shared_ptr<const Pinned> a) {
  pinned_ = std::move(a);
  match();
}

void PinnedPair::set_b(ShownRunPtr b) {
  b_ = std::move(b);
  match();
}

std::vector<PairRow> PinnedPair::rows(std::span<const ResultRow> rows_of_b) const {
  return pair_ ? pair_rows(pinned_->rows, rows_of_b, pair_->sites_of_a()) : std::vector<PairRow>();
}

std::string PinnedPair::name_of_a(const document::Document& b) const {
  return pinned_ ? variant_name(pinned_->document, b, &pinned_->picture->scenario) : std::string();
}

std::string PinnedPair::name_of_b(const document::Document& b) const {
  return pinned_ ? variant_name(b, pinned_->document, b_ ? &b_->run->result().scenario : nullptr)
                 : std::string();
}

} // namespace warpscope::results
