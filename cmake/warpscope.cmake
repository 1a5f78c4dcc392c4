# One place for how our own code is compiled. Third-party code never gets these flags.
add_library(warpscope_options INTERFACE)
target_compile_options(warpscope_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers -Werror
  # g++ 12 sees overlaps and overflows in "text" + std::string() that are not there (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict$<SEMICOLON>-Wno-stringop-overflow>
  # Clang builds the fuzz targets only: it knows other warnings (pragmas of GCC, what libstdc++ uses), and g++'s are the errors.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-error$<SEMICOLON>-Wno-unknown-pragmas>)
target_include_directories(warpscope_options INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
if(WARPSCOPE_SANITIZE)
  # Everything, third-party code too, so that one runtime sees all of it.
  add_compile_options(-fsanitize=${WARPSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${WARPSCOPE_SANITIZE})
endif()

if(WARPSCOPE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link) # what the fuzzer steers by: the branches taken in our libraries
endif()

# warpscope_precompile(TARGET headers...): parsed once for the target. For what is large, never changes, and is nobody's own.
option(WARPSCOPE_PCH "Parse large third-party headers once a target" ON)
function(warpscope_precompile target)
  if(WARPSCOPE_PCH)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>) # so that ccache sees what is in it
  endif()
endfunction()

# warpscope_quick(TARGET): code that is compiled more often than it runs, checks and the command line's tables.
function(warpscope_quick target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# warpscope_library(NAME [LINK libs...] [FOLDERS folders...] [EXCEPT files...]): every .cpp in the current folder and in those named
# below it; dependents link what is named.
function(warpscope_library name)
  cmake_parse_arguments(ARG "" "" "LINK;PRIVATE;FOLDERS;EXCEPT" ${ARGN})
  set(globs "")
  foreach(folder "" ${ARG_FOLDERS})
    foreach(kind cpp h def)
      list(APPEND globs "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.${kind}")
    endforeach()
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${globs})
  set(headers ${sources})
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_main\\.cpp$")
  foreach(file IN LISTS ARG_EXCEPT)
    list(REMOVE_ITEM sources "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  endforeach()
  list(FILTER headers EXCLUDE REGEX "\\.cpp$")
  if(sources)
    add_library(${name} STATIC ${sources} ${headers})
    target_link_libraries(${name} PRIVATE warpscope_options ${ARG_PRIVATE} PUBLIC ${ARG_LINK})
    target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARG_LINK})
    target_include_directories(${name} INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
  endif()
endfunction()

# warpscope_test(NAME [LINK libs...]): one test program of every *_test.cpp in the current folder.
function(warpscope_test name)
  cmake_parse_arguments(ARG "" "" "LINK;LABELS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp")
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE warpscope_options ${ARG_LINK} GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE WARPSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                             WARPSCOPE_BINARY_DIR="${CMAKE_BINARY_DIR}")
  warpscope_quick(${name})
  list(LENGTH sources files)
  if(files GREATER 2)
    warpscope_precompile(${name} <gtest/gtest.h>)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 600)
  add_dependencies(all_tests ${name})
endfunction()
add_custom_target(all_tests)
