// Runs a fuzz target without libFuzzer: every file of a corpus folder, then seeded mutations of them. The
// same seed gives the same inputs, so a crash can be had again: the input at work lies in the file that the
// last line names.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

using Bytes = std::vector<std::uint8_t>;

static Bytes mutate(const std::vector<Bytes>& corpus, std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random() % n); };
  Bytes bytes = corpus[below(corpus.size())];
  for (std::size_t edits = 1 + below(6); edits > 0; --edits) {
    const std::size_t at = below(bytes.size() + 1);
    const auto here = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(6)) {
    case 0: // one byte becomes another
      if (at < bytes.size()) bytes[at] = static_cast<std::uint8_t>(random());
      break;
    case 1: // a bit flips
      if (at < bytes.size()) bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ 1u << below(8));
      break;
    case 2: // some bytes go
      bytes.erase(here, here + static_cast<std::ptrdiff_t>(std::min(below(16), bytes.size() - at)));
      break;
    case 3: { // a piece of another input comes in
      const Bytes& other = corpus[below(corpus.size())];
      const std::size_t from = below(other.size());
      const std::size_t length = std::min(below(64), other.size() - from);
      bytes.insert(here, other.begin() + static_cast<std::ptrdiff_t>(from),
                   other.begin() + static_cast<std::ptrdiff_t>(from + length));
      break;
    }
    case 4: // cut
      if (below(4) == 0) bytes.resize(at);
      break;
    default: // a number that often matters
      if (at + 4 <= bytes.size()) {
        static constexpr std::uint32_t numbers[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000, 255};
        const std::uint32_t number = numbers[below(std::size(numbers))];
        for (std::size_t k = 0; k < 4; ++k) bytes[at + k] = static_cast<std::uint8_t>(number >> (8 * k));
      }
    }
  }
  return bytes;
}

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: %s CORPUS_FOLDER MUTATIONS [SEED]\n", argv[0]);
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Bytes> corpus;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    LLVMFuzzerTestOneInput(corpus.back().data(), corpus.back().size());
  }
  if (corpus.empty()) {
    std::fprintf(stderr, "no corpus in %s\n", argv[1]);
    return 1;
  }
  const std::string last = std::string(argv[0]) + ".last_input";
  std::mt19937_64 random(argc == 4 ? std::strtoull(argv[3], nullptr, 10) : 20261121);
  const long mutations = std::strtol(argv[2], nullptr, 10);
  for (long i = 0; i < mutations; ++i) {
    const Bytes bytes = mutate(corpus, random);
    if (std::FILE* out = std::fopen(last.c_str(), "wb")) {
      std::fwrite(bytes.data(), 1, bytes.size(), out);
      std::fclose(out);
    }
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%zu files, %ld mutations; the last input is %s\n", corpus.size(), mutations, last.c_str());
}
