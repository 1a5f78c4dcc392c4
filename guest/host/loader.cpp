// JITLink in this process: one dylib for the program's objects, its symbols first, then those of the process,
// then a stand-in for each function of CUDA's libraries that is not there.
#include "guest/host/loader.h"

#include "guest/host/stand_in.h"

#include <llvm/ExecutionEngine/JITLink/EHFrameSupport.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/JITLink/x86_64.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectFileInterface.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/TaskDispatch.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <mutex>

namespace warpscope::guest {
namespace {

namespace orc = llvm::orc;
namespace jitlink = llvm::jitlink;

/// Keeps every symbol of a graph alive, and notes where the linker put it.
class Surveyor : public orc::ObjectLinkingLayer::Plugin {
 public:
  explicit Surveyor(LoadedProgram& program) : program_(program) {}

  void modifyPassConfig(orc::MaterializationResponsibility&, jitlink::LinkGraph&,
                        jitlink::PassConfiguration& config) override {
    config.PrePrunePasses.push_back(keep);
    config.PostFixupPasses.push_back([this](jitlink::LinkGraph& graph) { return note(graph); });
  }
  llvm::Error notifyFailed(orc::MaterializationResponsibility&) override { return llvm::Error::success(); }
  llvm::Error notifyRemovingResources(orc::JITDylib&, orc::ResourceKey) override {
    return llvm::Error::success();
  }
  void notifyTransferringResources(orc::JITDylib&, orc::ResourceKey, orc::ResourceKey) override {}

 private:
  static llvm::Error keep(jitlink::LinkGraph& graph) {
    for (jitlink::Symbol* symbol : graph.defined_symbols()) symbol->setLive(true);
    if (jitlink::Section* section = graph.findSectionByName(".init_array")) {
      const std::vector<jitlink::Block*> blocks(section->blocks().begin(), section->blocks().end());
      for (jitlink::Block* block : blocks) graph.addAnonymousSymbol(*block, 0, block->getSize(), false, true);
    }
    // Hidden in every object, so that it is addressed from nearby: each gets its own.
    for (jitlink::Symbol* symbol : graph.external_symbols()) {
      if (symbol->getName() != "__dso_handle") continue;
      constexpr auto read_write = static_cast<orc::MemProt>(static_cast<int>(orc::MemProt::Read) |
                                                            static_cast<int>(orc::MemProt::Write));
      jitlink::Section& section = graph.createSection(".dso_handle", read_write);
      jitlink::Block& block = graph.createZeroFillBlock(section, 8, orc::ExecutorAddr(), 8, 0);
      graph.makeDefined(*symbol, block, 0, 8, jitlink::Linkage::Strong, jitlink::Scope::Local, true);
      break;
    }
    return llvm::Error::success();
  }
  llvm::Error note(jitlink::LinkGraph& graph) {
    for (jitlink::Symbol* symbol : graph.defined_symbols())
      if (symbol->hasName())
        program_.symbols.try_emplace(symbol->getName().str(), symbol->getAddress().getValue());
    for (jitlink::Section& section : graph.sections()) {
      using Bits = std::underlying_type_t<orc::MemProt>;
      if ((static_cast<Bits>(section.getMemProt()) & static_cast<Bits>(orc::MemProt::Exec)) == 0) continue;
      const jitlink::SectionRange range(section);
      if (!range.empty()) program_.code.push_back({range.getStart().getValue(), range.getEnd().getValue()});
    }
    if (jitlink::Section* section = graph.findSectionByName(".init_array")) {
      const jitlink::SectionRange range(*section);
      const auto* const first = range.getStart().toPtr<const std::uint64_t*>();
      for (std::size_t i = 0; i < range.getSize() / 8; ++i) {
        // The entries are in the linker's working memory, which is this process's own.
        for (jitlink::Block* block : section->blocks())
          for (const jitlink::Edge& edge : block->edges())
            if (block->getAddress() + edge.getOffset() == orc::ExecutorAddr::fromPtr(first + i))
              arrays_.push_back((edge.getTarget().getAddress() + edge.getAddend()).getValue());
      }
      program_.initialisers.insert(program_.initialisers.end(), arrays_.begin(), arrays_.end());
      arrays_.clear();
    }
    return llvm::Error::success();
  }

  LoadedProgram& program_;
  std::vector<std::uint64_t> arrays_;
};

/// Defines what is left undefined and belongs to CUDA's libraries.
class StandIns : public orc::DefinitionGenerator {
 public:
  explicit StandIns(LoadedProgram& program) : program_(program) {}

  llvm::Error tryToGenerate(orc::LookupState&, orc::LookupKind, orc::JITDylib& dylib,
                            orc::JITDylibLookupFlags, const orc::SymbolLookupSet& wanted) override {
    orc::SymbolMap symbols;
    for (const auto& [name, flags] : wanted) {
      const std::string text = (*name).str();
      if (!is_of_cuda_library(text)) continue;
      void* const code = make_stand_in(text);
      if (code == nullptr) continue;
      symbols[name] = {orc::ExecutorAddr::fromPtr(code),
                       llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
      program_.unsupported.push_back(text);
    }
    return symbols.empty() ? llvm::Error::success() : dylib.define(orc::absoluteSymbols(std::move(symbols)));
  }

 private:
  LoadedProgram& program_;
};

/// Stands for the program among the handlers of exit().
void* dso_handle_of_program = nullptr;

int register_at_exit(void (*function)()) {
  // As a static library's atexit() does; the handle is the program's.
  return abi::__cxa_atexit(reinterpret_cast<void (*)(void*)>(reinterpret_cast<void*>(function)), nullptr,
                           &dso_handle_of_program);
}

/// In a person's words what the linker says of a name that two objects define.
std::string explained(std::string text) {
  constexpr std::string_view begin = "Duplicate definition of symbol '";
  const std::size_t at = text.find(begin);
  const std::size_t end = at == std::string::npos ? at : text.find('\'', at + begin.size());
  if (end == std::string::npos) return text;
  const std::string symbol = text.substr(at + begin.size(), end - at - begin.size());
  int failed = 0;
  char* const name = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &failed);
  text = (failed == 0 ? std::string(name) : symbol) +
         " is defined in two texts of the program: rename one of them, or make it static or inline";
  std::free(name);
  return text;
}

std::string message_of(llvm::Error error) {
  std::string text;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase& info) {
    if (!text.empty()) text += "; ";
    text += info.message();
  });
  return text;
}

} // namespace

