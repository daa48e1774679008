/** Documentation marks unusable keys with this word. */
const EXAMPLE = /example/i;

const LEAST_BITS_PER_CHARACTER = 3;
const LEAST_LETTER_RUNS = 2;

/** Matches placeholders of values. */
const PLACEHOLDER =
  /example|sample|dummy|fake|mock|test|change.?me|placeholder|your|insert|replace|redacted|secret|password|xxxx|\*{3}|\.{3}|123456|abcdef|\$\{|\$\(|\{\{|%[({]|^<|>$|^\$|process\.env|\[/i;

/** Returns true for a documentation key. */
export function isExample(value: string): boolean {
  return EXAMPLE.test(value);
}

/** Returns true for a value that is unlikely to be a name, a word or a placeholder. */
export function looksRandom(value: string): boolean {
  if (PLACEHOLDER.test(value)) return false;
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return bitsPerCharacter(value) >= LEAST_BITS_PER_CHARACTER && changesKind(value);
}

/** Names end in a number; random text alternates between letters and digits. */
function changesKind(value: string): boolean {
  return (
    (value.match(/[A-Za-z]+/g) ?? []).length >= LEAST_LETTER_RUNS && /[0-9][^0-9-]/.test(value)
  );
}

function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
