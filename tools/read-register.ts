/** A line of the register: what is required, the tests that prove it, the parts that will own it. */
export type Entry = { id: string; text: string; tests: Proof[]; owners: string[] };

/** A test, named by its file and its title as it stands there. */
export type Proof = { file: string; title: string };

const ENTRY = /^- \*\*([RCDH]-?\d+)\*\* (\S.*)$/;
const TEST = /^ {2}- `([^`]+\.test\.ts) › (.+)`$/;
const OWNER = /^ {2}- owner: ([a-z]+)$/;

/** Reads the entries of the register. A line that looks like one and cannot be read is an error. */
export function readRegister(markdown: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of markdown.split("\n")) {
    const [, id, text] = ENTRY.exec(line) ?? [];
    if (id !== undefined && text !== undefined) entries.push({ id, text, tests: [], owners: [] });
    else if (/^\s*- /.test(line) && entries.length > 0) addProof(entries.at(-1), line);
  }
  return entries;
}

function addProof(entry: Entry | undefined, line: string): void {
  const [, file, title] = TEST.exec(line) ?? [];
  const [, owner] = OWNER.exec(line) ?? [];
  if (entry === undefined || (file === undefined && owner === undefined))
    throw new Error(`The register has a line that cannot be read: ${line}`);
  if (file !== undefined && title !== undefined) entry.tests.push({ file, title });
  if (owner !== undefined) entry.owners.push(owner);
}

/** A call of it, test or describe, or the second call of their `each`; those that never run are left out. */
const TITLE =
  /(?:\b(?:it|test|describe)(?:\.(?:concurrent|sequential|only))*\(|\)\()\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/g;

/** The titles of a test file, as they stand in its text. */
export function titlesIn(source: string): Set<string> {
  const literals = [...source.matchAll(TITLE)].flatMap(([, literal]) => literal ?? []);
  return new Set(literals.map((literal) => literal.slice(1, -1).replaceAll(/\\(.)/g, "$1")));
}

/** The ids from one number to another: `ids("C", 1, 3)` is C1, C2, C3; `R-` counts with three digits. */
export function ids(prefix: string, from: number, to: number): string[] {
  const digits = prefix.endsWith("-") ? 3 : 1;
  return Array.from({ length: to - from + 1 }, (_, step) => {
    return `${prefix}${String(from + step).padStart(digits, "0")}`;
  });
}