struct Loader::Parts {
  std::unique_ptr<orc::ExecutionSession> session;
  std::unique_ptr<orc::ObjectLinkingLayer> layer;
};

Loader::Loader() : parts_(std::make_unique<Parts>()) {}
// What was linked stays: the program's handlers run until the process is gone.
Loader::~Loader() { (void)parts_.release(); }

LoadedProgram Loader::load(const Welcome& welcome) {
  LoadedProgram program;
  auto control = orc::SelfExecutorProcessControl::Create(nullptr,
                                                         std::make_unique<orc::InPlaceTaskDispatcher>());
  if (!control) {
    program.error = message_of(control.takeError());
    return program;
  }
  parts_->session = std::make_unique<orc::ExecutionSession>(std::move(*control));
  orc::ExecutionSession& session = *parts_->session;
  std::string reported;
  session.setErrorReporter([&](llvm::Error error) {
    llvm::handleAllErrors(
        std::move(error),
        [&](const orc::SymbolsNotFound& missing) {
          for (const orc::SymbolStringPtr& symbol : missing.getSymbols())
            program.undefined += (program.undefined.empty() ? "" : " ") + (*symbol).str();
        },
        [&](const llvm::ErrorInfoBase& info) {
          reported += (reported.empty() ? "" : "; ") + info.message();
        });
  });
  parts_->layer = std::make_unique<orc::ObjectLinkingLayer>(session);
  orc::ObjectLinkingLayer& layer = *parts_->layer;
  layer.setOverrideObjectFlagsWithResponsibilityFlags(true);
  layer.setAutoClaimResponsibilityForObjectSymbols(true);
  layer.addPlugin(std::make_unique<orc::EHFrameRegistrationPlugin>(
      session, std::make_unique<jitlink::InProcessEHFrameRegistrar>()));
  layer.addPlugin(std::make_unique<Surveyor>(program));

  orc::JITDylib& dylib = session.createBareJITDylib("program");
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess('\0');
  if (!process) {
    program.error = message_of(process.takeError());
    return program;
  }
  dylib.addGenerator(std::move(*process));
  dylib.addGenerator(std::make_unique<StandIns>(program));

  orc::SymbolMap absolute;
  const auto define = [&](const std::string& name, void* address) {
    absolute[session.intern(name)] = {orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported};
  };
  define("atexit", reinterpret_cast<void*>(&register_at_exit));
  define("__emutls_get_address", reinterpret_cast<void*>(&emulated_tls_address));
  define("__emutls_v._ZSt15__once_callable", once_callable_control());
  define("__emutls_v._ZSt11__once_call", once_call_control());
  for (const program::HostObject& object : welcome.objects)
    for (const program::DeviceShadow& shadow : object.shadows) {
      if (!shadow.managed) continue;
      for (const VariableFacts& variable : welcome.variables)
        if (variable.symbol == shadow.variable)
          define(shadow.symbol, reinterpret_cast<void*>(variable.address));
    }
  if (llvm::Error error = dylib.define(orc::absoluteSymbols(std::move(absolute)))) {
    program.error = explained(message_of(std::move(error)));
    return program;
  }

  orc::SymbolLookupSet wanted;
  for (const program::HostObject& object : welcome.objects) {
    auto buffer = llvm::MemoryBuffer::getMemBuffer(
        llvm::StringRef(reinterpret_cast<const char*>(object.elf.data()), object.elf.size()), "host object",
        false);
    auto interface = orc::getObjectFileInterface(session, buffer->getMemBufferRef());
    if (!interface) {
      program.error = message_of(interface.takeError());
      return program;
    }
    // Every object is linked, also one that nobody names a symbol of.
    for (const auto& [name, flags] : interface->SymbolFlags)
      wanted.add(name, orc::SymbolLookupFlags::WeaklyReferencedSymbol);
    if (llvm::Error error = layer.add(dylib.getDefaultResourceTracker(), std::move(buffer),
                                      std::move(*interface))) {
      program.error = explained(message_of(std::move(error)));
      return program;
    }
  }
  std::sort(wanted.begin(), wanted.end(), [](const auto& a, const auto& b) { return *a.first < *b.first; });
  wanted.removeDuplicates();
  auto found = session.lookup({{&dylib, orc::JITDylibLookupFlags::MatchAllSymbols}}, std::move(wanted));
  if (!found) {
    std::string text = explained(message_of(found.takeError()));
    if (program.undefined.empty()) program.error = reported.empty() ? text : reported;
    return program;
  }
  for (const auto& [name, definition] : *found)
    program.symbols[(*name).str()] = definition.getAddress().getValue();
  std::vector<std::uint64_t> named;
  for (const program::HostObject& object : welcome.objects)
    if (const auto at = program.symbols.find(object.initialise);
        !object.initialise.empty() && at != program.symbols.end())
      named.push_back(at->second);
  if (!named.empty()) program.initialisers = named;
  if (!program.undefined.empty()) program.error.clear();
  seal_stand_ins();
  return program;
}

} // namespace warpscope::guest
