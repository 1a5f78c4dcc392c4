// Edits of the document: which of them are one step, the way back and forth through them, and the operations
// that a person has buttons and fields for.
#include "app/document/edits.h"

#include <algorithm>

namespace warpscope::document {

namespace {

void set_in(std::vector<std::pair<std::string, std::string>>& choices, const std::string& name,
            const std::string& value) {
  for (auto& [known, text] : choices)
    if (known == name) {
      text = value;
      return;
    }
  choices.emplace_back(name, value);
}

std::shared_ptr<const std::string> shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

/// A kernel's text of its own: what was set for another one is not set for it.
void set_kernel(Document& document, std::string text, std::string file, std::string lab) {
  document.mode = SourceMode::Kernel;
  document.kernel_text = shared(std::move(text));
  document.kernel_file = std::move(file);
  document.kernel_folder.clear();
  document.file_form.reset();
  document.lab = std::move(lab);
  document.choices.clear();
  document.cuts.clear();
  document.headers.clear();
  document.row_lengths.clear();
  document.stops.clear();
}

} // namespace

Edits::Edits(Catalog catalog) : catalog_(std::move(catalog)), document_(first_document()) {
  if (catalog_.find_device(document_.device) == nullptr && !catalog_.devices.empty())
    document_.device = catalog_.devices.front().id;
}

Device Edits::device() const {
  if (const Device* device = catalog_.find_device(document_.device)) return *device;
  return catalog_.devices.empty() ? Device{} : catalog_.devices.front();
}

void Edits::stand_at(playback::Moment moment, double seconds) {
  here_ = moment;
  seconds_ = seconds;
}

// ---- steps

void Edits::edit(DocumentPart part, const std::function<void(Document&)>& change) {
  Document next = document_;
  change(next);
  follow_text(next);
  if (next == document_) return;
  if (part == DocumentPart::Kernel) {
    const TypedChange typed = typed_change(*document_.kernel_text, *next.kernel_text);
    if (!typed_ || !continues_typing(*typed_, typed)) history_.seal();
    typed_ = typed;
  } else {
    typed_.reset();
  }
  history_.before_edit(now(), part, seconds_);
  if (next.mode != document_.mode || next.lab != document_.lab) changes_.another_text = true;
  document_ = std::move(next);
  ++revision_;
  changes_.text = true;
}

void Edits::edit_alone(DocumentPart part, const std::function<void(Document&)>& change) {
  history_.seal();
  edit(part, change);
  history_.seal();
}

/// Where the text alone was edited, cuts go where their lines go. Whoever puts another text in the kernel's
/// place says what is cut in it.
void Edits::follow_text(Document& next) {
  if (next.kernel_text == document_.kernel_text) return;
  barriers_ = moved_lines(*document_.kernel_text, *next.kernel_text, barriers_);
  if (next.stops == document_.stops && next.lab == document_.lab &&
      next.kernel_file == document_.kernel_file) {
    next.stops.clear();
    for (playback::Stop stop : playback::stops_from(document_.stops))
      for (const std::uint32_t line : moved_lines(*document_.kernel_text, *next.kernel_text, {stop.line})) {
        stop.line = line;
        playback::put_stop(next.stops, stop);
      }
  }
  if (next.cuts.empty() || next.cuts != document_.cuts || next.lab != document_.lab ||
      next.kernel_file != document_.kernel_file)
    return;
  next.cuts = moved_lines(*document_.kernel_text, *next.kernel_text, document_.cuts);
  if (next.cuts.size() < document_.cuts.size()) changes_.cut_lost = true;
}

void Edits::put_back(Document document, playback::Moment moment) {
  if (document != document_) changes_.text = true;
  barriers_ = moved_lines(*document_.kernel_text, *document.kernel_text, barriers_);
  document_ = std::move(document);
  ++revision_;
  changes_.another_text = false;
  changes_.moment = moment;
  typed_.reset();
}

void Edits::undo() {
  if (!history_.can_undo()) return;
  Snapshot back = history_.undo(now());
  put_back(std::move(back.document), back.moment);
}

void Edits::redo() {
  if (!history_.can_redo()) return;
  Snapshot forward = history_.redo(now());
  put_back(std::move(forward.document), forward.moment);
}

// ---- fields and buttons

void Edits::set_mode(SourceMode mode) {
  edit(DocumentPart::Mode, [&](Document& d) { d.mode = mode; });
}
void Edits::set_expression(std::string text) {
  edit(DocumentPart::Expression, [&](Document& d) { d.expression = std::move(text); });
}
void Edits::set_declaration(std::string text) {
  edit(DocumentPart::Declaration, [&](Document& d) { d.declaration = std::move(text); });
}
void Edits::set_block(std::string text) {
  edit(DocumentPart::Block, [&](Document& d) { d.block = std::move(text); });
}

void Edits::set_warp(std::uint32_t warp) {
  if (warp == document_.warp) return;
  history_.before_edit(now(), DocumentPart::Warp, seconds_);
  document_.warp = warp;
  ++revision_;
  changes_.look = true; // the block is simulated already
}

void Edits::set_kernel_text(std::string text) {
  edit(DocumentPart::Kernel, [&](Document& d) { d.kernel_text = shared(std::move(text)); });
}

void Edits::set_header_text(const std::string& path, std::string text) {
  if (!headers_.contains(path)) {
    std::string before = decode(open_source(path).text).text;
    headers_.emplace(path, HeaderTexts{before, before});
  }
  edit(DocumentPart::Header, [&](Document& d) {
    if (text == headers_[path].saved)
      std::erase_if(d.headers, [&](const auto& one) { return one.first == path; });
    else set_in(d.headers, path, text);
  });
}

std::shared_ptr<const std::string> Edits::header_text(const std::string& path) const {
  for (const auto& [name, text] : document_.headers)
    if (name == path) return shared(text);
  const auto known = headers_.find(path);
  return known == headers_.end() ? nullptr : shared(known->second.saved);
}

bool Edits::header_unsaved(const std::string& path) const {
  return std::any_of(document_.headers.begin(), document_.headers.end(),
                     [&](const auto& one) { return one.first == path; });
}

std::vector<Edits::EditedHeader> Edits::edited_headers() const {
  std::vector<EditedHeader> list;
  for (const auto& [path, texts] : headers_) list.push_back({path, texts.first, *header_text(path)});
  return list;
}

void Edits::set_choice(const std::string& name, const std::string& value) {
  edit(DocumentPart::Choice, [&](Document& d) { set_in(d.choices, name, value); });
}

void Edits::set_launch_field(const std::string& name, const std::string& value) {
  edit(DocumentPart::Launch, [&](Document& d) {
    if (name == "kernel") d.launch.clear(); // the fields of another kernel
    set_in(d.launch, name, value);
  });
}

void Edits::set_choices(const std::vector<std::pair<std::string, std::string>>& values) {
  edit_alone(DocumentPart::Choice, [&](Document& d) {
    for (const auto& [name, value] : values) set_in(d.choices, name, value);
  });
}

bool Edits::set_lab(const std::string& id) {
  const LabEntry* lab = catalog_.find_lab(id);
  if (lab == nullptr) return false;
  saved_.leave(document_);
  history_.seal();
  edit(DocumentPart::Lab, [&](Document& d) { set_kernel(d, lab->text, id + ".cu", id); });
  saved_.remember(document_);
  return true;
}

bool Edits::set_device(const std::string& id) {
  if (catalog_.find_device(id) == nullptr) return false;
  edit(DocumentPart::Device, [&](Document& d) { d.device = id; });
  return true;
}

void Edits::set_fields(std::string expression, std::string declaration) {
  edit_alone(DocumentPart::Remedy, [&](Document& d) {
    d.mode = SourceMode::Expression;
    d.expression = std::move(expression);
    d.declaration = std::move(declaration);
  });
}

void Edits::replace(const Document& after) {
  edit_alone(DocumentPart::Remedy, [&](Document& d) { d = after; });
}

bool Edits::apply_fix(const Diagnostic& diagnostic) {
  const bool expression = document_.mode == SourceMode::Expression;
  const bool declaration = expression && diagnostic.file == "declaration";
  const std::string& text = !expression   ? *document_.kernel_text
                            : declaration ? document_.declaration
                                          : document_.expression;
  std::optional<std::string> fixed = apply_fixes(text, diagnostic.fixes);
  if (!fixed) return false;
  edit_alone(DocumentPart::Remedy, [&](Document& d) {
    if (!expression) d.kernel_text = shared(std::move(*fixed));
    else (declaration ? d.declaration : d.expression) = std::move(*fixed);
  });
  return true;
}

void Edits::turn(const LaunchKnob& knob, std::int64_t value) {
  edit(DocumentPart::Choice,
       [&](Document& d) { d.kernel_text = shared(document::turn(*d.kernel_text, knob, value)); });
}

void Edits::show_as_kernel(const std::string& text) {
  saved_.leave(document_);
  history_.seal();
  edit(DocumentPart::Mode, [&](Document& d) { set_kernel(d, text, "expression.cu", {}); });
  saved_.remember(document_); // it contains nothing of the person's that the expression does not hold
}

void Edits::reset() {
  changes_.another_text = true;
  const LabEntry* lab = catalog_.find_lab(document_.lab);
  edit_alone(DocumentPart::Lab, [&](Document& d) {
    if (d.mode == SourceMode::Expression) {
      const Document first = first_document();
      d.expression = first.expression;
      d.declaration = first.declaration;
      d.block = first.block;
      d.warp = first.warp;
    } else {
      d.choices.clear();
      d.cuts.clear();
      d.row_lengths.clear();
      d.stops.clear();
      if (lab != nullptr) d.kernel_text = shared(lab->text);
    }
  });
}

void Edits::start_over() {
  changes_.another_text = true;
  edit_alone(DocumentPart::Lab, [](Document& d) {
    std::string device = std::move(d.device);
    d = first_document();
    d.device = std::move(device);
  });
}

} // namespace warpscope::document
