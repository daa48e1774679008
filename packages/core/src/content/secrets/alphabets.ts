/** The characters of a part of a token. */
export type Alphabet = {
  name: string;
  characters: string;
  /** 1 for each character of the alphabet, by its code. */
  has: Uint8Array;
  /** True if it contains characters that end a word. */
  hasPunctuation: boolean;
};

const ASCII = 128;

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const ALNUM = DIGITS + UPPER + LOWER;

/** The base62 digits in the order that GitHub, Synapse and others use. */
export const BASE62 = ALNUM;

/** The characters of Bech32 by their value. */
export const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

const ALPHABETS: ReadonlyMap<string, Alphabet> = new Map(
  Object.entries({
    digit: DIGITS,
    hex: `${DIGITS}abcdef`,
    uphex: `${DIGITS}ABCDEF`,
    xhex: `${DIGITS}abcdefABCDEF`,
    hexdash: `${DIGITS}abcdef-`,
    low: LOWER,
    letter: UPPER + LOWER,
    lownum: DIGITS + LOWER,
    upnum: DIGITS + UPPER,
    slug: `${DIGITS}${LOWER}-`,
    lowslug: `${DIGITS}${LOWER}_-`,
    base32: `${UPPER}234567`,
    low32: `${LOWER}234567`,
    base58: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    bech32: BECH32,
    upbech32: BECH32.toUpperCase(),
    alnum: ALNUM,
    word: `${ALNUM}_`,
    dash: `${ALNUM}-`,
    url: `${ALNUM}_-`,
    dotted: `${ALNUM}_-.`,
    tilde: `${ALNUM}_-.~`,
    base64: `${ALNUM}+/`,
    percent: `${ALNUM}%`,
    any64: `${ALNUM}+/=_-`,
  }).map(([name, characters]) => [name, createAlphabet(name, characters)]),
);

/** Returns an alphabet by name. An unknown name is a bug in the table. */
export function alphabet(name: string): Alphabet {
  const known = ALPHABETS.get(name);
  if (known === undefined) throw new Error(`unknown alphabet: ${name}`);
  return known;
}

function createAlphabet(name: string, characters: string): Alphabet {
  const has = new Uint8Array(ASCII);
  for (const character of characters) has[character.charCodeAt(0)] = 1;
  return { name, characters, has, hasPunctuation: /[^\w-]/.test(characters) };
}
