// The document and all operations on it: edits with undo, cut barriers, files. Pure: it neither makes nor
// reads runs. What an operation changed is a value, Changes, for the code that simulates (Session::edit()
// takes it after each operation).
#pragma once

#include "app/document/catalog.h"
#include "app/document/command_line.h"
#include "app/document/cuts.h"
#include "app/document/document.h"
#include "app/document/history.h"
#include "app/document/launch_knobs.h"
#include "app/document/saved_texts.h"
#include "app/document/text_edit.h"
#include "app/playback/stops.h"
#include "sim/base/device.h"
#include "sim/base/diagnostic.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::document {

/// What one or several operations changed since the last take_changes().
struct Changes {
  bool text = false; ///< what is simulated has changed: text, launch, cuts or device
  bool look = false; ///< only what is shown of the run has changed: the warp, row lengths
  /// true: another text altogether, its run is shown from its most telling access; false: one of before.
  std::optional<bool> another_text;
  /// To go to, of the run that comes (of the present one without `text`).
  std::optional<playback::Moment> moment;
  std::optional<std::uint64_t> step; ///< the same, as a shared file says it
  std::optional<std::string> scene;  ///< a shared file's: its id
  std::optional<bool> barrier_cut;   ///< whether to show the effect of the cut
  bool cut_lost = false;             ///< a cut line no longer has a barrier, so its cut was dropped
};

class Edits {
 public:
  explicit Edits(Catalog catalog);

  [[nodiscard]] const Document& document() const { return document_; }
  [[nodiscard]] const Catalog& catalog() const { return catalog_; }
  [[nodiscard]] Device device() const; ///< the document's; the first one where it is not known

  /// Where the playhead is, for undo to come back to, and the time in seconds, for edits that merge.
  void stand_at(playback::Moment moment, double seconds);
  [[nodiscard]] Changes take_changes() { return std::exchange(changes_, {}); }
  /// Increases with every change of the document.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  // ---- edits
  void set_mode(SourceMode mode);
  void set_expression(std::string text);
  void set_declaration(std::string text);
  void set_block(std::string text);
  void set_warp(std::uint32_t warp);
  void set_kernel_text(std::string text);
  /// Of a header that a whole program includes, by its path.
  void set_header_text(const std::string& path, std::string text);
  /// A header's text as edited here or as its file has it; null: it was never edited.
  [[nodiscard]] std::shared_ptr<const std::string> header_text(const std::string& path) const;
  struct EditedHeader {
    std::string path, first, now; ///< `first`: before the first edit
  };
  [[nodiscard]] std::vector<EditedHeader> edited_headers() const;
  /// Sets a parameter of the kernel's header.
  void set_choice(const std::string& name, const std::string& value);
  void set_choices(const std::vector<std::pair<std::string, std::string>>& values); ///< as one undo step
  /// Sets a field of a text with kernels alone, as Document::launch names them.
  void set_launch_field(const std::string& name, const std::string& value);
  bool set_lab(const std::string& id);    ///< false: no such id
  bool set_device(const std::string& id); ///< false: no such id
  /// No step of undo: a fact about the file, which the session keeps.
  void know_include_folders(std::vector<std::string> folders) {
    document_.include_folders = std::move(folders);
  }
  /// Expression mode with these fields, as one undo step.
  void set_fields(std::string expression, std::string declaration);
  /// Replaces the document by one derived from it (a remedy, the A of a pair): one undo step.
  void replace(const Document& after);
  /// Applies a message's fix-its to the text it is about. False: they do not fit the present text.
  bool apply_fix(const Diagnostic& diagnostic);
  /// A launch's number. `knob` must be of the present text.
  void turn(const LaunchKnob& knob, std::int64_t value);
  /// The kernel around an expression becomes the kernel's text.
  void show_as_kernel(const std::string& text);
  void reset();      ///< back to the lab's text and parameters, or to the first expression
  void start_over(); ///< the first screen's document, as an edit: undo brings back what was there

  [[nodiscard]] bool can_undo() const { return history_.can_undo(); }
  [[nodiscard]] bool can_redo() const { return history_.can_redo(); }
  void undo();
  void redo();

