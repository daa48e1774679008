const ESCAPE = String.fromCodePoint(0x1b);

/** Starts a synchronized frame, if the terminal supports it, and disables line wrapping. */
const BEGIN = `${ESCAPE}[?2026h${ESCAPE}[?7l`;
const END = `${ESCAPE}[H${ESCAPE}[?7h${ESCAPE}[?2026l`;
const ERASE_SCREEN = `${ESCAPE}[2J`;
const ERASE_LINE = `${ESCAPE}[K`;

export type Painter = {
  /** Updates the screen to these lines; unchanged lines are not written. */
  paint(lines: readonly string[]): void;
  /** Forgets the screen content, so the next frame is painted completely. */
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

/** Erases the line first: erasing after a full line would remove its last character. */
function lineAt(line: string, at: number): string {
  return `${ESCAPE}[${at + 1};1H${ERASE_LINE}${line.trimEnd()}`;
}
