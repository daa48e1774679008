import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { loadOutputSchemas } from "../../command-table/schema-bundle.ts";
import { type GateLab, openGateLab } from "../../gate/testing/gate-lab.ts";

const OUTPUTS = await loadOutputSchemas();

const AGENT = `---
name: money-expert
description: Reads what moves money. Use it after edits: always.
tools: Read, Grep, Glob
model: sonnet
skills: ledger, unknown-skill
color: green
---

Count every amount twice.
`;

const CONFIG = `{
  // ours
  "extends": "countersign:default@1",
  "people": { "owner": ["ana"] }, // the boss
  "checks": [{ "id": "test", "run": "npm test" }]
}
`;

let lab: GateLab;
beforeEach(() => {
  lab = openGateLab();
  lab.write("countersign.jsonc", CONFIG);
  lab.write(".claude/agents/money-expert.md", AGENT);
  lab.write(".claude/skills/ledger/SKILL.md", "---\nname: ledger\n---\nTwo sides.\n");
});

const config = () => readFileSync(join(lab.repository, "countersign.jsonc"), "utf8");
const add = (file: string, ...more: string[]) =>
  lab.run("reviewer", "add", "--from", join(lab.repository, file), ...more);

describe("reviewer add", () => {
  it("registers an agent of Claude Code, with its skills, and keeps comments [R-097]", async () => {
    const { code, out } = await add(".claude/agents/money-expert.md");

    expect(code).toBe(0);
    expect(out).toContain("Registered money-expert (claude, sonnet) in countersign.jsonc.");
    expect(out).toContain("The skill unknown-skill is left out");
    expect(out).toContain("Left out of its front matter: color.");
    expect(out).toContain("Commit countersign.jsonc and .claude/agents/money-expert.md.");
    expect(config()).toContain("// ours");
    expect(config()).toContain("// the boss");
    const got = await lab.run("config", "get", "reviewers[0]", "--json");
    expect(JSON.parse(got.out).data.value).toMatchObject({
      id: "money-expert",
      adapter: "claude",
      model: "sonnet",
      when: "always",
      instructions: {
        file: ".claude/agents/money-expert.md",
        text: "Count every amount twice.",
      },
      skills: [{ file: ".claude/skills/ledger/SKILL.md", text: "Two sides." }],
      description: "Reads what moves money. Use it after edits: always.",
    });
    expect((await lab.run("config", "get", "reviewers", "--json")).out).toContain("finance-sme");
  });

  it("registers a plain prompt, for some paths alone", async () => {
    lab.write("prompts/pay me.md", "You look at payments.\n");
    const { code, out } = await add(
      "prompts/pay me.md",
      ...["--adapter", "codex", "--paths", "src/pay/**", "--json"],
    );
    const { data } = JSON.parse(out);

    expect(code).toBe(0);
    expect(OUTPUTS["reviewer.add"]?.safeParse(data).success).toBe(true);
    expect(data).toMatchObject({
      written: true,
      reviewer: {
        id: "pay-me",
        adapter: "codex",
        modelFamily: "gpt",
        when: { paths: ["src/pay/**"] },
        instructions: { file: "prompts/pay me.md" },
      },
    });
  });

  it("takes the text of a file outside of the repository into the policy", async () => {
    const outside = join(lab.folder, "reader.md");
    writeFileSync(outside, "Read everything.\n");
    await lab.run("reviewer", "add", "--from", outside);

    const { out } = await lab.run("config", "get", "reviewers[0].instructions", "--json");
    expect(JSON.parse(out).data.value).toBe("Read everything.");
  });

  it("adds to the reviewers that a file or its part has already", async () => {
    await add(".claude/agents/money-expert.md");
    lab.write("other.md", "Look again.\n");
    expect((await add("other.md")).code).toBe(0);
    expect(config().match(/shippedReviewers/g)).toHaveLength(1);
    expect(config()).toMatch(/money-expert[\s\S]*"other"/);
  });

  it("writes into .countersign/reviewers.json where the reviewers are there", async () => {
    lab.write("countersign.jsonc", '{ "shippedReviewers": "kept" }\n');
    lab.write(".countersign/reviewers.json", "[]\n");
    expect((await add(".claude/agents/money-expert.md")).code).toBe(0);

    const part = readFileSync(join(lab.repository, ".countersign/reviewers.json"), "utf8");
    expect(JSON.parse(part)).toMatchObject([{ id: "money-expert" }]);
  });

  it("prints a patch that git applies, and writes nothing, with --dry-run", async () => {
    const { code, out } = await add(".claude/agents/money-expert.md", "--dry-run", "--json");
    expect(code).toBe(0);
    expect(config()).toBe(CONFIG);

    const { diff } = JSON.parse(out).data;
    execFileSync("git", ["apply", "-"], { cwd: lab.repository, input: diff });
    expect(config()).toContain('"money-expert"');
  });

  it("shows the entry for a file that is only changed by hand", async () => {
    lab.git("rm", "--quiet", "--cached", "--ignore-unmatch", "countersign.jsonc");
    execFileSync("rm", [join(lab.repository, "countersign.jsonc")]);
    lab.write("countersign.yaml", "people:\n  owner: [ana]\n");
    const { code, out } = await add(".claude/agents/money-expert.md");

    expect(code).toBe(0);
    expect(out).toContain("countersign.yaml can only be changed by hand");
    expect(out).toContain('"id": "money-expert"');
  });
});