  // ---- barriers left out; the text stays as it is
  /// The lines of the kernel's text with barriers that can be cut, ascending, including those that are cut.
  /// Empty in expression mode.
  [[nodiscard]] const std::vector<std::uint32_t>& barriers() const;
  [[nodiscard]] bool is_cut(std::uint32_t line) const;
  /// Cuts the line's barriers, or restores them: one undo step. False: there is none to cut.
  bool toggle_barrier(std::uint32_t line);
  void restore_barriers(); ///< all of them
  /// Returns the barrier on `line`, or the nearest one below it, else the last one; nullopt: the kernel has
  /// none.
  [[nodiscard]] std::optional<std::uint32_t> barrier_near(std::uint32_t line) const;
  /// Turns the cut calls into comments, after which nothing is cut any more. False: nothing is cut, or a call
  /// is not written out on its line.
  bool write_cuts_into_text();
  /// Takes the barriers from the compiled program of the present text. A cut line that no longer has one
  /// (after another choice of a parameter, for example) loses its cut, and there is nothing to undo in that.
  void take_barriers(const program::Program& program);

  // ---- where playing stops; nothing is simulated again
  void set_stop(const playback::Stop& stop); ///< in place of the line's: one undo step
  void toggle_stop(std::uint32_t line);

  // ---- rows of buffers: how the scene Tiling lays them out
  /// Sets a buffer's row length as a person typed it; empty or "auto": derived from the accesses again. One
  /// undo step. Returns a sentence, and changes nothing, when the length is not valid for this one of
  /// `buffers`.
  [[nodiscard]] std::string set_row_length(const std::vector<run::PlacedBuffer>& buffers,
                                           const std::string& buffer, std::string_view typed);
  /// Empty in expression mode.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& row_lengths() const;

  // ---- files
  /// Another document altogether, of a pasted line: one undo step, its run is shown at `moment`.
  void paste(Document document, playback::Moment moment);
  /// Empty on success, else a sentence.
  [[nodiscard]] std::string open_file(const std::string& path);
  /// `expression_kernel`: what is worth keeping in expression mode, the kernel around the expression.
  [[nodiscard]] std::string save_file(const std::string& path, const std::string& expression_kernel);
  /// At the start: resumes the document of an earlier run of the app. `saved_text`: what its file or lab
  /// contains, which unsaved() compares with; nullopt: there is neither. Nothing before it can be undone.
  void restore(Document document, playback::Moment moment, std::optional<std::string> saved_text);
  [[nodiscard]] bool unsaved() const { return text_unsaved() || !document_.headers.empty(); }
  [[nodiscard]] bool text_unsaved() const { return saved_.unsaved(document_); }
  [[nodiscard]] bool header_unsaved(const std::string& path) const;
  /// Names of texts with unsaved changes that another text has replaced: undo still has them.
  [[nodiscard]] std::vector<std::string> left_unsaved() const { return saved_.left_unsaved(document_); }
  /// The present file's or lab's text as opened or saved; null: never.
  [[nodiscard]] std::shared_ptr<const std::string> saved_text() const { return saved_.saved_text(document_); }
  /// True when the text came from a file of the person's.
  [[nodiscard]] bool has_file() const { return document::has_file(document_); }
  /// Whether another program has changed the file since it was opened or saved here. Cheap while it has not.
  [[nodiscard]] DiskState disk_state() const { return saved_.disk_state(document_); }
  void accept_disk(); ///< "keep mine": what lies on the disk now is known and left aside
  [[nodiscard]] SaveQuestion save_question(const std::string& path) const {
    return saved_.save_question(document_, path);
  }
  /// `options`: of a whole program.
  [[nodiscard]] CommandLine as_command_line(const ProgramOptions& options = {}) const {
    return command_line(document_, catalog_, unsaved(), options);
  }

 private:
  [[nodiscard]] Snapshot now() const { return {document_, here_}; }
  void edit(DocumentPart part, const std::function<void(Document&)>& change);
  void edit_alone(DocumentPart part, const std::function<void(Document&)>& change); ///< a step of its own
  void put_back(Document document, playback::Moment moment);
  void follow_text(Document& next);

  Catalog catalog_;
  Document document_;
  History history_;
  SavedTexts saved_;
  struct HeaderTexts {
    std::string first; ///< before the first edit
    std::string saved; ///< as its file has it
  };
  std::map<std::string, HeaderTexts> headers_; ///< of those that were edited
  Changes changes_;
  std::vector<std::uint32_t> barriers_; ///< lines of the document's text, from the last program that compiled
  std::optional<TypedChange> typed_;    ///< the last change of the kernel's text: what is one step of typing
  playback::Moment here_;
  std::uint64_t revision_ = 0;
  double seconds_ = 0;
};

} // namespace warpscope::document
