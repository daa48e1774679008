const ESCAPE = String.fromCodePoint(0x1b);

/** Shown as one frame where the terminal can, and nothing that is too wide runs into the next line. */
const BEGIN = `${ESCAPE}[?2026h${ESCAPE}[?7l`;
const END = `${ESCAPE}[H${ESCAPE}[?7h${ESCAPE}[?2026l`;
const ERASE_SCREEN = `${ESCAPE}[2J`;
const ERASE_LINE = `${ESCAPE}[K`;

export type Painter = {
  /** Brings the screen to these lines; a line that is there already is not written again. */
  paint(lines: readonly string[]): void;
  /** The screen may be anything: the next time all of it is painted. */
  forget(): void;
};

/** Writes only the lines that changed, each frame in one piece. */
export function createPainter(write: (text: string) => void): Painter {
  let shown: readonly string[] | null = null;
  return {
    paint(lines) {
      const changes = shown === null ? allOf(lines) : changesOf(shown, lines);
      shown = lines;
      if (changes !== "") write(`${BEGIN}${changes}${END}`);
    },
    forget() {
      shown = null;
    },
  };
}

function allOf(lines: readonly string[]): string {
  return `${ERASE_SCREEN}${lines.map(lineAt).join("")}`;
}

function changesOf(shown: readonly string[], lines: readonly string[]): string {
  let changes = "";
  for (let at = 0; at < Math.max(shown.length, lines.length); at += 1) {
    if (shown[at] !== lines[at]) changes += lineAt(lines[at] ?? "", at);
  }
  return changes;
}

/** Erased first: what is written last may fill the line, and erasing behind it would take its end. */
function lineAt(line: string, at: number): string {
  return `${ESCAPE}[${at + 1};1H${ERASE_LINE}${line.trimEnd()}`;
}
