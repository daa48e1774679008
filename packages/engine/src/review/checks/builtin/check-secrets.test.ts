import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkSecrets } from "./check-secrets.ts";

const STORE = "Create a new one, and read it from an environment variable or a secret store.";

describe("checkSecrets", () => {
  it.each([
    { what: "RubyGems API key", token: `rubygems_${hex(24)}`, where: "at RubyGems" },
    { what: "Pulumi access token", token: `pul-${hex(20)}`, where: "at Pulumi" },
    {
      what: "countersign token",
      token: `cs_acme-1_${randomBytes(32).toString("base64url")}`,
      where: "with countersign token revoke",
    },
  ])("names a bare $what, says what to do, and never repeats it", ({ what, token, where }) => {
    const patch = Buffer.from(`@@ -0,0 +1 @@\n+run("${token}")\n`);

    const findings = checkSecrets({ commits: [] }, { files: [{ path: "a.sh", patch }] });

    expect(findings).toEqual([
      {
        severity: "critical",
        category: "secrets",
        file: "a.sh",
        line: 1,
        quote: `run("[${what}]")`,
        message: `The line holds what looks like a credential: ${what}.`,
        recommendation: `Revoke it ${where}: the history of the branch contains it. ${STORE}`,
      },
    ]);
  });
});

function hex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
