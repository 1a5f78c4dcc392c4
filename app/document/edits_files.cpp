// Edits that come from files: opening, saving, taking up what an earlier run of the app left behind.
#include "app/document/edits.h"
#include "app/document/share.h"
#include "app/language/language.h"

#include <utility>

namespace warpscope::document {

std::string Edits::open_file(const std::string& path) {
  OpenedFile opened = open_source(path);
  if (!opened.error.empty()) return opened.error;
  saved_.leave(document_);
  changes_.another_text = true;
  DecodedText decoded = decode(opened.text);
  const OpenedShare share = take_view(std::move(decoded.text));
  Document next = document_of(share, document_, catalog_, path);
  if (next.mode == SourceMode::Kernel)
    next.file_form = decoded.form == FileForm{} ? nullptr
                                                : std::make_shared<const FileForm>(std::move(decoded.form));
  edit_alone(DocumentPart::Lab, [&](Document& d) { d = std::move(next); });
  if (document_.mode == SourceMode::Kernel) {
    saved_.remember(document_);
    if (has_file()) saved_.accept_disk(path);
  }
  if (share.view) {
    changes_.scene = share.view->scene;
    changes_.step = share.view->step - 1;
  }
  return {};
}

void Edits::paste(Document document, playback::Moment moment) {
  saved_.leave(document_);
  changes_.another_text = true;
  changes_.moment = moment;
  edit_alone(DocumentPart::Lab, [&](Document& d) { d = std::move(document); });
}

std::string Edits::save_file(const std::string& path, const std::string& expression_kernel) {
  if (document_.mode == SourceMode::Expression) {
    if (expression_kernel.empty()) return std::string(language::tr("file.nothing_to_save"));
    return save_source(path, expression_kernel);
  }
  const std::string& text = *document_.kernel_text;
  if (std::string error = save_source(path, document_.file_form ? encode(text, *document_.file_form) : text);
      !error.empty())
    return error;
  while (!document_.headers.empty()) {
    const auto& [header, edited] = document_.headers.front();
    if (std::string error = save_source(header, edited); !error.empty()) return error;
    headers_[header].saved = edited;
    document_.headers.erase(document_.headers.begin());
  }
  document_.kernel_file = path;
  document_.kernel_folder = folder_of(path);
  document_.lab.clear();
  ++revision_;
  saved_.remember(document_);
  saved_.accept_disk(path);
  return {};
}

void Edits::accept_disk() {
  if (has_file()) saved_.accept_disk(document_.kernel_file);
}

void Edits::restore(Document document, playback::Moment moment, std::optional<std::string> saved_text) {
  if (catalog_.find_device(document.device) == nullptr) document.device = document_.device;
  if (catalog_.find_lab(document.lab) == nullptr) document.lab.clear();
  history_ = History();
  typed_.reset();
  document_ = std::move(document);
  for (const auto& [path, text] : document_.headers)
    headers_[path] = {text, decode(open_source(path).text).text};
  ++revision_;
  if (saved_text) {
    const std::shared_ptr<const std::string> text = document_.kernel_text;
    if (*saved_text != *text)
      document_.kernel_text = std::make_shared<const std::string>(std::move(*saved_text));
    saved_.remember(document_);
    document_.kernel_text = text;
    accept_disk();
  }
  changes_.text = true;
  changes_.another_text = false;
  changes_.moment = moment;
}

} // namespace warpscope::document
