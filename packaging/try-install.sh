#!/bin/sh
# try-install.sh <npm@version|pnpm@version|npx> <tarball>: installs the packed file in an empty folder and starts the
# engine with the sample of `countersign demo`. Leaves nothing running.
set -eu
installer=$1
tarball=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
case $installer in
  npm@*) npx --yes "$installer" install --ignore-scripts "$tarball" ;;
  pnpm@*) npx --yes "$installer" add --ignore-scripts "$tarball" ;;
  npx) : ;;
  *) echo "try-install.sh: npm@<version>, pnpm@<version> or npx, not $installer" >&2 && exit 2 ;;
esac
countersign() {
  if [ "$installer" = npx ]; then
    npx --yes --ignore-scripts --package "$tarball" countersign "$@"
  else
    ./node_modules/.bin/countersign "$@"
  fi
}
export HOME="$folder"
export COUNTERSIGN_DATA="$folder/data"
git config --global user.name Ada
git config --global user.email ada@example.com
countersign --version
countersign demo
countersign inbox --plain
countersign server down
