import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let person: Record<string, string>;

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("readme.md", "# Shop\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--commit", "--agents", "none", "--no-agent-reviewers"]);
  await mkdir(join(bench.repository, ".claude", "agents"), { recursive: true });
  const agent = "---\nname: money-expert\ndescription: Reads money\n---\nCount twice.\n";
  await writeFile(join(bench.repository, ".claude", "agents", "money-expert.md"), agent);
  person = { COUNTERSIGN_TOKEN: await bench.humanToken() };
});
afterAll(async () => {
  await stage.bench.close();
});

type Line = { id: string; accepted: boolean; available: boolean; says: string; asked: string[] };

describe("reviewer list", () => {
  it("shows who applies here, with program, state, cap and when it is asked", async () => {
    const lines: Line[] = await stage.json(["reviewer", "list"]);
    const secrets = lines.find(({ id }) => id === "secrets");
    const build = lines.find(({ id }) => id === "build-reviewer");

    expect(secrets).toMatchObject({ available: true, accepted: true, asked: ["always"] });
    expect(build).toMatchObject({ adapter: "claude", budgetUsd: 1, asked: [], available: false });
    expect(build?.says).not.toBe("");
    const { out } = await stage.run(["reviewer", "list"]);
    expect(out).toMatch(/REVIEWER +RUN BY +COST CAP +STATE +LAST RESULT +ASKED/);
    expect(out).toContain("In the registry, asked by no policy:");
  });

  it("marks what only the file in this directory has", async () => {
    await stage.json(["reviewer", "add", "--from", ".claude/agents/money-expert.md"], {
      PWD: stage.bench.repository,
    });
    const lines: Line[] = await stage.json(["reviewer", "list"]);

    expect(lines.find(({ id }) => id === "money-expert")).toMatchObject({
      accepted: false,
      asked: ["always"],
    });
    expect((await stage.run(["reviewer", "list"])).out).toContain(
      "money-expert is only in the policy file of this directory.",
    );
    await stage.bench.git("checkout", "--quiet", "--", "countersign.jsonc");
  });

  it("shows the last result of each", async () => {
    const task = await stage.submit("agent/one", "a.txt", "one\n");
    await stage.until(task, ({ turn }) => turn.holder === "person");
    const lines = await stage.json(["reviewer", "list"]);

    expect(lines.find(({ id }: Line) => id === "secrets")).toMatchObject({
      last: { task, opinion: "approved" },
    });
    await stage.json(["reviewer", "test", "secrets"]);
  });
});

describe("task review", () => {
  it("refuses an agent that cannot be asked, and says how to see the others", async () => {
    const [{ task }] = await stage.json(["inbox"], person);
    const unknown = await stage.run(["task", "review", task, "--reviewer", "nobody-else"], person);
    expect(unknown).toMatchObject({
      code: 5,
      err: expect.stringContaining("The policy has no agent nobody-else"),
    });
    expect(unknown.err).toContain("countersign reviewer list");
    await stage.json(["task", "review", task, "--dry-run"], person);
  });
});

describe("a policy on the target that cannot be read", () => {
  it("has a line in the inbox and in status, and a fault in the doctor", async () => {
    const { bench } = stage;
    await bench.git("switch", "--quiet", "main");
    await bench.write("countersign.jsonc", '{ "merge": { "targett": "main" } }\n');
    await bench.git("commit", "--quiet", "-am", "break the policy");
    const says = /(?:policy on main of shop cannot be read|Merges to shop are stopped)[^.]*/;
    let out = "";
    for (let tries = 0; tries < 100 && !says.test(out); tries += 1) {
      await sleep(200);
      ({ out } = await stage.run(["inbox"], person));
    }

    expect(out.replaceAll(/\s+/g, " ")).toMatch(says);
    const status = await stage.run(["status"], person);
    expect(status.out.replaceAll(/\s+/g, " ")).toMatch(says);
    expect((await stage.run(["doctor"], person)).out).toContain("targett");
  });
});
