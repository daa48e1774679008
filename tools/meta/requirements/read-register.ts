/** An entry of the register: the requirement and, if no test proves it yet, the reason. */
export type Entry = { id: string; text: string; reason: string | null };

const ENTRY = /^- \*\*([RCDH]-?\d+)\*\* (\S.*)$/;
const REASON = /^ {2}- no test yet: (\S.*)$/;

/** Reads the entries of the register. A list item that is neither an entry nor its reason is an error. */
export function readRegister(markdown: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of markdown.split("\n")) {
    const [, id, text] = ENTRY.exec(line) ?? [];
    if (id !== undefined && text !== undefined) entries.push({ id, text, reason: null });
    else if (/^\s*- /.test(line)) setReason(entries.at(-1), line);
  }
  return entries;
}

function setReason(entry: Entry | undefined, line: string): void {
  const [, reason] = REASON.exec(line) ?? [];
  if (entry === undefined || reason === undefined || entry.reason !== null)
    throw new Error(`The register has a line that cannot be read: ${line}`);
  entry.reason = reason;
}

/**
 * Lists ids from one number to another: `ids("C", 1, 3)` is C1, C2, C3; `R-` numbers have three
 * digits.
 */
export function idRange(prefix: string, from: number, to: number): string[] {
  const digits = prefix.endsWith("-") ? 3 : 1;
  return Array.from({ length: to - from + 1 }, (_, step) => {
    return `${prefix}${String(from + step).padStart(digits, "0")}`;
  });
}
