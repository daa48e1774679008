/** A credential in a text: what it is and where, never what it says. */
export type SecretText = { what: string; start: number; end: number };

type Shape = {
  what: string;
  /** A text without it holds no such credential: most texts are done with that. */
  hint: RegExp;
  /**
   * Names the credential `value`. Each repetition has a bound or cannot begin again inside itself, so that each
   * character is read a bounded number of times.
   */
  pattern: RegExp;
  /** Names and placeholders have the same form; only what looks random is a credential. */
  random: boolean;
};

/** Tokens whose makers marked them as credentials: by what they begin with, and what follows. */
const TOKENS: readonly (readonly [what: string, begin: string, rest: string])[] = [
  ["AWS access key", "(?:AKIA|ASIA|ABIA|ACCA)", "[A-Z2-7]{16}"],
  ["GitHub token", "gh[pousr]_", "[A-Za-z0-9]{36,251}"],
  ["GitHub token", "github_pat_", "[A-Za-z0-9_]{60,251}"],
  ["GitLab token", "gl(?:pat|ptt|rt|dt|cbt)-", "[A-Za-z0-9_-]{20,200}"],
  ["Slack token", "xox[abeoprs]-", "[A-Za-z0-9-]{20,250}"],
  ["Slack token", "xapp-", "[0-9]-[A-Za-z0-9-]{20,250}"],
  ["Stripe key", "[sr]k_live_", "[A-Za-z0-9]{16,250}"],
  ["Stripe key", "whsec_", "[A-Za-z0-9]{32,250}"],
  ["Google key", "AIza", "[A-Za-z0-9_-]{35}"],
  ["Google key", "GOCSPX-", "[A-Za-z0-9_-]{28}"],
  ["npm token", "npm_", "[A-Za-z0-9]{36}"],
  ["PyPI token", "pypi-AgEIcHlwaS5vcmc", "[A-Za-z0-9_-]{50,250}"],
  ["Anthropic key", "sk-ant-", "[a-z]{2,8}[0-9]{2}-[A-Za-z0-9_-]{40,250}"],
  ["OpenAI key", "sk-(?:proj|svcacct|admin)-", "[A-Za-z0-9_-]{40,250}"],
  ["OpenAI key", "sk-", "[A-Za-z0-9]{48}"],
  ["Hugging Face token", "hf_", "[A-Za-z]{34}"],
  ["SendGrid key", "SG\\.", "[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}"],
  ["DigitalOcean token", "do[opr]_v1_", "[a-f0-9]{64}"],
  ["JSON web token", "eyJ", "[\\w-]{10,4000}\\.eyJ[\\w-]{10,8000}\\.[\\w-]{20,2000}"],
];

const NAMED = /pass|pwd|secret|token|credential|key/i;

const SECRET_NAME =
  "(?:pass(?:word|wd|phrase)|pwd|secret|token|credential|(?:api|access|private|auth|encryption)[_-]?key)";

const ENV_NAME =
  "[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Z0-9_]{0,20}";

