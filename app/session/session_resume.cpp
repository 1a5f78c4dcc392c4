// Taking up a document that an earlier run of the app left behind.
#include "app/session/session.h"

#include <utility>

namespace warpscope::session {

void Session::restore(document::Document document, playback::Moment moment,
                      std::optional<std::string> saved_text) {
  if (catalog_.find_device(document.device) == nullptr) document.device = document_.device;
  if (catalog_.find_lab(document.lab) == nullptr) document.lab.clear();
  history_ = document::History();
  typed_.reset();
  document_ = std::move(document);
  if (saved_text) {
    const std::shared_ptr<const std::string> text = document_.kernel_text;
    if (*saved_text != *text)
      document_.kernel_text = std::make_shared<const std::string>(std::move(*saved_text));
    remember_saved();
    document_.kernel_text = text;
    accept_disk();
  }
  moment_to_restore_ = moment;
  fresh_ = false;
  submit();
}

void Session::start_over() {
  history_.seal();
  fresh_ = true;
  edit(document::DocumentPart::Lab, [](document::Document& d) {
    std::string device = std::move(d.device);
    d = document::Document{};
    d.device = std::move(device);
  });
  history_.seal();
}

} // namespace warpscope::session
