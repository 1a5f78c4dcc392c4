// Finds what can be clicked and reads off the answers what it would cost.
#include "app/results/offers.h"

#include "app/document/remedies.h"
#include "app/document/swizzle.h"
#include "app/document/text_edit.h"
#include "app/language/counted.h"
#include "app/language/language.h"

#include <algorithm>

namespace warpscope::results {

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
CounterValue shared_cost(const run::Result& result, std::uint32_t site) {
  CounterValue sum;
  if (site >= result.sites.size()) return sum;
  for (const model::SharedTotals& t : result.sites[site].shared) {
    sum.requests += t.requests;
    sum.value += t.wavefronts;
    sum.ideal += t.ideal_wavefronts;
  }
  return sum;
}

/// The same in sectors.
CounterValue global_cost(const run::Result& result, std::uint32_t site) {
  CounterValue sum;
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

const char* label_of(Remedy::Cure cure) {
  return cure == Remedy::Cure::Pad       ? "source.pad"
         : cure == Remedy::Cure::Swizzle ? "source.swizzle"
                                         : "source.stride";
}

/// Another stride makes another access, not the same one remedied: worth a click to see its cost.
template <typename Offer>
void offer_strides(const document::Document& document, const run::Result& picture, std::uint32_t site,
                   const Offer& offer) {
  if (document.mode == document::SourceMode::Expression) {
    for (const document::TextEdit& edit : document::other_strides(document.expression)) {
      document::Document after = document;
      after.expression = edit.text;
      offer(Remedy::Cure::Stride, edit.tail, std::move(after));
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
      offer(Remedy::Cure::Stride, parameter.name + " = " + *to, std::move(after));
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
    offer(Remedy::Cure::Stride, edit.tail, std::move(after));
  }
}

} // namespace

std::vector<Remedy> find_remedies(const document::Document& document, const Device& device,
                                  const run::Result& picture, std::optional<std::uint32_t> only) {
  std::vector<Remedy> remedies;
  if (!picture.program ||
      (document.mode == document::SourceMode::Kernel && document.kernel_text->size() > 256u << 10))
    return remedies;
  const program::Program& program = *picture.program;
  const auto offer = [&](Remedy::Cure cure, std::string tail, document::Document after) {
    if (remedies.size() >= 6) return;
    Diagnostics ignored;
    std::optional<document::PreparedText> prepared = document::prepare(after, device, ignored);
    if (!prepared || std::any_of(remedies.begin(), remedies.end(),
                                 [&](const Remedy& known) { return known.key == prepared->key; }))
      return;
    remedies.push_back({cure,
                        std::string(language::tr(label_of(cure))),
                        std::move(tail),
                        {},
                        {},
                        std::move(after),
                        std::move(prepared->key)});
  };
  for (std::uint32_t site = 0; site < program.sites.size(); ++site) {
    if (only && *only != site) continue;
    const CounterValue cost = shared_cost(picture, site);
    const CounterValue sectors = global_cost(picture, site);
    if (cost.value > cost.ideal || sectors.value > sectors.ideal)
      offer_strides(document, picture, site, offer);
    if (cost.value <= cost.ideal) continue;
    if (document.mode == document::SourceMode::Expression) {
      if (std::optional<document::TextEdit> edit = document::pad_declaration(document.declaration)) {
        document::Document after = document;
        after.declaration = edit->text;
        offer(Remedy::Cure::Pad, edit->tail, std::move(after));
      }
      if (std::optional<document::TextEdit> edit = document::swizzle_expression(document.expression)) {
        document::Document after = document;
        after.expression = edit->text;
        offer(Remedy::Cure::Swizzle, edit->tail, std::move(after));
      }
      continue;
    }
    // A parameter that the header offers for it comes first, then an edit of the declaration.
    bool has_parameter = false;
    for (const auto& [name, cure] :
         {std::pair{"PAD", Remedy::Cure::Pad}, std::pair{"SWIZZLE", Remedy::Cure::Swizzle}}) {
      const source::ScenarioParameter* parameter = find_parameter(picture.scenario, name);
      if (parameter == nullptr || value_of_choice(document, *parameter) != "0") continue;
      const auto other = std::find_if(parameter->choices.begin(), parameter->choices.end(),
                                      [](const std::string& c) { return c != "0"; });
      if (other == parameter->choices.end()) continue;
      document::Document after = document;
      set_choice_in(after, parameter->name, *other);
      offer(cure, parameter->name + " = " + *other, std::move(after));
      has_parameter = true;
    }
    for (const program::Variable& variable : program.variables) {
      if (variable.space != Space::Shared || variable.name != program.sites[site].variable) continue;
      if (find_parameter(picture.scenario, "SWIZZLE") == nullptr)
        if (std::optional<document::TextEdit> edit = document::swizzle_variable(*document.kernel_text,
                                                                                variable)) {
          document::Document after = document;
          after.kernel_text = std::make_shared<const std::string>(std::move(edit->text));
          offer(Remedy::Cure::Swizzle, edit->tail, std::move(after));
        }
      if (has_parameter) continue;
      if (std::optional<document::TextEdit> edit = document::pad_variable(*document.kernel_text, variable)) {
        document::Document after = document;
        after.kernel_text = std::make_shared<const std::string>(std::move(edit->text));
        offer(Remedy::Cure::Pad, edit->tail, std::move(after));
      }
    }
  }
  return remedies;
}

const std::vector<Remedy>& Offers::remedies(const Of& of, const document::Document& document,
                                            const Device& device, const Answers& answers) {
  if (remedies_of_ == of) return remedies_;
  remedies_of_ = of;
  remedies_.clear();
  if (!of.shown || of.site == ~0u || of.hidden) return remedies_;
  const run::Result& picture = of.shown->run->result();
  const std::uint32_t site = of.site;
  const bool shared = shared_cost(picture, site).requests > 0;
  const auto cost = [&](const run::Result& result) {
    return shared ? shared_cost(result, site) : global_cost(result, site);
  };
  const CounterValue now = cost(picture);
  for (Remedy& remedy : find_remedies(document, device, picture, site)) {
    const auto answer = answers.find(remedy.key);
    if (answer == answers.end() || answer->second->status == run::Status::UserError) continue;
    const CounterValue then = cost(*answer->second);
    if (then.requests == 0 || then.value * now.requests >= now.value * then.requests) continue; // no better
    // A swizzle of a kernel's text is offered only when the traced block shows that it is one.
    if (remedy.cure == Remedy::Cure::Swizzle && document.mode == document::SourceMode::Kernel &&
        remedy.after.choices == document.choices) {
      const auto variable = std::find_if(picture.program->variables.begin(), picture.program->variables.end(),
                                         [&](const program::Variable& v) {
                                           return v.space == Space::Shared &&
                                                  v.name == picture.program->sites[site].variable;
                                         });
      if (variable == picture.program->variables.end() ||
          !document::is_swizzled(picture, *answer->second, *variable))
        continue;
    }
    const std::uint64_t whole = std::max<std::uint64_t>(1, (then.value + then.requests / 2) / then.requests);
    remedy.outcome = std::to_string(whole);
    remedy.unit = language::unit_of(whole, shared ? language::Counted::Wavefront : language::Counted::Sector);
    remedies_.push_back(std::move(remedy));
  }
  return remedies_;
}

std::vector<std::pair<Example, std::optional<document::PreparedText>>>
prepared_examples(const document::Document& document, const Device& device) {
  std::vector<std::pair<Example, std::optional<document::PreparedText>>> list;
  for (const ExampleText& text : example_texts) {
    const bool fits = !text.needs_tile || declares_tile(document.declaration);
    Example example{text.expression, fits ? document.declaration : tile_declaration, false, {}};
    example.current = example.expression == document.expression &&
                      example.declaration == document.declaration;
    document::Document with = document;
    with.mode = document::SourceMode::Expression;
    with.expression = example.expression;
    with.declaration = example.declaration;
    Diagnostics ignored;
    std::optional<document::PreparedText> prepared = document::prepare(with, device, ignored);
    list.emplace_back(std::move(example), std::move(prepared));
  }
  return list;
}

const std::vector<Example>& Offers::examples(const Of& of, const document::Document& document,
                                             const Device& device, const Answers& answers) {
  Of without_place = of; // the access at the playhead does not matter to them
  without_place.site = ~0u;
  if (examples_of_ == without_place || document.mode != document::SourceMode::Expression) return examples_;
  examples_of_ = std::move(without_place);
  examples_.clear();
  for (auto& [example, prepared] : prepared_examples(document, device)) {
    const auto answer = prepared ? answers.find(prepared->key) : answers.end();
    if (answer != answers.end() && answer->second->program && !of.hidden)
      example.cost = warp_cost(*answer->second, of.warp,
                               document::own_sites(prepared->expression_kernel, prepared->expression_input,
                                                   *answer->second->program));
    examples_.push_back(std::move(example));
  }
  return examples_;
}

} // namespace warpscope::results
