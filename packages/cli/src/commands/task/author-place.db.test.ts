import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openStage, type Stage } from "../../testing/stage.ts";

const AGENT = { CLAUDECODE: "1" };

let stage: Stage;
let person: Record<string, string>;
let id = "";

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("a.txt", "1\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--commit", "--agents", "none"]);
  person = { COUNTERSIGN_TOKEN: await bench.humanToken() };
  await bench.git("switch", "--quiet", "-c", "work", "main");
  await bench.write("a.txt", "2\n");
  id = (await stage.json(["task", "submit", "--title", "First"], AGENT)).task;
});
afterAll(async () => {
  await stage.bench.close();
});

describe("a second title on the branch of an open task", () => {
  it("is not used, and the agent is told which task gets the round", async () => {
    await stage.bench.write("a.txt", "3\n");
    const { code, out, err } = await stage.run(["task", "submit", "--title", "Second"], AGENT);

    expect(code, err).toBe(0);
    expect(out).toContain(id);
    expect(err).toContain(
      `${id} "First" is open on this branch, so this is its next round; --title was not used.`,
    );
    expect(await stage.json(["task", "list"])).toHaveLength(1);
  });
});

describe("the line after a commit", () => {
  const committed = async (env: Record<string, string>) =>
    (await stage.run(["task", "committed"], env)).err;

  it("is for the agent that works on the task, not for the person", async () => {
    // The hook waits half a second for the engine, which a busy machine may need.
    await vi.waitFor(
      async () => expect(await committed(AGENT)).toContain(`this commit belongs to ${id}`),
      { timeout: 60_000, interval: 100 },
    );
    expect(await committed({})).toBe("");
    expect(await committed({ GEMINI_CLI: "1" })).toBe("");
  });

  it("ends with the task", async () => {
    await stage.json(["task", "cancel", id, "--reason", "over"], person);
    expect(await committed(AGENT)).toBe("");
  });
});

describe("work that the person submits", () => {
  it("is theirs, so they are told that another person must approve it, and how an agent's is submitted", async () => {
    await stage.bench.git("switch", "--quiet", "--force", "-c", "own", "main");
    await stage.bench.write("own.txt", "mine\n");
    const { code, err } = await stage.run(["task", "submit", "--title", "Mine"]);
    expect(code, err).toBe(0);
    expect(err).toContain("You are its author, so another person must approve it.");
    expect(err).toContain("Work of an agent: add --agent <name>.");
  });
});
