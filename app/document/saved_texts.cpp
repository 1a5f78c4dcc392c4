// Keeps what was opened and saved, and tells what is unsaved, left behind or changed by another program.
#include "app/document/saved_texts.h"

#include <filesystem>
#include <system_error>

namespace warpscope::document {

namespace {

std::string key_of_text(const Document& document) { return document.kernel_file + '\n' + document.lab; }

} // namespace

bool has_file(const Document& document) {
  return document.mode == SourceMode::Kernel && !document.kernel_folder.empty() &&
         !document.kernel_file.empty();
}

void SavedTexts::remember(const Document& document) { saved_[key_of_text(document)] = document.kernel_text; }

std::shared_ptr<const std::string> SavedTexts::saved_text(const Document& document) const {
  const auto saved = saved_.find(key_of_text(document));
  return saved == saved_.end() ? nullptr : saved->second;
}

bool SavedTexts::unsaved(const Document& document) const {
  const std::shared_ptr<const std::string> saved = saved_text(document);
  if (saved == nullptr) return !document.kernel_text->empty();
  return document.kernel_text != saved && *document.kernel_text != *saved;
}

void SavedTexts::leave(const Document& document) {
  if (!unsaved(document)) return;
  for (const LeftText& left : left_)
    if (left.text == document.kernel_text || *left.text == *document.kernel_text) return;
  const std::string name = document.kernel_file.empty() ? "untitled.cu" : file_name_of(document.kernel_file);
  left_.push_back({key_of_text(document), name, document.kernel_text});
}

std::vector<std::string> SavedTexts::left_unsaved(const Document& present) const {
  std::vector<std::string> names;
  for (const LeftText& left : left_) {
    const auto saved = saved_.find(left.key);
    if (*left.text != *present.kernel_text && (saved == saved_.end() || *saved->second != *left.text))
      names.push_back(left.name);
  }
  return names;
}

void SavedTexts::accept_disk(const std::string& path) { disk_[path] = stamp_of(path); }

DiskState SavedTexts::disk_state(const Document& document) const {
  if (!has_file(document)) return DiskState::Same;
  const auto known = disk_.find(document.kernel_file);
  return known == disk_.end() ? DiskState::Same : compare_with_disk(document.kernel_file, known->second);
}

SaveQuestion SavedTexts::save_question(const Document& document, const std::string& path) const {
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) return SaveQuestion::None;
  const bool own = has_file(document) && (path == document.kernel_file ||
                                          std::filesystem::equivalent(path, document.kernel_file, code));
  if (!own) return SaveQuestion::OtherFile;
  return disk_state(document) == DiskState::Changed ? SaveQuestion::ChangedOnDisk : SaveQuestion::None;
}

} // namespace warpscope::document
