// Makes a clause a sentence.
#include "app/language/sentence.h"

namespace warpscope::language {

std::string as_sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

} // namespace warpscope::language
