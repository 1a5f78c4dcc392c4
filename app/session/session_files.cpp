// The part of the session that is about files: opening, saving, what is not saved, what another program did
// to a file.
#include "app/language/language.h"
#include "app/session/session.h"

#include <filesystem>
#include <utility>

namespace warpscope::session {

namespace {

std::string key_of(const document::Document& document) { return document.kernel_file + '\n' + document.lab; }

} // namespace

std::string Session::open_file(const std::string& path) {
  document::OpenedFile opened = document::open_source(path);
  if (!opened.error.empty()) return opened.error;
  leave_text();
  history_.seal();
  fresh_ = true;
  document::DecodedText decoded = document::decode(opened.text);
  const document::OpenedShare share = document::take_view(std::move(decoded.text));
  document::Document next = document::document_of(share, document_, catalog_, path);
  if (next.mode == document::SourceMode::Kernel)
    next.file_form = decoded.form == document::FileForm{}
                         ? nullptr
                         : std::make_shared<const document::FileForm>(std::move(decoded.form));
  const bool same = next == document_;
  edit(document::DocumentPart::Lab, [&](document::Document& d) { d = std::move(next); });
  history_.seal();
  if (document_.mode == document::SourceMode::Kernel) {
    remember_saved();
    if (has_file()) disk_[path] = document::stamp_of(path);
  }
  if (!share.view) return {};
  playing_ = false;
  scene_to_show = share.view->scene;
  if (same) seek(share.view->step - 1);
  else step_to_restore_ = share.view->step - 1;
  return {};
}

std::string Session::save_file(const std::string& path) {
  // In expression mode it is the kernel around the expression that is worth keeping.
  if (document_.mode == document::SourceMode::Expression) {
    if (simulated_text_.empty()) return std::string(language::tr("file.nothing_to_save"));
    return document::save_source(path, simulated_text_);
  }
  const std::string& text = *document_.kernel_text;
  if (std::string error = document::save_source(
          path, document_.file_form ? document::encode(text, *document_.file_form) : text);
      !error.empty())
    return error;
  document_.kernel_file = path;
  document_.kernel_folder = document::folder_of(path);
  document_.lab.clear();
  remember_saved();
  disk_[path] = document::stamp_of(path);
  return {};
}

void Session::remember_saved() { saved_[key_of(document_)] = document_.kernel_text; }

std::shared_ptr<const std::string> Session::saved_text() const {
  const auto saved = saved_.find(key_of(document_));
  return saved == saved_.end() ? nullptr : saved->second;
}

bool Session::unsaved() const {
  const auto saved = saved_.find(key_of(document_));
  if (saved == saved_.end()) return !document_.kernel_text->empty();
  return document_.kernel_text != saved->second && *document_.kernel_text != *saved->second;
}

void Session::leave_text() {
  if (!unsaved()) return;
  for (const LeftText& left : left_)
    if (left.text == document_.kernel_text || *left.text == *document_.kernel_text) return;
  const std::string name = document_.kernel_file.empty() ? "untitled.cu"
                                                         : document::file_name_of(document_.kernel_file);
  left_.push_back({key_of(document_), name, document_.kernel_text});
}

std::vector<std::string> Session::left_unsaved() const {
  std::vector<std::string> names;
  for (const LeftText& left : left_) {
    const auto saved = saved_.find(left.key);
    if (*left.text != *document_.kernel_text && (saved == saved_.end() || *saved->second != *left.text))
      names.push_back(left.name);
  }
  return names;
}

document::DiskState Session::disk_state() {
  if (!has_file()) return document::DiskState::Same;
  const auto known = disk_.find(document_.kernel_file);
  return known == disk_.end() ? document::DiskState::Same
                              : document::compare_with_disk(document_.kernel_file, known->second);
}

void Session::accept_disk() {
  if (has_file()) disk_[document_.kernel_file] = document::stamp_of(document_.kernel_file);
}

SaveQuestion Session::save_question(const std::string& path) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) return SaveQuestion::None;
  const bool own = has_file() && (path == document_.kernel_file ||
                                  std::filesystem::equivalent(path, document_.kernel_file, code));
  if (!own) return SaveQuestion::OtherFile;
  return disk_state() == document::DiskState::Changed ? SaveQuestion::ChangedOnDisk : SaveQuestion::None;
}

} // namespace warpscope::session
