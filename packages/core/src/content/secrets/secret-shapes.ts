/** A kind of credential that is recognised by the surrounding text. */
export type SecretShape = {
  what: string;
  /** A text without a match contains no such credential, so most texts are skipped. */
  hint: RegExp;
  /**
   * Captures the credential as `value`. Each repetition is bounded or cannot restart inside itself, so matching
   * is linear.
   */
  pattern: RegExp;
  /**
   * A further test of the value, because names and placeholders have the same form. `word`: unquoted values, like
   * names of types and variables.
   */
  random: "no" | "value" | "word";
};

const NAMED = /pass|pwd|secret|token|credential|key/i;

const SECRET_NAME =
  "(?:pass(?:word|wd|phrase|code|(?![a-z]))|pwd|secret|token|credential|(?:api|access|private|auth|encryption)[_-]?key)";

const ENV_NAME =
  "[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Z0-9_]{0,20}";

/** Most exact first. If two start at the same position, the longer one names the credential. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    what: "AWS secret key",
    hint: /secret/i,
    pattern:
      /aws[_-]?secret[_-]?(?:access[_-]?)?key["']?\s{0,4}[:=]\s{0,4}["']?(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi,
    random: "value",
  },
  {
    what: "Telegram token",
    hint: /:AA/,
    pattern: /(?<![A-Za-z0-9_-])(?<value>[0-9]{8,10}:AA[A-Za-z0-9_-]{33})(?![A-Za-z0-9_-])/dg,
    random: "no",
  },
  {
    what: "Discord token",
    hint: /[MNO][A-Za-z0-9]{23}/,
    pattern:
      /(?<![A-Za-z0-9_.-])(?<value>[MNO][A-Za-z0-9]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38})(?![A-Za-z0-9_.-])/dg,
    random: "value",
  },
  {
    // Base64 of "-----BEGIN ", then of the kinds of private keys; certificates and public keys go on otherwise.
    what: "private key",
    hint: /LS0tLS1CRUdJTi/,
    pattern:
      /(?<value>LS0tLS1CRUdJTi(?:BQUklWQVRF|BSU0EgUFJJ|BFQyBQUklW|BEU0EgUFJJ|BPUEVOU1NI|BFTkNSWVBU|BQR1AgUFJJ)[A-Za-z0-9+/=]{0,20000})/dg,
    random: "no",
  },
  {
    what: "Slack address",
    hint: /hooks\.slack\.com/,
    pattern:
      /hooks\.slack\.com\/services\/(?<value>T[A-Z0-9]{6,14}\/B[A-Z0-9]{6,14}\/[A-Za-z0-9]{16,40})/dg,
    random: "no",
  },
  {
    what: "Discord address",
    hint: /\/api\/webhooks\//,
    pattern: /\/api\/webhooks\/(?<value>[0-9]{17,20}\/[A-Za-z0-9_-]{60,80})/dg,
    random: "no",
  },
  {
    what: "npm token",
    hint: /:_/,
    pattern: /:_(?:authToken|auth|password)\s{0,4}=\s{0,4}(?<value>[A-Za-z0-9+/=_-]{16,250})/dg,
    random: "value",
  },
  {
    what: "password in an address",
    hint: /:\/\//,
    pattern: /:\/\/[^\s:@/?#"'`]{1,100}:(?<value>[^\s:@/?#"'`]{8,200})@[a-z0-9[]/dgi,
    random: "value",
  },
  {
    what: "password or key",
    hint: NAMED,
    pattern: new RegExp(
      `${SECRET_NAME}[a-z0-9_]{0,20}["'\`]?\\]?\\s{0,4}(?::=|=>|[:=])\\s{0,4}(?<quote>["'\`])(?<value>[^\\s"'\`]{10,200})\\k<quote>`,
      "dgi",
    ),
    random: "value",
  },
  {
    what: "password or key",
    hint: NAMED,
    pattern: new RegExp(
      `^\\s{0,8}(?:export\\s|set\\s|(?:ENV|ARG)\\s{1,4})?${ENV_NAME}=(?<value>[^\\s"'\`]{10,200})\\s{0,8}$`,
      "dgm",
    ),
    random: "value",
  },
  {
    what: "password or key",
    hint: /^\s{0,8}ENV\s/m,
    pattern: new RegExp(
      `^\\s{0,8}ENV\\s{1,4}${ENV_NAME}\\s{1,4}(?<value>[^\\s"'\`=]{10,200})\\s{0,8}$`,
      "dgm",
    ),
    random: "value",
  },
  {
    // YAML, properties and INI files: the value has no quotes and ends its line.
    what: "password or key",
    hint: NAMED,
    pattern: new RegExp(
      `^\\s{0,40}(?:-\\s{1,4})?["']?[a-z0-9_.-]{0,40}${SECRET_NAME}["']?\\s{0,4}[:=]\\s{1,8}(?<value>[A-Za-z0-9!@%^*_+/=~.-]{10,200})\\s{0,8}(?:#[^\\n]{0,200})?$`,
      "dgim",
    ),
    random: "word",
  },
];
