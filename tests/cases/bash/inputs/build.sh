#!/usr/bin/env bash
# Brings a build to a host.
set -euo pipefail

readonly HOST="example.org"
TARGET=/srv/app

# Prints a message.
log() {
  printf '%s\n' "$1"
}

function build {
  local mode=$1
  if [ "$mode" = fast ]; then
    make fast
  elif [[ $mode == full ]]; then
    make all
  else
    log "unknown mode"
    return 1
  fi
  for part in core web; do
    make "$part"
  done
}

upload() (
  cd dist
  while read -r name; do
    scp "$name" "$HOST:$TARGET"
  done < files.txt
  cat <<EOF > notes.txt
Deployed:
  $TARGET
EOF
)

main() {
  case "$1" in
    build|b)
      build "$2"
      ;;
    upload) upload ;;
    *)
      log "usage: deploy build|upload"
      ;;
  esac
}

main "$@"
