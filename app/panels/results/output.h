// The Output tab: what a whole program printed, on the left, and what its checks found, on the right.
#pragma once

#include "app/panels/window/panel.h"
#include "app/results/launches.h"
#include "app/results/printed_lines.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::panels {

class OutputView {
 public:
  void draw(PanelContext& c, view::Box box);
  /// How it ended and the counts of its launches, between the tabs and `right`.
  void header(PanelContext& c, const Paint& paint, float end, float right, float cy) const;

 private:
  void printed(PanelContext& c, view::Box box);
  [[nodiscard]] const results::PrintedBy& printed_by(std::size_t index, std::string_view line, bool error);
  static std::string place_words(const PanelContext& c, const results::PrintedBy& by);
  static void text(const PanelContext& c, const Paint& paint, std::string_view line,
                   const results::PrintedBy& by, float x, float cy, float right, float em);
  void findings(PanelContext& c, view::Box box);
  void go(PanelContext& c, const results::FindingCard& card) const;

  [[nodiscard]] float recorded(const PanelContext& c, const Paint& paint, view::Box row) const;

  std::shared_ptr<const whole::Record> of_;
  std::vector<session::Session::Recorded> recorded_; ///< of the lab on the stage
  std::vector<results::FindingCard> cards_;
  std::vector<results::PrintPattern> patterns_;
  struct Known {
    std::size_t line = 0; ///< a hash of its text
    results::PrintedBy by;
  };
  std::vector<Known> by_; ///< by line, of those that were in sight
  std::size_t lines_ = 0; ///< as drawn last: the end stays in sight while more comes
  bool busy_ = false;     ///< likewise: a program ran
  bool by_hand_ = false;  ///< a person has scrolled while it ran
  bool to_begin_ = false; ///< the next frame shows the first line
  bool awaits_ = false;   ///< a run has begun whose record has not come
  std::string file_;      ///< of the record
};

} // namespace warpscope::panels
