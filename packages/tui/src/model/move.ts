/** A move through a list or a text. */
export type Move =
  | { by: "line"; count: -1 | 1 }
  | { by: "half"; count: -1 | 1 }
  | { by: "page"; count: -1 | 1 }
  | { by: "all"; count: -1 | 1 };

/** Returns the position after a move through a list, of which `shown` lines fit on the screen. */
export function movePosition(at: number, move: Move, length: number, shown: number): number {
  const step = {
    line: 1,
    half: Math.max(1, Math.floor(shown / 2)),
    page: Math.max(1, shown),
    all: length,
  };
  const next = at + move.count * step[move.by];
  return Math.max(0, Math.min(next, length - 1));
}

/** Returns the first entry of the page that contains the selected one. */
export function windowStart(length: number, selected: number, shown: number): number {
  const start = Math.floor(selected / shown) * shown;
  return Math.max(0, Math.min(start, length - 1));
}

/** Returns the first visible entry, with the selected one in the middle if possible. */
export function centredStart(length: number, selected: number, shown: number): number {
  return Math.max(0, Math.min(selected - Math.floor(shown / 2), length - shown));
}
