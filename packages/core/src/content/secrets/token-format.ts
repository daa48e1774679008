import { type Alphabet, alphabet } from "./alphabets.ts";
import { CHECKSUMS, type Checksum } from "./checksums.ts";

/**
 * One format of tokens, as data: the vendor, the kind of token, the prefixes separated by spaces, and the body.
 *
 * The body is a list of parts. `hex*40` is 40 characters of the alphabet `hex`, `url*40..60` is 40 to 60 characters,
 * `<text>` and punctuation are themselves, and `uuid` is a UUID.
 */
export type TokenRow = readonly [
  vendor: string,
  kind: string,
  prefixes: string,
  body: string,
  options?: TokenOptions,
];

type TokenOptions = {
  /** The part before the "prefix", for vendors with a mark in the middle of a token. Its length is fixed. */
  lead?: string;
  /** The checksum at the end of the token. A token with another checksum is not reported. */
  checksum?: keyof typeof CHECKSUMS;
  /** The checksum that the vendor documents. A token with a valid one is reported even inside a longer word. */
  proof?: keyof typeof CHECKSUMS;
  /** True if the prefix alone is too common: the body must also look random. */
  random?: true;
  /** True if the token is also reported inside a longer word. */
  anywhere?: true;
};

/** A run of characters of one alphabet. `slot` numbers the runs of all formats. */
export type CharacterRun = { alphabet: Alphabet; min: number; max: number; slot: number };

export type TokenFormat = {
  /** Null for a format that many vendors share. */
  vendor: string | null;
  what: string;
  index: number;
  prefixes: readonly string[];
  lead: CharacterRun | null;
  parts: readonly (CharacterRun | string)[];
  checksum: Checksum | null;
  proof: Checksum | null;
  mustLookRandom: boolean;
  isAnywhere: boolean;
};

const UUID = "xhex*8 - xhex*4 - xhex*4 - xhex*4 - xhex*12";
const RUN = /^([a-z0-9]+)\*(\d+)(?:\.\.(\d+))?$/;
const LITERAL = /^(?:<(.+)>|([^A-Za-z0-9<>*]+))$/;

/** Parses the rows of the table. An empty row or an unknown alphabet is a bug in the table. */
export function parseFormats(rows: readonly TokenRow[]): TokenFormat[] {
  let slots = 0;
  const parsePart = (word: string): CharacterRun | string => {
    const [, name, min, max = min] = RUN.exec(word) ?? [];
    if (name !== undefined)
      return { alphabet: alphabet(name), min: Number(min), max: Number(max), slot: slots++ };
    const [, quoted, punctuation] = LITERAL.exec(word) ?? [];
    const literal = quoted ?? punctuation;
    if (literal === undefined) throw new Error(`unknown part of a token: ${word}`);
    return literal;
  };
  return rows.map(([vendor, kind, prefixes, body, options = {}], index) => {
    const lead = options.lead === undefined ? null : parsePart(options.lead);
    if (typeof lead === "string") throw new Error(`${vendor}: a lead has an alphabet`);
    return {
      vendor: vendor === "" ? null : vendor,
      what: `${vendor} ${kind}`.trim(),
      index,
      prefixes: words(prefixes),
      lead,
      parts: words(body.replaceAll("uuid", UUID)).map(parsePart),
      checksum: options.checksum === undefined ? null : CHECKSUMS[options.checksum],
      proof: options.proof === undefined ? null : CHECKSUMS[options.proof],
      mustLookRandom: options.random === true,
      isAnywhere: options.anywhere === true,
    };
  });
}

function words(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}
