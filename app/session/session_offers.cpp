// What the window offers to click: examples with their counts, and remedies of a conflict with their effect.
#include "app/document/remedies.h"
#include "app/document/request.h"
#include "app/document/swizzle.h"
#include "app/language/counted.h"
#include "app/language/language.h"
#include "app/session/session.h"

#include <algorithm>
#include <set>

namespace warpscope::session {

namespace {

constexpr const char* tile_declaration = "__shared__ float tile[32][32]";

struct ExampleText {
  const char* expression;
  /// The present declaration stays when it declares `tile`; an unknown name becomes a global array anyway.
  bool needs_tile;
};
constexpr ExampleText example_texts[] = {
    {"tile[threadIdx.y][threadIdx.x]", true},
    {"tile[threadIdx.x][threadIdx.y]", true},
    {"tile[threadIdx.x][threadIdx.x]", true},
    {"tile[threadIdx.y][threadIdx.x / 4]", true},
    {"a[threadIdx.x * 2]", false},
    {"a[threadIdx.x + 1]", false},
};

bool declares_tile(const std::string& declaration) { return declaration.find("tile[") != std::string::npos; }

/// Returns the mean wavefronts per access of `site` as text, from a result with the same sites.
results::CounterValue shared_cost(const run::Result& result, std::uint32_t site) {
  results::CounterValue sum;
  if (site >= result.sites.size()) return sum;
  for (const model::SharedTotals& t : result.sites[site].shared) {
    sum.requests += t.requests;
    sum.value += t.wavefronts;
    sum.ideal += t.ideal_wavefronts;
  }
  return sum;
}

/// The same in sectors.
results::CounterValue global_cost(const run::Result& result, std::uint32_t site) {
  results::CounterValue sum;
  if (site >= result.sites.size()) return sum;
  for (const model::GlobalTotals& t : result.sites[site].global) {
    sum.requests += t.requests;
    sum.value += t.sectors;
    sum.ideal += t.ideal_sectors;
  }
  return sum;
}

const source::ScenarioParameter* find_parameter(const source::Scenario& scenario, std::string_view name) {
  for (const source::ScenarioParameter& p : scenario.parameters)
    if (p.name == name && p.choices.size() > 1) return &p;
  return nullptr;
}

std::string value_of_choice(const document::Document& document, const source::ScenarioParameter& parameter) {
  for (const auto& [name, value] : document.choices)
    if (name == parameter.name) return value;
  return parameter.choices.front();
}

void set_choice_in(document::Document& document, const std::string& name, const std::string& value) {
  for (auto& [known, text] : document.choices)
    if (known == name) {
      text = value;
      return;
    }
  document.choices.emplace_back(name, value);
}

std::string key_of(const document::Document& after, const run::Result& picture) {
  // Enough to tell probes apart; the device does not change bank conflicts, but may change what compiles.
  std::string key = std::to_string(picture.program->sites.size()) + after.device + '\n' + after.block + '\n';
  for (const auto& [name, value] : after.choices) key += name + '=' + value + '\n';
  return key + (after.mode == document::SourceMode::Expression ? after.declaration + '\n' + after.expression
                                                               : *after.kernel_text);
}

/// Another stride makes another access, not the same one remedied: worth a click to see its cost.
template <typename Offer>
void offer_strides(const document::Document& document, const run::Result& picture, std::uint32_t site,
                   const Offer& offer) {
  if (document.mode == document::SourceMode::Expression) {
    for (const document::TextEdit& edit : document::other_strides(document.expression)) {
      document::Document after = document;
      after.expression = edit.text;
      offer(language::tr("source.stride"), edit.tail, std::move(after));
    }
    return;
  }
  for (const source::ScenarioParameter& parameter : picture.scenario.parameters) {
    if (parameter.name != "STRIDE" || parameter.choices.size() < 2) continue;
    const std::string now = value_of_choice(document, parameter);
    const auto one = std::find(parameter.choices.begin(), parameter.choices.end(), "1");
    const auto here = std::find(parameter.choices.begin(), parameter.choices.end(), now);
    for (const auto to : {one, here == parameter.choices.end() ? here : here + 1}) {
      if (to == parameter.choices.end() || *to == now) continue;
      document::Document after = document;
      set_choice_in(after, parameter.name, *to);
      offer(language::tr("source.stride"), parameter.name + " = " + *to, std::move(after));
    }
    return;
  }
  const Span span = picture.program->sites[site].span;
  const std::string& text = *document.kernel_text;
  const auto from = document::offset_of(text, span.line, span.column),
             to = document::offset_of(text, span.end_line, span.end_column);
  if (!from || !to || *to <= *from) return;
  for (const document::TextEdit& edit :
       document::other_strides(std::string_view(text).substr(*from, *to - *from))) {
    document::Document after = document;
    after.kernel_text = std::make_shared<const std::string>(text.substr(0, *from) + edit.text +
                                                            text.substr(*to));
    offer(language::tr("source.stride"), edit.tail, std::move(after));
  }
}

} // namespace

std::vector<Remedy> find_remedies(const document::Document& document, const run::Result& picture,
                                  std::optional<std::uint32_t> only) {
  std::vector<Remedy> remedies;
  if (!picture.program ||
      (document.mode == document::SourceMode::Kernel && document.kernel_text->size() > 256u << 10))
    return remedies;
  const program::Program& program = *picture.program;
  std::set<std::string> seen;
  const auto offer = [&](std::string_view label, std::string tail, document::Document after) {
    std::string key = key_of(after, picture);
    if (!seen.insert(key).second || remedies.size() >= 6) return;
    remedies.push_back({std::string(label), std::move(tail), {}, {}, std::move(after), std::move(key)});
  };
  for (std::uint32_t site = 0; site < program.sites.size(); ++site) {
    if (only && *only != site) continue;
    const results::CounterValue cost = shared_cost(picture, site);
    const results::CounterValue sectors = global_cost(picture, site);
    if (cost.value > cost.ideal || sectors.value > sectors.ideal)
      offer_strides(document, picture, site, offer);
    if (cost.value <= cost.ideal) continue;
    if (document.mode == document::SourceMode::Expression) {
      if (std::optional<document::TextEdit> edit = document::pad_declaration(document.declaration)) {
        document::Document after = document;
        after.declaration = edit->text;
        offer(language::tr("source.pad"), edit->tail, std::move(after));
      }
      if (std::optional<document::TextEdit> edit = document::swizzle_expression(document.expression)) {
        document::Document after = document;
        after.expression = edit->text;
        offer(language::tr("source.swizzle"), edit->tail, std::move(after));
      }
      continue;
    }
    // A parameter that the header offers for it comes first, then an edit of the declaration.
    bool has_parameter = false;
    for (const auto& [name, label] :
         {std::pair{"PAD", "source.pad"}, std::pair{"SWIZZLE", "source.swizzle"}}) {
      const source::ScenarioParameter* parameter = find_parameter(picture.scenario, name);
      if (parameter == nullptr || value_of_choice(document, *parameter) != "0") continue;
      const auto other = std::find_if(parameter->choices.begin(), parameter->choices.end(),
                                      [](const std::string& c) { return c != "0"; });
      if (other == parameter->choices.end()) continue;
      document::Document after = document;
      set_choice_in(after, parameter->name, *other);
      offer(language::tr(label), parameter->name + " = " + *other, std::move(after));
      has_parameter = true;
    }
    for (const program::Variable& variable : program.variables) {
      if (variable.space != Space::Shared || variable.name != program.sites[site].variable) continue;
      if (find_parameter(picture.scenario, "SWIZZLE") == nullptr)
        if (std::optional<document::TextEdit> edit = document::swizzle_variable(*document.kernel_text,
                                                                                variable)) {
          document::Document after = document;
          after.kernel_text = std::make_shared<const std::string>(std::move(edit->text));
          offer(language::tr("source.swizzle"), edit->tail, std::move(after));
        }
      if (has_parameter) continue;
      if (std::optional<document::TextEdit> edit = document::pad_variable(*document.kernel_text, variable)) {
        document::Document after = document;
        after.kernel_text = std::make_shared<const std::string>(std::move(edit->text));
        offer(language::tr("source.pad"), edit->tail, std::move(after));
      }
    }
  }
  return remedies;
}

/// Called in every frame: searches again only when the text, the position or the answers have changed.
const std::vector<Remedy>& Session::remedies() const {
  const RemedyKey key{generation_,
                      version_,
                      answered_,
                      site_now(),
                      stale_ || counts_hidden(),
                      language::chosen_language().data()};
  if (remedy_key_ == key) return remedies_;
  remedy_key_ = key;
  remedies_.clear();
  const std::uint32_t site = site_now();
  if (!picture_ || stale_ || site == ~0u || counts_hidden()) return remedies_;
  const bool shared = shared_cost(*picture_, site).requests > 0;
  const auto cost = [&](const run::Result& result) {
    return shared ? shared_cost(result, site) : global_cost(result, site);
  };
  const results::CounterValue now = cost(*picture_);
  for (Remedy& remedy : find_remedies(document_, *picture_, site)) {
    const auto answer = answers_.find(remedy.key);
    if (answer == answers_.end() || answer->second->status == run::Status::UserError) continue;
    const results::CounterValue then = cost(*answer->second);
    if (then.requests == 0 || then.value * now.requests >= now.value * then.requests) continue; // no better
    // A swizzle of a kernel's text is offered only when the traced block shows that it is one.
    if (remedy.label == language::tr("source.swizzle") && document_.mode == document::SourceMode::Kernel &&
        remedy.after.choices == document_.choices) {
      const auto variable = std::find_if(picture_->program->variables.begin(),
                                         picture_->program->variables.end(), [&](const program::Variable& v) {
                                           return v.space == Space::Shared &&
                                                  v.name == picture_->program->sites[site].variable;
                                         });
      if (variable == picture_->program->variables.end() ||
          !document::is_swizzled(*picture_, *answer->second, *variable))
        continue;
    }
    const std::uint64_t whole = std::max<std::uint64_t>(1, (then.value + then.requests / 2) / then.requests);
    remedy.outcome = std::to_string(whole);
    remedy.unit = language::unit_of(whole, shared ? language::Counted::Wavefront : language::Counted::Sector);
    remedies_.push_back(std::move(remedy));
  }
  return remedies_;
}

std::vector<std::pair<Example, std::optional<document::PreparedText>>> Session::prepared_examples() const {
  std::vector<std::pair<Example, std::optional<document::PreparedText>>> list;
  const Device* device = catalog_.find_device(document_.device);
  for (const ExampleText& text : example_texts) {
    const bool fits = !text.needs_tile || declares_tile(document_.declaration);
    Example example{text.expression, fits ? document_.declaration : tile_declaration, false, {}};
    example.current = example.expression == document_.expression &&
                      example.declaration == document_.declaration;
    document::Document with = document_;
    with.mode = document::SourceMode::Expression;
    with.expression = example.expression;
    with.declaration = example.declaration;
    Diagnostics ignored;
    std::optional<document::PreparedText> prepared = document::prepare(
        with, device == nullptr ? Device{} : *device, ignored);
    list.emplace_back(std::move(example), std::move(prepared));
  }
  return list;
}

void Session::refresh_examples() {
  if (document_.mode != document::SourceMode::Expression) return;
  examples_.clear();
  for (auto& [example, prepared] : prepared_examples()) {
    const auto answer = prepared ? answers_.find(prepared->key) : answers_.end();
    if (answer != answers_.end() && answer->second->program && !counts_hidden())
      example.cost = results::warp_cost(*answer->second, std::min(document_.warp, warps() - 1),
                                        document::own_sites(prepared->expression_kernel,
                                                            prepared->expression_input,
                                                            *answer->second->program));
    examples_.push_back(std::move(example));
  }
}

} // namespace warpscope::session
