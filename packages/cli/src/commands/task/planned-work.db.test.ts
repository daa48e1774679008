import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let person: { COUNTERSIGN_TOKEN: string };
const agent = { CLAUDECODE: "1" };

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("a.js", "export const x = 1;\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--agents", "none", "--commit"]);
  await bench.confirmPolicy();
  person = { COUNTERSIGN_TOKEN: await bench.humanToken() };
});
afterAll(async () => {
  await stage.bench.close();
});

describe("a task", () => {
  it("is opened with what is wanted and when it counts as done", async () => {
    const { bench } = stage;
    await bench.write("wanted.md", "Send 429.\nCount by user.\n");
    await bench.write(
      "criteria.txt",
      "- [ ] two calls give one 429\n\n* the limit is configured\n",
    );
    const { task } = await stage.json([
      ...["task", "add", "Limit the rate", "--description", "@wanted.md"],
      ...["--accept", "it is documented", "--accept", "@criteria.txt"],
    ]);
    const acceptance = ["it is documented", "two calls give one 429", "the limit is configured"];
    expect(await stage.json(["task", "show", task])).toMatchObject({
      description: "Send 429.\nCount by user.",
      acceptance,
    });
    const { out } = await stage.run(["task", "show", task]);
    expect(out).toContain("description\n  Send 429.\n  Count by user.\naccepted when\n");
    expect(out).toContain("  - two calls give one 429\n");
  });

  it("is described by stdin", async () => {
    const args = ["task", "add", "From stdin", "--description", "-", "--json"];
    const { out } = await stage.bench.run(args, { input: "Piped words.\n" });
    const { task } = JSON.parse(out).data;
    expect(await stage.json(["task", "show", task])).toMatchObject({ description: "Piped words." });
  });

  it("is not opened from a file that is not there", async () => {
    const told = await stage.run(["task", "add", "Nothing", "--description", "@nowhere.md"]);
    expect([told.code, told.err]).toEqual([
      5,
      expect.stringContaining("error: nowhere.md cannot be read"),
    ]);
  });

  it("is opened by an agent in its own name, never in the person's", async () => {
    const { task } = await stage.json(["task", "add", "Of an agent"], agent);
    const [first] = await stage.json(["task", "log", task]);
    expect(first).toMatchObject({ by: "claude-code", event: { statedBy: "planner" } });
    await stage.run(["task", "cancel", task, "--reason", "seen"], person);
  });
});

describe("a plan", () => {
  it("opens a task for each item, and nothing twice", async () => {
    const { bench } = stage;
    await bench.write("plan.md", "- [ ] Greet (P0)\n  Say why.\n  - it is said\n- [x] Over\n");
    await stage.json(["task", "import", "plan.md", "--dry-run"]);
    const [planned, ...more] = await stage.json(["task", "import", "plan.md"]);
    expect(more).toEqual([]);
    expect(planned).toMatchObject({ title: "Greet", line: 1, outcome: "opened" });
    expect(await stage.json(["task", "show", planned.task])).toMatchObject({
      description: "Say why.",
      acceptance: ["it is said"],
      priority: "P0",
    });

    await bench.write("plan.md", "- [ ] Greet (P0)\n- [ ] Part\n");
    const { out } = await stage.run(["task", "import", "plan.md"]);
    expect(out).toMatch(/already there +plan-[0-9a-f]+ +Greet\n/);
    expect(out).toContain("1 new task of 2 items");
  });

  it("without tasks is refused, with how a task is written", async () => {
    await stage.bench.write("empty.md", "# Words\n");
    const told = await stage.run(["task", "import", "empty.md"]);
    expect(told.code).toBe(2);
    expect(told.err).toContain("empty.md has no tasks");
  });
});

describe("an agent at the command line", () => {
  it("takes what the sprint hands out, and hears what comes next [R-025]", async () => {
    const { bench } = stage;
    const jobs: string[] = [];
    for (const title of ["Job 1", "Job 2"])
      jobs.push((await stage.json(["task", "add", title])).task);
    await stage.json(["sprint", "start", ...jobs], person);
    await bench.git("switch", "--quiet", "-c", "one");
    expect(await stage.json(["task", "claim"], agent)).toMatchObject({ task: jobs[0] });
    await bench.write("one.txt", "1\n");
    const submitted = await stage.json(["task", "submit"], agent);
    expect(submitted).toMatchObject({
      task: jobs[0],
      next: { task: jobs[1], branch: { name: jobs[1], from: "main" } },
    });
    const refused = await stage.run(["task", "claim"], agent);
    expect([refused.code, refused.err]).toEqual([
      6,
      expect.stringContaining(`git switch -c ${jobs[1]} main`),
    ]);

    await bench.git("add", "-A");
    await bench.git("commit", "--quiet", "-m", "one");
    await bench.git("switch", "--quiet", "-c", String(jobs[1]), "main");
    await stage.json(["task", "claim", "--dry-run"], agent);
    expect(await stage.json(["task", "claim"], agent)).toMatchObject({ task: jobs[1] });
    await bench.write("two.txt", "2\n");
    const { out } = await stage.run(["task", "submit"], agent);
    expect(out).not.toContain("Next:"); // other tasks wait, but the sprint is over
    expect(await stage.json(["sprint", "show"])).toMatchObject({ sprint: { state: "ended" } });
  });
});
