import { describe, expect, it } from "vitest";
import { findSecrets, redactSecrets } from "./secret-text.ts";

const LETTERS = "Zk3vQ8mTb1XwR7ncJ5yGd0LfHs9PaEu2oKiVtMx4rBqWzCgYjN6hDpSlFAeUOI";

/** Text that looks like a key, made here so that no file holds one. */
function key(length: number, allowed = /./): string {
  const all = Array.from(LETTERS.repeat(8)).filter((char) => allowed.test(char));
  return all.slice(0, length).join("");
}

/** "-----BEGIN" and the beginning of a space. */
const BEGIN_IN_BASE64 = "LS0tLS1CRUdJTi";

const BASE32 = /[A-Z2-7]/;
const HEX = /[a-f0-9]/;
const jwt = `eyJ${key(20)}.eyJ${key(40)}.${key(43)}`;

const SHAPES = [
  { what: "AWS access key", secret: `AKIA${key(16, BASE32)}`, near: `AKIA${key(15, BASE32)}` },
  { what: "AWS access key", secret: `ASIA${key(16, BASE32)}`, near: `ASIA${key(17, BASE32)}` },
  { what: "GitHub token", secret: `ghp_${key(36)}`, near: `ghp_${key(35)}` },
  { what: "GitHub token", secret: `ghs_${key(36)}`, near: `ghx_${key(36)}` },
  {
    what: "GitHub token",
    secret: `github_pat_${key(22)}_${key(59)}`,
    near: `github_pat_${key(20)}`,
  },
  { what: "GitLab token", secret: `glpat-${key(20)}`, near: `glpat-${key(12)}` },
  { what: "Slack token", secret: `xoxb-1234567890-${key(24)}`, near: "xoxb-short" },
  { what: "Slack token", secret: `xapp-1-${key(40)}`, near: `xapp-a-${key(40)}` },
  { what: "Stripe key", secret: `sk_live_${key(24)}`, near: `sk_test_${key(24)}` },
  { what: "Stripe key", secret: `rk_live_${key(24)}`, near: `pk_live_${key(24)}` },
  { what: "Stripe key", secret: `whsec_${key(32)}`, near: `whsec_${key(20)}` },
  { what: "Google key", secret: `AIza${key(35)}`, near: `AIza${key(34)}` },
  { what: "Google key", secret: `GOCSPX-${key(28)}`, near: `GOCSPX-${key(20)}` },
  { what: "npm token", secret: `npm_${key(36)}`, near: `npm_config_${key(20)}` },
  { what: "PyPI token", secret: `pypi-AgEIcHlwaS5vcmc${key(60)}`, near: `pypi-${key(60)}` },
  { what: "Anthropic key", secret: `sk-ant-api03-${key(60)}`, near: `sk-ant-api03-${key(20)}` },
  { what: "OpenAI key", secret: `sk-proj-${key(48)}`, near: `sk-proj-${key(20)}` },
  { what: "OpenAI key", secret: `sk-${key(48)}`, near: `sk-${key(30)}` },
  {
    what: "Hugging Face token",
    secret: `hf_${key(34, /[A-Za-z]/)}`,
    near: `hf_${key(30, /[A-Za-z]/)}`,
  },
  { what: "SendGrid key", secret: `SG.${key(22)}.${key(43)}`, near: `SG.${key(22)}.${key(20)}` },
  {
    what: "DigitalOcean token",
    secret: `dop_v1_${key(64, HEX)}`,
    near: `dop_v1_${key(64, /[G-Z]/)}`,
  },
  { what: "Azure key", secret: `AccountKey=${key(86)}==`, near: `AccountKey=${key(40)}==` },
  { what: "Azure key", secret: `SharedAccessKey=${key(43)}=`, near: `SharedAccessKey=${key(30)}=` },
  { what: "Databricks token", secret: `dapi${key(32, HEX)}`, near: `dapi${key(31, HEX)}` },
  { what: "Docker token", secret: `dckr_pat_${key(27)}`, near: `dckr_pat_${key(20)}` },
  { what: "Doppler token", secret: `dp.pt.${key(43)}`, near: `dp.xx.${key(43)}` },
  { what: "Grafana token", secret: `glsa_${key(32)}_${key(8, HEX)}`, near: `glsa_${key(20)}` },
  { what: "Groq key", secret: `gsk_${key(52)}`, near: `gsk_${key(40)}` },
  { what: "Linear key", secret: `lin_api_${key(40)}`, near: `lin_api_${key(30)}` },
  { what: "New Relic key", secret: `NRAK-${key(27, /[A-Z0-9]/)}`, near: `NRAK-${key(20)}` },
  {
    what: "Postman key",
    secret: `PMAK-${key(24, HEX)}-${key(34, HEX)}`,
    near: `PMAK-${key(24, HEX)}`,
  },
  { what: "Replicate token", secret: `r8_${key(37)}`, near: `r8_${key(30)}` },
  { what: "Sentry token", secret: `sntrys_${key(80)}`, near: `sntrys_${key(40)}` },
  { what: "Shopify token", secret: `shpat_${key(32, HEX)}`, near: `shpxx_${key(32, HEX)}` },
  { what: "Square token", secret: `sq0atp-${key(22)}`, near: `sq0atp-${key(12)}` },
  { what: "Supabase token", secret: `sbp_${key(40, HEX)}`, near: `sbp_${key(30, HEX)}` },
  { what: "Tailscale key", secret: `tskey-auth-${key(24)}`, near: `tskey-auth-${key(10)}` },
  { what: "Vault token", secret: `hvs.${key(95)}`, near: `hvs.${key(40)}` },
  {
    what: "age key",
    secret: `AGE-SECRET-KEY-1${key(58, /[A-Z0-9]/)}`,
    near: `AGE-SECRET-KEY-1${key(40, /[A-Z0-9]/)}`,
  },
  {
    what: "Telegram token",
    secret: `123456789:AA${key(33)}`,
    near: `123456789:AA${key(30)}`,
  },
  {
    what: "Discord token",
    secret: `M${key(23)}.${key(6)}.${key(30)}`,
    near: `M${key(23)}.${key(6)}.${key(20)}`,
  },
  { what: "JSON web token", secret: jwt, near: jwt.slice(0, jwt.lastIndexOf(".")) },
];

