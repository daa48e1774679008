const WHERE = "The files are in the directory %s, to be read and not changed.";

/**
 * Runs a program in an empty directory and names the directory of the tree in its input.
 *
 * Many agents take settings, instructions and even code from their working directory, and the
 * author of a change must not write those for its reviewer.
 */
export function startInEmptyDirectory(command: string): string {
  return [
    'tree="$PWD"; mkdir -p "$HOME/empty"; cd "$HOME/empty"',
    `{ printf '${WHERE}\\n\\n' "$tree"; cat; } | ${command}`,
  ].join("\n");
}
