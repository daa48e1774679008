const OPENING =
  /^[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*<([A-Za-z][A-Za-z0-9_-]{0,60})(?=[\s/>]|$)/;
const CLOSING = /<\/([A-Za-z][A-Za-z0-9_-]{0,60})/g;
const NEVER_CLOSED: ReadonlySet<string> = new Set([
  "br",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "wbr",
]);

type Seen = { opened: number; closed: number; lastOpened: number; lastClosed: number };

/** The elements that began at the start of a line and have not ended. */
export function openTags(lines: readonly string[]): string[] {
  const seen = new Map<string, Seen>();
  const about = (tag: string): Seen => {
    const known = seen.get(tag) ?? { opened: 0, closed: 0, lastOpened: -1, lastClosed: -1 };
    seen.set(tag, known);
    return known;
  };
  for (const [at, line] of lines.entries()) {
    const tag = OPENING.exec(line)?.[1]?.toLowerCase();
    if (tag !== undefined) {
      const known = about(tag);
      known.opened += 1;
      known.lastOpened = at;
    }
    for (const [, name = ""] of line.matchAll(CLOSING)) {
      const known = about(name.toLowerCase());
      known.closed += 1;
      known.lastClosed = at;
    }
  }
  const isOpen = ({ opened, closed, lastOpened, lastClosed }: Seen): boolean =>
    opened > closed || lastOpened > lastClosed;
  return [...seen]
    .filter(([tag, one]) => isOpen(one) && !NEVER_CLOSED.has(tag))
    .map(([tag]) => tag);
}