describe("reviewer add refuses", () => {
  async function refused(name: string, text: string, ...more: string[]): Promise<string> {
    lab.write(name, text);
    const { code, out, err } = await add(name, ...more);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(config()).toBe(CONFIG);
    return err;
  }
  const agent = (head: string) => `---\n${head}\n---\nLook.\n`;

  it.each([
    ["ana", "ana is a person of this policy"],
    ["test", "test is a check of this policy"],
    ["secrets", "secrets is a check of this policy"],
    ["codex", "codex is a reviewer of this policy already"],
    ["owner", "owner is a name that countersign uses itself"],
    ["../evil", '"../evil" is not a name for a reviewer'],
  ])("the name %s", async (name, why) => {
    expect(await refused("a.md", agent(`name: ${name}`))).toContain(why);
    expect(await refused("a.md", "Look.\n", "--name", name)).toContain(why);
  });

  it("tools that do more than read, unless they shall be left out", async () => {
    const text = agent("name: writer\ntools: Read, Bash(git log:*), Edit");
    expect(await refused("w.md", text)).toContain(
      "The file requests Bash(git log:*), Edit, but a reviewer may only read",
    );
    const { code } = await add("w.md", "--read-only");
    expect(code).toBe(0);
    expect(config()).not.toContain("Bash");
  });

  it("tricks of YAML, a huge file and what is no file", async () => {
    expect(await refused("a.md", agent("name: &n a\nmodel: *n"))).toContain("anchors, aliases");
    expect(await refused("a.md", "x".repeat(100_001))).toContain("is too large");
    expect(await refused("a.md", "x".repeat(30_000))).toContain("longer than 20,000 characters");
    expect((await add(".claude")).err).toContain("is not a file");
    expect((await add("nothing.md")).err).toContain("does not exist");
  });

  it("an entry that would replace the reviewers of a base", async () => {
    const own = { id: "mine", name: "M", kind: "agent", adapter: "codex", description: "Reads" };
    lab.write("base.json", JSON.stringify({ shippedReviewers: "kept", reviewers: [own] }));
    lab.write("countersign.jsonc", '{ "extends": "base.json" }\n');
    const { code, err } = await add(".claude/agents/money-expert.md");

    expect(code).toBe(2);
    expect(err).toContain("would replace the reviewers of base.json");
  });

  it("instructions that a link leads out of the repository", async () => {
    writeFileSync(join(lab.folder, "outside.md"), "Not of this repository.\n");
    symlinkSync(join(lab.folder, "outside.md"), join(lab.repository, "link.md"));
    await add("link.md", "--name", "linked");

    const { out } = await lab.run("config", "get", "reviewers[0].instructions", "--json");
    expect(JSON.parse(out).data.value).toBe("Not of this repository.");
  });

  it("to begin without a policy file", async () => {
    execFileSync("rm", [join(lab.repository, "countersign.jsonc")]);
    const { code, err } = await add(".claude/agents/money-expert.md");
    expect(code).toBe(5);
    expect(err).toContain("countersign init");
  });
});
