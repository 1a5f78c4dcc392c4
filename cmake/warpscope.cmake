# One place for how our own code is compiled. Third-party code never gets these flags.
add_library(warpscope_options INTERFACE)
target_compile_options(warpscope_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers -Werror
  # g++ 12 sees overlaps and overflows in "text" + std::string() that are not there (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict$<SEMICOLON>-Wno-stringop-overflow>
  # Clang builds the fuzz targets only: it knows other warnings (pragmas of GCC, what libstdc++ uses), and g++'s are the errors.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-error$<SEMICOLON>-Wno-unknown-pragmas>)
option(WARPSCOPE_UNITY "Compile the files of a library six at a time" OFF)
if(WARPSCOPE_UNITY)
  # Said of names of another file in sight, and of types of files that are included: neither is wrong there.
  target_compile_options(warpscope_options INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
target_include_directories(warpscope_options INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
if(WARPSCOPE_SANITIZE)
  # Everything, third-party code too, so that one runtime sees all of it.
  add_compile_options(-fsanitize=${WARPSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${WARPSCOPE_SANITIZE})
endif()

if(WARPSCOPE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link) # what the fuzzer steers by: the branches taken in our libraries
endif()

# warpscope_precompile(TARGET headers...): parsed once for the target. For what is large, never changes, and is nobody's own. Where files are
# compiled six at a time it costs as much as it saves, and is left out.
option(WARPSCOPE_PCH "Parse large third-party headers once a target" ON)
function(warpscope_precompile target)
  get_target_property(together ${target} UNITY_BUILD)
  if(WARPSCOPE_PCH AND NOT together)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>) # so that ccache sees what is in it
  endif()
endfunction()

# Optimisation: everything is compiled as CMAKE_CXX_FLAGS_RELEASE says (-O1: most code waits for a person or for Clang). What runs once for
# an access or a pixel says so: warpscope_hot(TARGET). -O0, a developer's wish for a quick build, stays -O0 there too.
function(warpscope_hot target)
  if(NOT CMAKE_CXX_FLAGS_RELEASE MATCHES "-O0")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
  endif()
endfunction()

# A build from nothing spends most of its time on the standard library's headers and templates, so WARPSCOPE_UNITY compiles six files of
# a library at a time; a change of one file costs those six, some five seconds. What is compiled with other names in sight is checked apart
# by the developer's and the sanitizers' builds, which leave it off.
# warpscope_unity(TARGET [files that are compiled by themselves...])
function(warpscope_unity target)
  if(WARPSCOPE_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
    if(ARGN)
      set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endif()
endfunction()

# warpscope_library(NAME [LINK libs...] [FOLDERS folders...] [EXCEPT files...] [APART files...]): every .cpp in the current folder and in
# those named below it; dependents link what is named. APART: files that WARPSCOPE_UNITY compiles by themselves.
function(warpscope_library name)
  cmake_parse_arguments(ARG "" "" "LINK;PRIVATE;FOLDERS;EXCEPT;APART" ${ARGN})
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
    list(FILTER sources EXCLUDE REGEX "/${file}$")
  endforeach()
  list(FILTER headers EXCLUDE REGEX "\\.cpp$")
  if(sources)
    add_library(${name} STATIC ${sources} ${headers})
    warpscope_unity(${name} ${ARG_APART})
    target_link_libraries(${name} PRIVATE warpscope_options ${ARG_PRIVATE} PUBLIC ${ARG_LINK})
    target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARG_LINK})
    target_include_directories(${name} INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
  endif()
endfunction()

# warpscope_test(NAME [LINK libs...] [APART files...]): one test program of every *_test.cpp in the current folder.
function(warpscope_test name)
  cmake_parse_arguments(ARG "" "" "LINK;LABELS;APART" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp")
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE warpscope_options ${ARG_LINK} GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE WARPSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                             WARPSCOPE_BINARY_DIR="${CMAKE_BINARY_DIR}")
  warpscope_unity(${name} ${ARG_APART})
  list(LENGTH sources files)
  if(files GREATER 2)
    warpscope_precompile(${name} <gtest/gtest.h>)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 600)
  add_dependencies(all_tests ${name})
endfunction()
add_custom_target(all_tests)
