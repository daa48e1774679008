import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inTime } from "../../testing/in-time.ts";
import { times } from "../../testing/scale.ts";
import { findHiddenText } from "../hidden-text.ts";
import { findSecrets, redactSecrets } from "./secret-text.ts";

const RUNS = times(100_000);
const SLOW_MS = 100;

const PIECES = [
  ...[
    "cs_local_",
    "AKIA",
    "ghp_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "sk_live_",
    "AIza",
    "npm_",
    "sk-ant-",
    "sk-",
  ],
  ...[
    "eyJ",
    ".eyJ",
    "SG.",
    "hf_",
    "password",
    "PASSWORD=",
    "secret",
    "token",
    "api_key",
    "aws_secret_key",
  ],
  ...[
    "=",
    ":",
    '"',
    "'",
    "`",
    " ",
    "\t",
    "://",
    "@",
    "a",
    "Zk3vQ8mTb1",
    "-----BEGIN PRIVATE KEY-----",
  ],
  ...[
    "\npassword: ",
    "\nENV API_TOKEN ",
    "AccountKey=",
    "LS0tLS1CRUdJTiBQUklWQVRF",
    "123456789:AA",
    "-----END ",
    "-----",
    "hooks.slack.com/services/T",
    "/B",
    ":_authToken=",
    "\u{200D}",
    "\u{202E}",
    "👩",
  ],
];

/** Random text, and text of the pieces that the scanner looks for, often repeated. */
const Line = fc.oneof(
  fc.string({ maxLength: 200, unit: "binary" }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join("")),
  fc
    .tuple(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }), fc.nat(400))
    .map(([pieces, times]) => pieces.join("").repeat(times)),
);

describe("the scanners of added lines", () => {
  it("answer for every line, quickly, with places in order that lie in the line", () => {
    let found = 0;
    fc.assert(
      fc.property(Line, (line) => {
        const secrets = inTime(SLOW_MS, () => findSecrets(line));
        const hidden = inTime(SLOW_MS, () => findHiddenText(line));

        let at = 0;
        for (const { start: from, end } of secrets) {
          expect(from).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(from);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(line.length);
        for (const { column } of hidden) expect(column).toBeLessThanOrEqual(line.length);
        found += secrets.length + hidden.length;
      }),
      { numRuns: RUNS },
    );

    expect(found).toBeGreaterThan(RUNS / 10);
  });

  it("never repeats what was taken out", () => {
    const Token = fc.stringMatching(/^[A-Za-z0-9]{36}$/);
    fc.assert(
      fc.property(Token, Line, Line, (token, before, after) => {
        const text = `${before} ghp_${token} ${after}`;
        expect(redactSecrets(text)).not.toContain(token);
      }),
      { numRuns: times(5_000) },
    );
  });

  it.each(PIECES.map((piece) => [piece]))("take linear time for a line of %j", (piece) => {
    const line = piece.repeat(Math.ceil(500_000 / piece.length));

    inTime(1_500, () => [findSecrets(line), findHiddenText(line)]);
  });
});
