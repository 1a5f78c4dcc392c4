# cmake -DOUT=file.cpp -DHEADER=path/declaring.h -DROOM=name -DARRAY=name -DCOUNT=name -DFILES=a|b|c -P embed_texts.cmake
# Writes the files as raw string literals: an array of EmbeddedText {name, text} and its size, in namespace warpscope::ROOM.
string(REPLACE "|" ";" files "${FILES}")
set(entries "")
set(count 0)
foreach(path IN LISTS files)
  get_filename_component(name "${path}" NAME)
  # Hexadecimal first: a CMake list would swallow semicolons and brackets of the text.
  file(READ "${path}" hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND arrays "const unsigned char bytes_${count}[] = {\n${bytes} 0};\n")
  string(APPEND entries "  {\"${name}\", {reinterpret_cast<const char*>(bytes_${count}), sizeof bytes_${count} - 1}},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE "${OUT}" "#include \"${HEADER}\"\n\nnamespace warpscope::${ROOM} {\nnamespace {\n${arrays}} // namespace\n"
     "const EmbeddedText ${ARRAY}[] = {\n${entries}};\nconst std::size_t ${COUNT} = ${count};\n} // namespace warpscope::${ROOM}\n")
