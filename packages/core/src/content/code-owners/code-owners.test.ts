import { describe, expect, it } from "vitest";
import { findOwnerRule, findOwnerRules } from "./find-code-owners.ts";
import { parseCodeOwners } from "./parse-code-owners.ts";

const ANA = { is: "account", login: "ana" } as const;

function matches(pattern: string, path: string): boolean {
  return findOwnerRule(parseCodeOwners(`${pattern} @ana`), path) !== null;
}

describe("a pattern of CODEOWNERS", () => {
  it.each<[string, string, boolean]>([
    ["*", "readme.md", true],
    ["*", "src/deep/app.ts", true],
    ["*.js", "app.js", true],
    ["*.js", "src/app.js", true],
    ["*.js", "src/app.jsx", false],
    ["/build/logs/", "build/logs/a.txt", true],
    ["/build/logs/", "build/logs/old/a.txt", true],
    ["/build/logs/", "src/build/logs/a.txt", false],
    ["/build/logs/", "build/logs", false],
    ["docs/*", "docs/start.md", true],
    ["docs/*", "docs/build/trouble.md", false],
    ["docs/*", "src/docs/start.md", false],
    ["apps/", "apps/web/a.ts", true],
    ["apps/", "src/apps/a.ts", true],
    ["apps/", "apps", false],
    ["/docs/", "docs/a.md", true],
    ["/docs/", "src/docs/a.md", false],
    ["/apps/github", "apps/github", true],
    ["/apps/github", "apps/github/a.ts", true],
    ["/apps/github", "apps/github2/a.ts", false],
    ["**/logs", "logs/a.txt", true],
    ["**/logs", "build/deep/logs/a.txt", true],
    ["**/logs", "build/logs2/a.txt", false],
    ["src/**", "src/a/b.ts", true],
    ["src/**", "lib/src/a.ts", false],
    ["src/**", "src", false],
    ["src/**/", "src/a.ts", false],
    ["src/**/", "src/a/b.ts", true],
    ["src/**/test", "src/test/a.ts", true],
    ["src/**/test", "src/a/b/test/c.ts", true],
    ["src/?.ts", "src/a.ts", true],
    ["src/?.ts", "src/ab.ts", false],
    ["my\\ file.md", "docs/my file.md", true],
    ["/{a}.md", "{a}.md", true],
    ["README.md", "readme.md", false],
    [".github/", ".github/workflows/ci.yml", true],
    ["/", "any/file.ts", true],
  ])("%s matches %s: %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });
});

describe("parseCodeOwners", () => {
  it("reads accounts, teams and addresses, and leaves out comments", () => {
    const { rules, skipped } = parseCodeOwners(
      "# owners\n\n* @ana @acme/web-team kim@acme.dev # all of it\r\n/free\n",
    );
    expect(skipped).toEqual([]);
    expect(rules.map(({ line, pattern, owners }) => ({ line, pattern, owners }))).toEqual([
      {
        line: 3,
        pattern: "*",
        owners: [
          ANA,
          { is: "team", organization: "acme", team: "web-team" },
          { is: "email", address: "kim@acme.dev" },
        ],
      },
      { line: 4, pattern: "/free", owners: [] },
    ]);
  });

  it.each([
    ["!src @ana", "patterns cannot exclude with !"],
    ["[ab].ts @ana", "patterns cannot have sets"],
    ["* ana", "ana is neither an account nor an address"],
    ["* @ana @", "@ is neither an account nor an address"],
    ["* @-ana", "@-ana is neither an account nor an address"],
    ["a//b @ana", "an empty segment"],
  ])("skips %s and says why", (text, reason) => {
    const { rules, skipped } = parseCodeOwners(`${text}\n/ok @ana`);
    expect(rules).toMatchObject([{ line: 2 }]);
    expect(skipped).toMatchObject([{ line: 1, reason: expect.stringContaining(reason) }]);
  });
});

describe("findOwnerRule", () => {
  const file = parseCodeOwners("* @ana\n/src/ @ben\n/src/free\n/src/free/kept @kim");

  it.each([
    ["readme.md", 1],
    ["src/app.ts", 2],
    ["src/free/a.ts", 3],
    ["src/free/kept/a.ts", 4],
  ])("takes the last line that matches %s", (path, line) => {
    expect(findOwnerRule(file, path)?.line).toBe(line);
  });

  it("finds none where no line matches", () => {
    expect(findOwnerRule(parseCodeOwners("/src @ana"), "docs/a.md")).toBeNull();
  });
});

describe("findOwnerRules", () => {
  it("lists each rule with owners once, in the order of the file", () => {
    const file = parseCodeOwners("* @ana\n/src/ @ben\n/src/free");
    const paths = ["src/a.ts", "src/b.ts", "src/free/c.ts", "readme.md"];
    expect(findOwnerRules(file, paths).map(({ rule, path }) => [rule.line, path])).toEqual([
      [1, "readme.md"],
      [2, "src/a.ts"],
    ]);
  });
});
