// Reads profiles.toml again when it was written.
#include "app/panels/window/profile_watch.h"

#include "app/language/language.h"

namespace warpscope::panels {

std::filesystem::file_time_type ProfileWatch::written() const {
  std::error_code gone;
  const auto time = folder_.empty() ? std::filesystem::file_time_type()
                                    : std::filesystem::last_write_time(folder_ + "/profiles.toml", gone);
  return gone ? std::filesystem::file_time_type() : time;
}

void ProfileWatch::read(measuring::Measuring& measuring, Shared& ui) {
  known_ = written();
  Diagnostics problems;
  if (const auto profiles = remote::read_profiles(folder_, problems))
    measuring.set_profiles(*profiles, ui.preferences.measure_profile);
  if (problems.empty()) return;
  const Diagnostic& d = problems.front();
  ui.say(language::trf("measured.profiles_wrong",
                       language::arg("place", d.file + ":" + std::to_string(d.span.line) + ":" +
                                                  std::to_string(d.span.column)),
                       language::arg("why", d.message)),
         true);
}

bool ProfileWatch::follow(measuring::Measuring& measuring, Shared& ui, double now) {
  if (now < next_ || measuring.phase() == measuring::Measuring::Phase::Running) return false;
  next_ = now + .5;
  if (written() == known_) return false;
  read(measuring, ui);
  return true;
}

} // namespace warpscope::panels
