/** A word with lookalike letters of another script. `column` counts characters from 1. */
export type MixedWord = { word: string; column: number };

const MAX_PER_LINE = 20;

/** Lines without these scripts are skipped. */
const FOREIGN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\u{FF21}-\u{FF5A}]/u;

const WORD = /[\p{L}\p{M}\p{N}_$]{2,}/gu;
const LATIN = /[A-Za-z]/;
const LETTER = /\p{L}/u;

/** Letters that look like Latin ones, by script. */
const LOOKALIKES = new Set([
  ..."АВЕЅІЈКМНОРСТУХԀԚԜҮаеѕіјорсухһԁԛԝӏ",
  ..."ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳν",
  ..."օսհոԱՏՕ",
  ..."ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏆᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧ",
  ..."ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓨꓪꓫꓬꓮꓰꓲꓳꓴ",
  ..."ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ",
]);

/**
 * Finds words that mix Latin letters with lookalike letters, in linear time.
 *
 * A word of one script is ordinary, and so is one with a letter that does not resemble Latin (`Δt`, `APIключ`).
 */
export function findMixedWords(line: string): MixedWord[] {
  if (!FOREIGN.test(line) || !LATIN.test(line)) return [];
  const found: MixedWord[] = [];
  for (const { 0: word, index } of line.matchAll(WORD)) {
    if (found.length >= MAX_PER_LINE) break;
    if (isMixed(word)) found.push({ word, column: Array.from(line.slice(0, index)).length + 1 });
  }
  return found;
}

function isMixed(word: string): boolean {
  if (!LATIN.test(word)) return false;
  const others = Array.from(word).filter((char) => LETTER.test(char) && !LATIN.test(char));
  return others.length > 0 && others.every((char) => LOOKALIKES.has(char));
}
