import type { CharacterRun, TokenFormat } from "../content/secrets/token-format.ts";

/** A whole number from 0 to below `limit`. */
type Pick = (limit: number) => number;

/** What a token is made of, in order; a part that is no run is always the same. */
type Piece = { run: CharacterRun | null; text: string };

const LONGER = 8;

/** The same numbers in every run that begins with the same one. */
export function numbersFrom(start: number): Pick {
  let state = start;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** A token of the format that no vendor ever issued. */
export function tokenExample(format: TokenFormat, prefix: string, pick: Pick): string {
  return sign(format, textOf(piecesOf(format, prefix, pick, LONGER)));
}

/** Texts that are almost a token of the format, by what is wrong with them. */
export function almostTokens(
  format: TokenFormat,
  prefix: string,
  pick: Pick,
): { wrong: string; text: string }[] {
  const pieces = piecesOf(format, prefix, pick, 0);
  const whole = sign(format, textOf(pieces));
  const last = pieces.findLastIndex(({ run }) => run !== null && run.min > 0);
  const short = pieces.map(({ text }, at) => (at === last ? text.slice(1) : text)).join("");
  const longest = pieces.reduce((a, b) => (b.run && b.text.length > (a.run?.min ?? 0) ? b : a));
  const foreign = pieces.map((piece) => (piece === longest ? breakText(piece.text) : piece.text));
  return [
    { wrong: "too short", text: short },
    { wrong: "wrong alphabet", text: foreign.join("") },
    ...(format.checksum === null
      ? []
      : [{ wrong: "wrong checksum", text: withWrongChecksum(whole) }]),
    ...(format.isAnywhere || !/^[A-Za-z0-9]/.test(whole)
      ? []
      : [
          {
            wrong: "inside a longer word",
            text: `a${format.proof === null ? whole : withWrongChecksum(whole)}`,
          },
        ]),
  ];
}

/** The token with another last character. */
export function withWrongChecksum(token: string): string {
  const last = /[qQ0]$/.test(token) ? { q: "p", Q: "P", "0": "1" }[token.slice(-1)] : null;
  const other = /[A-Z]$/.test(token) ? "Q" : /[a-z]$/.test(token) ? "q" : "0";
  return token.slice(0, -1) + (last ?? other);
}

function piecesOf(format: TokenFormat, prefix: string, pick: Pick, longer: number): Piece[] {
  const { lead, parts } = format;
  const ofRun = (run: CharacterRun): Piece => {
    const length = run.min + pick(Math.min(run.max - run.min, longer) + 1);
    return { run, text: Array.from({ length }, () => characterOf(run, pick)).join("") };
  };
  return [
    ...(lead === null ? [] : [ofRun(lead)]),
    { run: null, text: prefix },
    ...parts.map((part) => (typeof part === "string" ? { run: null, text: part } : ofRun(part))),
  ];
}

function characterOf({ alphabet: { characters } }: CharacterRun, pick: Pick): string {
  const character = characters[pick(characters.length)] ?? "";
  return /[A-Za-z0-9]/.test(character) || pick(2) === 0 ? character : (characters[0] ?? "");
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("");
}

function breakText(text: string): string {
  const middle = Math.floor(text.length / 2);
  return `${text.slice(0, middle)}!${text.slice(middle + 1)}`;
}

function sign({ checksum, proof }: TokenFormat, token: string): string {
  const kind = checksum ?? proof;
  if (kind === null) return token;
  const before = token.slice(0, token.length - kind.size);
  return before + kind.of(before);
}
