// What is saved and what is not: of each file or lab the text as it was opened or saved, the texts that were
// left with unsaved changes, and what lay on the disk.
#pragma once

#include "app/document/document.h"
#include "app/document/files.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warpscope::document {

/// What to ask before a file is overwritten.
enum class SaveQuestion : std::uint8_t { None, OtherFile, ChangedOnDisk };

/// The text came from a file of the person's.
[[nodiscard]] bool has_file(const Document& document);

class SavedTexts {
 public:
  /// The document's text is what its file or lab has.
  void remember(const Document& document);
  /// Of the document's file or lab, as opened or saved; null: never.
  [[nodiscard]] std::shared_ptr<const std::string> saved_text(const Document& document) const;
  [[nodiscard]] bool unsaved(const Document& document) const;

  /// Another text takes the place of this one: if it has unsaved changes, they are listed by left_unsaved().
  void leave(const Document& document);
  /// Names of texts with unsaved changes that another text took the place of, seen from `present`.
  [[nodiscard]] std::vector<std::string> left_unsaved(const Document& present) const;

  /// The file is known as it lies on the disk now.
  void accept_disk(const std::string& path);
  /// Whether another program has changed the document's file since. Cheap while it has not.
  [[nodiscard]] DiskState disk_state(const Document& document) const;
  [[nodiscard]] SaveQuestion save_question(const Document& document, const std::string& path) const;

 private:
  struct LeftText {
    std::string key, name;
    std::shared_ptr<const std::string> text;
  };
  std::map<std::string, std::shared_ptr<const std::string>> saved_; ///< by file and lab
  std::vector<LeftText> left_;
  /// By path: as opened or saved; only a time that means nothing is taken over.
  mutable std::map<std::string, DiskStamp> disk_;
};

} // namespace warpscope::document
