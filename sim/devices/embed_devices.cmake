# cmake -DOUT=file.cpp -DFILES=a|b|c -P embed_devices.cmake
# Writes the files as raw string literals: embedded_devices() of sim/devices/embedded.h, in the order of their names.
string(REPLACE "|" ";" files "${FILES}")
set(entries "")
foreach(path IN LISTS files)
  get_filename_component(name "${path}" NAME)
  file(READ "${path}" text)
  if(text MATCHES "\\)device\"")
    message(FATAL_ERROR "${path} holds the end mark of a raw string")
  endif()
  set(measured false)
  if(path MATCHES "/measured/")
    set(measured true)
  endif()
  string(APPEND entries "      {\"${name}\", ${measured}, R\"device(${text})device\"},\n")
endforeach()
file(WRITE "${OUT}" "// Generated from assets/devices by sim/devices/embed_devices.cmake.\n#include \"sim/devices/embedded.h\"\n\n"
     "namespace warpscope::devices {\n\nconst std::vector<EmbeddedDevice>& embedded_devices() {\n"
     "  static const std::vector<EmbeddedDevice> files = {\n${entries}  };\n  return files;\n}\n\n} // namespace warpscope::devices\n")
