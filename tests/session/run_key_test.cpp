// One key of a simulated text: equal for equal counts, another for whatever changes them.
#include "app/document/request.h"

#include <gtest/gtest.h>

#include <functional>

namespace warpscope {
namespace {

document::Document kernel_document() {
  document::Document document;
  document.mode = document::SourceMode::Kernel;
  document.kernel_text = std::make_shared<const std::string>("__global__ void k() {}\n");
  document.kernel_file = "k.cu";
  return document;
}

document::RunKey key(const document::Document& document, const char* device = "cc90") {
  Device of;
  of.id = device;
  Diagnostics ignored;
  const auto prepared = document::prepare(document, of, ignored);
  return prepared ? prepared->key : document::RunKey();
}

TEST(RunKey, WhatChangesTheCountsChangesTheKey) {
  const document::RunKey before = key(kernel_document());
  ASSERT_FALSE(before.empty());
  EXPECT_FALSE(key(kernel_document(), "cc70") == before);
  const std::function<void(document::Document&)> edits[] = {
      [](document::Document& d) {
        d.kernel_text = std::make_shared<const std::string>("__global__ void k();\n");
      },
      [](document::Document& d) { d.choices = {{"PAD", "1"}}; },
      [](document::Document& d) { d.cuts = {1}; },
      [](document::Document& d) { d.launch = {{"grid", "2"}}; },
      [](document::Document& d) { d.kernel_folder = "/elsewhere"; },
  };
  for (const auto& edit : edits) {
    document::Document after = kernel_document();
    edit(after);
    EXPECT_FALSE(key(after) == before);
  }
}

TEST(RunKey, WhatOnlyChangesTheLookDoesNot) {
  document::Document after = kernel_document();
  after.warp = 3;
  after.row_lengths = {{"in", 32}};
  after.kernel_file = "another name.cu";
  EXPECT_TRUE(key(after) == key(kernel_document()));
  EXPECT_EQ(document::RunKeyHash()(key(after)), document::RunKeyHash()(key(kernel_document())));
}

TEST(RunKey, OfWhatCannotBeSimulatedIsEmpty) {
  document::Document nothing = kernel_document();
  nothing.kernel_text = std::make_shared<const std::string>(" \n");
  EXPECT_TRUE(key(nothing).empty());
}

} // namespace
} // namespace warpscope
