// Calls libcurand's generators for the host.
#include "guest/libraries/curand_native.h"

#include "sim/base/curand_files.h"

#include <dlfcn.h>

namespace warpscope::guest {
namespace {

void* library = nullptr;

template <class... Arguments> curandStatus_t call(const char* name, Arguments... arguments) {
  const auto function = reinterpret_cast<curandStatus_t (*)(Arguments...)>(curand_function(name));
  return function == nullptr ? CURAND_STATUS_INITIALIZATION_FAILED : function(arguments...);
}

class Native : public Source {
 public:
  explicit Native(curandGenerator_t generator) : generator_(generator) {}
  Native(const Native&) = delete;
  Native& operator=(const Native&) = delete;
  ~Native() override { call("curandDestroyGenerator", generator_); }
  bool can(const Draw&) const override { return true; }
  curandStatus_t make(const Draw& draw, void* to) override {
    const auto mean = static_cast<float>(draw.first), deviation = static_cast<float>(draw.second);
    const std::size_t n = draw.count;
    switch (draw.numbers) {
    case Numbers::Integers: return call("curandGenerate", generator_, to, n);
    case Numbers::LongIntegers: return call("curandGenerateLongLong", generator_, to, n);
    case Numbers::Uniform: return call("curandGenerateUniform", generator_, to, n);
    case Numbers::UniformDouble: return call("curandGenerateUniformDouble", generator_, to, n);
    case Numbers::Normal: return call("curandGenerateNormal", generator_, to, n, mean, deviation);
    case Numbers::NormalDouble:
      return call("curandGenerateNormalDouble", generator_, to, n, draw.first, draw.second);
    case Numbers::LogNormal: return call("curandGenerateLogNormal", generator_, to, n, mean, deviation);
    case Numbers::LogNormalDouble:
      return call("curandGenerateLogNormalDouble", generator_, to, n, draw.first, draw.second);
    case Numbers::Poisson: return call("curandGeneratePoisson", generator_, to, n, draw.first);
    }
    return CURAND_STATUS_INTERNAL_ERROR;
  }

 private:
  curandGenerator_t generator_;
};

} // namespace

void open_curand() {
  if (const std::string& file = curand_library_file(); library == nullptr && !file.empty())
    library = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
}

bool curand_is_open() { return library != nullptr; }

void* curand_function(const char* name) { return library == nullptr ? nullptr : dlsym(library, name); }

std::unique_ptr<Source> native_source(const Setup& setup, curandStatus_t& status) {
  curandGenerator_t generator = nullptr;
  status = call("curandCreateGeneratorHost", &generator, setup.type);
  if (status != CURAND_STATUS_SUCCESS) return nullptr;
  auto source = std::make_unique<Native>(generator);
  const auto also = [&](curandStatus_t next) { status = status != CURAND_STATUS_SUCCESS ? status : next; };
  // A device's dynamic ordering is its own; that of the host has the numbers of the default one.
  if (setup.ordered && setup.ordering != CURAND_ORDERING_PSEUDO_DYNAMIC)
    also(call("curandSetGeneratorOrdering", generator, setup.ordering));
  if (setup.quasi()) also(call("curandSetQuasiRandomGeneratorDimensions", generator, setup.dimensions));
  else if (setup.seeded) also(call("curandSetPseudoRandomGeneratorSeed", generator, setup.seed));
  if (setup.offset != 0) also(call("curandSetGeneratorOffset", generator, setup.offset));
  if (status != CURAND_STATUS_SUCCESS) return nullptr;
  return source;
}

} // namespace warpscope::guest
