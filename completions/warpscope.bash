# Bash completion for warpscope.
#
# In this shell:       source completions/warpscope.bash
# For your account:    mkdir -p ~/.local/share/bash-completion/completions &&
#                      cp completions/warpscope.bash ~/.local/share/bash-completion/completions/warpscope
# For every account:   sudo cp completions/warpscope.bash /usr/share/bash-completion/completions/warpscope

# Options and subcommands come from the program's own --help, so this file lists them only where it must tell them apart.
_warpscope_options() {
  "$1" ${2:+"$2"} --help 2>/dev/null | grep -oE '^ +(-[a-zA-Z],)?--[a-z-]+' | grep -oE -- '--[a-z-]+'
}

_warpscope_subcommands() {
  "$1" --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]\{1,\}\).*/\1/p'
}

_warpscope_labs() {
  "$1" labs --json 2>/dev/null | sed -n 's/^ *"id": "\([^"]*\)".*/\1/p'
}

_warpscope_devices() {
  "$1" devices --json 2>/dev/null | sed -n 's/^ *"id": "\([^"]*\)".*/\1/p'
}

_warpscope_files() { # endings, such as cu
  local IFS=$'\n'
  COMPREPLY+=($(compgen -f -X "!*.$1" -- "$2") $(compgen -d -S / -- "$2"))
}

_warpscope() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local subcommand= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} != -* ]]; then
      subcommand=${COMP_WORDS[i]}
      break
    fi
  done
  case $before in
  --device) COMPREPLY=($(compgen -W "$(_warpscope_devices "$program")" -- "$word")); return ;;
  --recording) _warpscope_files json "$word"; return ;;
  --scene) COMPREPLY=($(compgen -W "banks array sectors tiling block multiprocessor layouts cache fragment" -- "$word")); return ;;
  --theme) COMPREPLY=($(compgen -W "dark light" -- "$word")); return ;;
  --out) COMPREPLY=($(compgen -f -- "$word")); compopt -o filenames 2>/dev/null; return ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(_warpscope_options "$program" "$subcommand")" -- "$word"))
    return
  fi
  case $subcommand in
  '')
    COMPREPLY=($(compgen -W "$(_warpscope_subcommands "$program") $(_warpscope_labs "$program")" -- "$word"))
    _warpscope_files cu "$word"
    ;;
  sim | run | measure | compare | gui | render | tiling | values)
    COMPREPLY=($(compgen -W "$(_warpscope_labs "$program")" -- "$word"))
    _warpscope_files cu "$word"
    ;;
  accesses) _warpscope_files tsv "$word" ;;
  labs) COMPREPLY=($(compgen -W "$(_warpscope_labs "$program")" -- "$word")) ;;
  devices) COMPREPLY=($(compgen -W "$(_warpscope_devices "$program")" -- "$word")) ;;
  esac
  if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == */ ]]; then compopt -o nospace 2>/dev/null; fi
}

complete -F _warpscope warpscope
