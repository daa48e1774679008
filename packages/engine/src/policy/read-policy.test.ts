import { describe, expect, it } from "vitest";
import { policyFrom } from "./read-policy.ts";

const from = (files: Record<string, string>) => policyFrom(async (path) => files[path] ?? null);

async function problems(files: Record<string, string>): Promise<string[]> {
  const loaded = await from(files);
  return loaded.ok ? [] : loaded.problems.map(({ path, reason }) => `${path}: ${reason}`);
}

describe("the configuration of a commit", () => {
  it("is read from JSON with comments or from YAML", async () => {
    const json = await from({ "countersign.json": '{ // ours\n "people": {"owner": ["ana"]}, }' });
    const jsonc = await from({ "countersign.jsonc": '{ "people": {"owner": ["ana"]} /* us */ }' });
    const yaml = await from({ "countersign.yaml": "people:\n  owner: [ana]\n" });

    expect(json.ok && yaml.ok && json.policy.digest === yaml.policy.digest).toBe(true);
    expect(json.ok && jsonc.ok && json.policy.digest === jsonc.policy.digest).toBe(true);
  });

  it("is in one file: with two of them it cannot be read", async () => {
    const two = { "countersign.jsonc": "{}", "countersign.yaml": "version: 1\n" };
    expect(await problems(two)).toEqual([
      ": there are two policy files, countersign.jsonc and countersign.yaml; keep one of them",
    ]);
  });

  it("may keep its long lists in files of their own, but not in both places [R-232]", async () => {
    const domain = { id: "legal", globs: ["legal/**"], description: "Contracts" };
    const domains = JSON.stringify([domain]);
    const main =
      '{"rules": [], "policies": [{"id": "universal", "when": "always", "require": [{"reviewer": "integrity"}], "description": "All"}]}';
    const split = await from({ "countersign.json": main, ".countersign/domains.json": domains });

    expect(split.ok && split.policy.domains.map(({ id }) => id)).toEqual(["legal"]);
    expect(
      await problems({
        "countersign.json": '{"domains": []}',
        ".countersign/domains.json": domains,
      }),
    ).toEqual(["domains: is in .countersign/domains.json too; keep one of them"]);
  });

  it("may stand on a base of the same repository and of no other place", async () => {
    const base = '{"people": {"owner": ["boss"]}}';
    const loaded = await from({
      "countersign.json": '{"extends": "config/base.json"}',
      "config/base.json": base,
    });

    expect(loaded.ok && loaded.policy.people.owner).toEqual(["boss"]);
    for (const path of ["../base.json", "/etc/base.json", "org:acme", "nowhere.json"])
      expect(
        await problems({ "countersign.json": JSON.stringify({ extends: path }) }),
      ).toHaveLength(1);
  });

  it.each([
    [{}, "no countersign.jsonc is committed yet"],
    [{ "countersign.json": "[]" }, "does not contain a JSON object"],
    [{ "countersign.json": '{"people": ' }, "on line 1"],
    [{ "countersign.yaml": "a: &a [1]\nb: *a\n" }, "lias"],
    [{ "countersign.json": '{"merge": {"strateggy": "none"}}' }, "strateg"],
  ])("says what is wrong: %j", async (files, text) => {
    expect((await problems(files)).join("\n")).toContain(text);
  });
});

describe("instructions and skills of a reviewer", () => {
  const config = (more: object) => ({
    "countersign.json": JSON.stringify({
      shippedReviewers: "kept",
      reviewers: [
        {
          id: "money",
          name: "Money",
          kind: "agent",
          adapter: "claude",
          when: "always",
          description: "Reads",
          ...more,
        },
      ],
    }),
  });
  const agent = "---\nname: money\ntools: Read\n---\n\nCount twice.\n";

  it("are read from files of the same commit, without front matter", async () => {
    const skills = ["Round last", { file: "docs/ledger.md" }];
    const loaded = await from({
      ...config({ instructions: { file: "./.claude/agents/money.md", text: "forged" }, skills }),
      ".claude/agents/money.md": agent,
      "docs/ledger.md": "Two sides.",
    });

    expect(loaded.ok && loaded.policy.reviewers[0]).toMatchObject({
      instructions: { file: "./.claude/agents/money.md", text: "Count twice." },
      skills: ["Round last", { file: "docs/ledger.md", text: "Two sides." }],
    });
  });

  it("are part of the policy: another text is another policy", async () => {
    const main = config({ instructions: { file: "money.md" } });
    const one = await from({ ...main, "money.md": "Count twice." });
    const other = await from({ ...main, "money.md": "Count once." });

    expect(one.ok && other.ok && one.policy.digest !== other.policy.digest).toBe(true);
  });

  it("may stand in the base that a file extends", async () => {
    const { "countersign.json": base } = config({ instructions: { file: "money.md" } });
    const loaded = await from({
      "countersign.json": '{"extends": "base.json"}',
      "base.json": base,
      "money.md": "Count twice.",
    });
    expect(loaded.ok && loaded.policy.reviewers[0]).toMatchObject({
      instructions: { text: "Count twice." },
    });
  });

  it.each([
    ["no/such.md", "There is no file no/such.md"],
    ["../outside.md", "../outside.md is not a file of this repository"],
    ["/etc/passwd", "/etc/passwd is not a file of this repository"],
    [".git/config", ".git/config is not a file of this repository"],
    ["empty.md", "empty.md is empty"],
    ["long.md", "long.md is longer than 20,000 characters"],
  ])("from %s are refused, and the key is named", async (file, reason) => {
    const files = { "empty.md": "---\nname: a\n---\n \n", "long.md": "x".repeat(20_001) };
    const found = await problems({ ...config({ instructions: { file } }), ...files });

    expect(found).toEqual([`reviewers[0].instructions: ${reason}`]);
    expect(await problems({ ...config({ skills: ["a", { file }] }), ...files })).toEqual([
      `reviewers[0].skills[1]: ${reason}`,
    ]);
  });
});

describe("a file that is no JSON", () => {
  it("is explained in words, and once", async () => {
    const loaded = await policyFrom(async (path) => (path === "countersign.json" ? "{\n{" : null));

    const reasons = loaded.ok ? [] : loaded.problems.map(({ reason }) => reason);
    expect(reasons).toContain("countersign.json: a closing } is missing on line 2");
    expect(new Set(reasons).size).toBe(reasons.length);
    expect(reasons.join()).not.toContain("Expected");
  });
});
