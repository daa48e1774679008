import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../../testing/stage.ts";

const AGENT = { CLAUDECODE: "1" };

let stage: Stage;
let lower = "";

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("a.txt", "1\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--commit", "--agents", "none"]);
  await commitOn("lower", "main");
  lower = (await stage.json(["task", "submit", "--title", "Lower"], AGENT)).task;
  await commitOn("upper", "lower");
});
afterAll(async () => {
  await stage.bench.close();
});

async function commitOn(branch: string, from: string): Promise<void> {
  const { bench } = stage;
  await bench.git("switch", "--quiet", "-c", branch, from);
  await bench.write(`${branch}.txt`, "1\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", branch);
}

describe("task submit --base", () => {
  it("refuses a name that git does not know in plain words [R-012]", async () => {
    const wanted = ["task", "submit", "--title", "Upper", "--base", "no-such-branch"];
    const { code, err } = await stage.run(wanted, AGENT);
    expect(code).toBe(2);
    expect(err).toContain("There is no commit, branch or tag no-such-branch in");
    expect(err).toContain("Name a branch, a tag or a commit, for example main or HEAD~2");
  });

  it("takes the branch of another open task, and task show and why name it [R-012]", async () => {
    const wanted = ["task", "submit", "--title", "Upper", "--base", "HEAD~1"];
    const { task } = await stage.json(wanted, AGENT);
    const shown = await stage.run(["task", "show", task]);
    expect(shown.out).toMatch(new RegExp(`built on +${lower} round 1 \\(merged first\\)`));
    const why = await stage.run(["why", task]);
    expect(why.out).toContain(`built on round 1 of ${lower}, which is merged first`);
    expect((await stage.json(["task", "show", task])).round.baseTask).toEqual({
      task: lower,
      round: 1,
      isMerged: false,
    });
  });
});
