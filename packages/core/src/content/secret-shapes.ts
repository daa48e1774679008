/** One kind of credential, as data. */
export type SecretShape = {
  what: string;
  /** A text without it holds no such credential: most texts are done with that. */
  hint: RegExp;
  /**
   * Names the credential `value`. Each repetition has a bound or cannot begin again inside itself, so that each
   * character is read a bounded number of times.
   */
  pattern: RegExp;
  /**
   * What the value must look like besides: names and placeholders have the same form. `word`: it stands without
   * quotes, where names of types and variables stand too.
   */
  random: "no" | "value" | "word";
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
  ["Databricks token", "dapi", "[a-f0-9]{32}"],
  ["Docker token", "dckr_[po]at_", "[A-Za-z0-9_-]{27,40}"],
  ["Doppler token", "dp\\.(?:pt|st|sa|ct)\\.", "[A-Za-z0-9]{40,48}"],
  ["Grafana token", "gl(?:sa|c)_", "[A-Za-z0-9+/_]{32,250}"],
  ["Groq key", "gsk_", "[A-Za-z0-9]{52}"],
  ["Linear key", "lin_api_", "[A-Za-z0-9]{40}"],
  ["New Relic key", "NRAK-", "[A-Z0-9]{27}"],
  ["Postman key", "PMAK-", "[a-f0-9]{24}-[a-f0-9]{34}"],
  ["Replicate token", "r8_", "[A-Za-z0-9]{37}"],
  ["Sentry token", "sntry[su]_", "[A-Za-z0-9+/=_]{64,300}"],
  ["Shopify token", "shp(?:at|ca|pa|ss)_", "[a-fA-F0-9]{32}"],
  ["Square token", "sq0(?:atp|csp)-", "[A-Za-z0-9_-]{22,43}"],
  ["Supabase token", "sbp_", "[a-f0-9]{40}"],
  ["Tailscale key", "tskey-(?:auth|api|client)-", "[A-Za-z0-9-]{20,80}"],
  ["Vault token", "hv[sb]\\.", "[A-Za-z0-9_-]{80,250}"],
  ["age key", "AGE-SECRET-KEY-1", "[0-9A-Z]{58}"],
  ["Azure key", "AccountKey=", "[A-Za-z0-9+/]{86}=="],
  ["Azure key", "SharedAccessKey=", "[A-Za-z0-9+/]{43}="],
];

const NAMED = /pass|pwd|secret|token|credential|key/i;

const SECRET_NAME =
  "(?:pass(?:word|wd|phrase|code|(?![a-z]))|pwd|secret|token|credential|(?:api|access|private|auth|encryption)[_-]?key)";

const ENV_NAME =
  "[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Z0-9_]{0,20}";

/** Most exact first: where two begin at the same place, the longer one names the credential. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    // Ours, also inside a longer word: whoever reads it acts as its owner.
    what: "countersign token",
    hint: /cs_/,
    pattern: /(?<value>cs_[a-z0-9][a-z0-9-]{0,63}_[A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])/dg,
    random: "no",
  },
  ...TOKENS.map(([what, begin, rest]) => tokenShape(what, begin, rest)),
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

/** The look back comes after what is rare, so that it is not tried at every character. */
function tokenShape(what: string, begin: string, rest: string): SecretShape {
  const pattern = new RegExp(
    `(?<value>${begin}(?<![A-Za-z0-9]${begin})${rest})(?![A-Za-z0-9_-])`,
    "dg",
  );
  return { what, hint: new RegExp(begin), pattern, random: "no" };
}
