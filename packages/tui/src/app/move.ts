/** A way through a list or a text. */
export type Move =
  | { by: "line"; count: -1 | 1 }
  | { by: "half"; count: -1 | 1 }
  | { by: "page"; count: -1 | 1 }
  | { by: "all"; count: -1 | 1 };

/** The place after a move through so many lines, of which so many can be seen. */
export function moved(at: number, move: Move, length: number, shown: number): number {
  const step = {
    line: 1,
    half: Math.max(1, Math.floor(shown / 2)),
    page: Math.max(1, shown),
    all: length,
  };
  const next = at + move.count * step[move.by];
  return Math.max(0, Math.min(next, length - 1));
}