const SHAPES: readonly Shape[] = [
  ...TOKENS.map(([what, begin, rest]) => tokenShape(what, begin, rest)),
  {
    what: "AWS secret key",
    hint: /secret/i,
    pattern:
      /aws[_-]?secret[_-]?(?:access[_-]?)?key["']?\s{0,4}[:=]\s{0,4}["']?(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi,
    random: true,
  },
  {
    what: "Slack address",
    hint: /hooks\.slack\.com/,
    pattern:
      /hooks\.slack\.com\/services\/(?<value>T[A-Z0-9]{6,14}\/B[A-Z0-9]{6,14}\/[A-Za-z0-9]{16,40})/dg,
    random: false,
  },
  {
    what: "npm token",
    hint: /:_/,
    pattern: /:_(?:authToken|auth|password)\s{0,4}=\s{0,4}(?<value>[A-Za-z0-9+/=_-]{16,250})/dg,
    random: true,
  },
  {
    what: "password in an address",
    hint: /:\/\//,
    pattern: /:\/\/[^\s:@/?#"'`]{1,100}:(?<value>[^\s:@/?#"'`]{8,200})@[a-z0-9[]/dgi,
    random: true,
  },
  {
    what: "password or key",
    hint: NAMED,
    pattern: new RegExp(
      `${SECRET_NAME}[a-z0-9_]{0,20}["'\`]?\\]?\\s{0,4}(?::=|=>|[:=])\\s{0,4}(?<quote>["'\`])(?<value>[^\\s"'\`]{10,200})\\k<quote>`,
      "dgi",
    ),
    random: true,
  },
  {
    what: "password or key",
    hint: NAMED,
    pattern: new RegExp(
      `^\\s{0,8}(?:export\\s)?${ENV_NAME}=(?<value>[^\\s"'\`]{10,200})\\s{0,8}$`,
      "dgm",
    ),
    random: true,
  },
];

/** The look back comes after what is rare, so that it is not tried at every character. */
function tokenShape(what: string, begin: string, rest: string): Shape {
  const pattern = new RegExp(
    `(?<value>${begin}(?<![A-Za-z0-9_-]${begin})${rest})(?![A-Za-z0-9_-])`,
    "dg",
  );
  return { what, hint: new RegExp(begin), pattern, random: false };
}

const KEY_BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = "-----END ";

/** Documentation shows keys that its writers made unusable by this word. */
const EXAMPLE = /example/i;

const LEAST_BITS_PER_CHARACTER = 3;
const LEAST_LETTER_RUNS = 2;

/** What stands for a value instead of being one. */
const PLACEHOLDER =
  /example|sample|dummy|fake|mock|test|change.?me|placeholder|your|insert|replace|redacted|secret|password|xxxx|\*{3}|\.{3}|123456|abcdef|\$\{|\$\(|\{\{|%[({]|^<|>$|^\$|process\.env|\[/i;

/**
 * Finds credentials by the shapes that their makers gave them, and passwords by name and randomness.
 *
 * Linear in the text, whatever it is. The places are sorted and do not overlap.
 */
export function findSecrets(text: string): SecretText[] {
  const found = [...findKeyBlocks(text), ...SHAPES.flatMap((shape) => findShape(text, shape))];
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: SecretText[] = [];
  for (const secret of sorted) {
    if (secret.start >= (kept.at(-1)?.end ?? 0)) kept.push(secret);
  }
  return kept;
}

/** Puts the name of each credential in its place. */
export function redactSecrets(text: string): string {
  let redacted = "";
  let at = 0;
  for (const { what, start, end } of findSecrets(text)) {
    redacted += `${text.slice(at, start)}[${what}]`;
    at = end;
  }
  return redacted + text.slice(at);
}

function findShape(text: string, { what, hint, pattern, random }: Shape): SecretText[] {
  if (!hint.test(text)) return [];
  const found: SecretText[] = [];
  for (const match of text.matchAll(pattern)) {
    const value = match.groups?.value ?? "";
    const [start, end] = match.indices?.groups?.value ?? [0, 0];
    if (EXAMPLE.test(value) || (random && !looksRandom(value))) continue;
    found.push({ what, start, end });
  }
  return found;
}

/** A block reaches to its end mark; without one, to the end of the text. */
function findKeyBlocks(text: string): SecretText[] {
  const found: SecretText[] = [];
  let covered = 0;
  for (const { index } of text.matchAll(KEY_BEGIN)) {
    if (index < covered) continue;
    const mark = text.indexOf(KEY_END, index);
    const close = mark === -1 ? -1 : text.indexOf("-----", mark + KEY_END.length);
    covered = close === -1 ? text.length : close + "-----".length;
    found.push({ what: "private key", start: index, end: covered });
  }
  return found;
}

/** A value that a person would not have typed as a name, a word or a placeholder. */
function looksRandom(value: string): boolean {
  if (PLACEHOLDER.test(value)) return false;
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return bitsPerCharacter(value) >= LEAST_BITS_PER_CHARACTER && changesKind(value);
}

/** Names end in a number; random text goes from letters to digits and back. */
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