describe("findSecrets", () => {
  it.each(SHAPES)("finds a $what by its shape", ({ what, secret }) => {
    const line = `const a = f("${secret}"); // note`;

    expect(findSecrets(line)).toEqual([{ what, start: 13, end: 13 + secret.length }]);
    expect(redactSecrets(line)).toBe(`const a = f("[${what}]"); // note`);
  });

  it.each(SHAPES)("leaves what only begins like a $what alone", ({ near }) => {
    expect(findSecrets(`const a = f("${near}");`)).toEqual([]);
  });

  it.each(SHAPES)("leaves a longer word around a $what alone", ({ secret }) => {
    expect(findSecrets(`const a = f("a${secret}");`)).toEqual([]);
  });

  it.each(["", "x_", "my-", "a"])("finds a token of ours after %j, wherever it is", (before) => {
    const token = `cs_local_${key(43)}`;

    expect(redactSecrets(`${before}${token}`)).toBe(`${before}[countersign token]`);
    expect(redactSecrets(`https://host/?token=${token}&a=1`)).not.toContain(token);
    expect(findSecrets(`cs_local_${key(42)}`)).toEqual([]);
  });

  it.each(["x_", "x-"])("finds a key after %j", (before) => {
    expect(redactSecrets(`${before}AKIA${key(16, BASE32)}`)).toBe(`${before}[AWS access key]`);
  });

  it.each([
    ["PRIVATE", "BQUklWQVRFIEtFWS0tLS0t"],
    ["RSA PRIVATE", "BSU0EgUFJJVkFURSBLRVktLS0tLQ"],
    ["EC PRIVATE", "BFQyBQUklWQVRFIEtFWS0tLS0t"],
    ["OPENSSH PRIVATE", "BPUEVOU1NIIFBSSVZBVEUgS0VZ"],
    ["PGP PRIVATE", "BQR1AgUFJJVkFURSBLRVkg"],
  ])("finds a %s key in base64", (_, kind) => {
    expect(redactSecrets(`key: ${BEGIN_IN_BASE64}${kind}${key(60)}==`)).toBe("key: [private key]");
  });

  it.each([
    ["public key", "BQVUJMSUMgS0VZLS0tLS0"],
    ["certificate", "BDRVJUSUZJQ0FURS0tLS0t"],
  ])("leaves a %s in base64 alone", (_, kind) => {
    expect(findSecrets(`key: ${BEGIN_IN_BASE64}${kind}${key(60)}`)).toEqual([]);
  });

  it.each([
    `password: ${key(18)}`,
    `  db_password: ${key(18)} # of production`,
    `- secret: ${key(24)}`,
    `spring.datasource.password = ${key(18)}`,
    `ENV API_TOKEN ${key(18)}`,
    `ENV API_TOKEN=${key(18)}`,
    `ARG NPM_TOKEN=${key(18)}`,
    `{"db":{"pass":"${key(18)}"}}`,
    `pass = '${key(18)}'`,
  ])("finds a value without quotes, or under a short name, in %s", (line) => {
    expect(redactSecrets(line)).toContain("[password or key]");
    expect(redactSecrets(line)).not.toContain(key(12));
  });

  it.each([
    { line: `password = "${key(16)}"`, what: "password or key" },
    { line: `  "client_secret": "${key(24)}",`, what: "password or key" },
    { line: `apiKey: '${key(20)}'`, what: "password or key" },
    { line: `config["api-key"] = \`${key(20)}\``, what: "password or key" },
    { line: `AUTH_TOKEN := "${key(20)}"`, what: "password or key" },
    { line: `DB_PASSWORD=${key(18)}`, what: "password or key" },
    { line: `export STRIPE_API_KEY=${key(18)}`, what: "password or key" },
    { line: `aws_secret_access_key = ${key(40)}`, what: "AWS secret key" },
    { line: `AWS_SECRET_ACCESS_KEY="${key(40)}"`, what: "AWS secret key" },
    { line: `//packages.internal/:_authToken=${key(30)}`, what: "npm token" },
    { line: `postgres://app:${key(16)}@db.internal/shop`, what: "password in an address" },
    {
      line: `https://hooks.slack.com/services/T0${key(8, BASE32)}/B0${key(8, BASE32)}/${key(24)}`,
      what: "Slack address",
    },
  ])("finds a value that looks random in $line", ({ line, what }) => {
    expect(findSecrets(line).map((secret) => secret.what)).toEqual([what]);
    expect(redactSecrets(line)).toContain(`[${what}]`);
    expect(redactSecrets(line)).not.toContain(key(12));
  });

  it.each([
    'password = "correct-horse"',
    "  token: Uint8Array",
    "  secret: base64UrlString",
    "  tokenCount: 1234567890",
    "password: string;",
    "  password: hashPassword1a2b(user)",
    "token: node.js.v24.1a2b",
    "  token: v1.2.3-beta.4",
    "passed: test1a2b3c4d",
    "ENV NODE_VERSION 24.1.0",
    "ENV API_TOKEN_FILE /run/secrets/token",
    "the pass: see below1 for2 it3",
    'compass: "north1 by2"',
    'password = "hunter2"',
    'password: "changeme123!"',
    'token = "your-token-1a2b3c"',
    `secret = "\${SECRET_1A2B3C}"`,
    'apiKey: process.env.API_KEY ?? "none"',
    'token: "invalid_token_error_2"',
    'passwordField = "input#password-9"',
    "DB_PASSWORD=$(cat /run/pw1a2b3)",
    "DB_PASSWORD=<from the vault 1a>",
    "postgres://user:password1a2b@localhost/db",
    "postgres://localhost:5432/db",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "AKIAIOSFODNN7EXAMPLE",
    `//packages.internal/:_authToken=\${NPM_TOKEN}`,
    '"integrity": "sha512-Zk3vQ8mTb1XwR7ncJ5yGd0LfHs9PaEu2oKiVtMx4rBqWzCgYjN6hDpSlFAeUOI=="',
    "const tokenise = (text) => text.split(/ /)",
    "",
  ])("leaves %j alone", (line) => {
    expect(findSecrets(line)).toEqual([]);
    expect(redactSecrets(line)).toBe(line);
  });

  it.each(["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "])(
    "takes a whole %sprivate key out",
    (kind) => {
      const begin = `-----BEGIN ${kind}PRIVATE KEY-----`;
      const block = `${begin}\n${key(40)}\n${key(30)}\n-----END ${kind}PRIVATE KEY-----`;

      expect(redactSecrets(`before\n${block}\nafter`)).toBe("before\n[private key]\nafter");
      expect(findSecrets(begin)).toEqual([{ what: "private key", start: 0, end: begin.length }]);
    },
  );

  it("takes everything out after a private key that does not end", () => {
    expect(redactSecrets(`a -----BEGIN PRIVATE KEY-----\n${key(40)}`)).toBe("a [private key]");
  });

  it("leaves a public key alone", () => {
    expect(findSecrets("-----BEGIN PUBLIC KEY-----")).toEqual([]);
  });

  it("takes out several, each once, however they overlap", () => {
    const line = `token = "ghp_${key(36)}" password = "${key(16)}"`;

    expect(redactSecrets(line)).toBe('token = "[GitHub token]" password = "[password or key]"');
  });
});
