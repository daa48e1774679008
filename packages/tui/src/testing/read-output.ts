/** One unit of terminal output: text to show, or a control sequence. */
export type TerminalOutput = {
  readonly is: "text" | "control" | "escape" | "csi" | "string";
  readonly text: string;
};

const ESCAPE = 0x1b;
const BELL = 0x07;
const STRING_END = 0x9c;
const CSI = 0x9b;

/** The characters that open a control string: DCS, SOS, OSC, PM, APC. */
const STRINGS: ReadonlySet<number> = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f]);

/**
 * Splits output as a terminal does (ECMA-48): every control, every sequence and the text between.
 * Returns an unterminated sequence up to its end, since a terminal would wait for the rest.
 */
export function* readOutput(output: string): Generator<TerminalOutput> {
  let at = 0;
  while (at < output.length) {
    const start = at;
    while (at < output.length && !isControl(codeAt(output, at))) at += 1;
    if (at > start) yield { is: "text", text: output.slice(start, at) };
    if (at === output.length) return;
    const told = readControl(output, at);
    yield told;
    at += told.text.length;
  }
}

function codeAt(output: string, at: number): number {
  return at < output.length ? output.charCodeAt(at) : -1;
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

function readControl(output: string, at: number): TerminalOutput {
  const code = codeAt(output, at);
  if (code === CSI) return readCsi(output, at, at + 1);
  if (STRINGS.has(code)) return readString(output, at, at + 1);
  if (code !== ESCAPE) return { is: "control", text: output.slice(at, at + 1) };
  const next = codeAt(output, at + 1);
  if (next === 0x5b) return readCsi(output, at, at + 2);
  // The seven-bit forms are the eight-bit ones minus 0x40.
  if (STRINGS.has(next + 0x40)) return readString(output, at, at + 2);
  let end = at + 1;
  while (isBetween(codeAt(output, end), 0x20, 0x2f)) end += 1;
  const isWhole = isBetween(codeAt(output, end), 0x30, 0x7e);
  return { is: "escape", text: output.slice(at, isWhole ? end + 1 : end) };
}

function isBetween(code: number, least: number, most: number): boolean {
  return code >= least && code <= most;
}

function readCsi(output: string, at: number, from: number): TerminalOutput {
  let end = from;
  while (isBetween(codeAt(output, end), 0x20, 0x3f)) end += 1;
  const isWhole = isBetween(codeAt(output, end), 0x40, 0x7e);
  return { is: "csi", text: output.slice(at, isWhole ? end + 1 : end) };
}

function readString(output: string, at: number, from: number): TerminalOutput {
  let end = from;
  while (end < output.length && !endsString(output, end)) end += 1;
  const length = codeAt(output, end) === ESCAPE ? 2 : 1;
  return { is: "string", text: output.slice(at, Math.min(output.length, end + length)) };
}

function endsString(output: string, at: number): boolean {
  const code = codeAt(output, at);
  if (code === BELL || code === STRING_END) return true;
  return code === ESCAPE && codeAt(output, at + 1) === 0x5c;
}
