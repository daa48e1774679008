import { afterAll, expect, it } from "vitest";
import { openHookLab } from "./testing/hook-lab.ts";

const { stage, asPerson, hook, waiting, until } = await openHookLab();
afterAll(async () => {
  await stage.bench.close();
});

const AGENT = { CLAUDECODE: "1" };

/** The agent claims a new task on a branch of its own, in a session of its own. */
async function begin(title: string): Promise<string> {
  const { bench } = stage;
  await bench.git("switch", "--quiet", "-c", title, "main");
  await hook("session-start", { session_id: title });
  const { task } = await stage.json(["task", "add", title], asPerson);
  await stage.json(["task", "claim", task], AGENT);
  await bench.write(`${title}.txt`, `${title}\n`);
  return task;
}

const sent = () => until(async () => ((await waiting()) === 0 ? true : null));

it("a stop submits the work of a task and offers the next one, once [R-025]", async () => {
  const { bench } = stage;
  const task = await begin("first");
  const { task: next } = await stage.json(["task", "add", "Second"], asPerson);
  const stop = () => hook("stop", { session_id: "first", last_assistant_message: "I wrote it." });

  const told = JSON.parse(await stop());
  expect(told.decision).toBe("block");
  expect(told.reason).toContain(`${next} "Second" is your next task.`);
  expect(told.reason).toContain(`"git switch -c ${next} main"`);
  await sent();
  await stage.until(task, ({ state }) => state === "reviewing");
  expect(await stop()).toBe("");
  const active = { session_id: "first", stop_hook_active: true };
  expect(await hook("stop", active)).toBe("");

  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await bench.git("switch", "--quiet", "-c", next, "main");
  await stage.json(["task", "claim"], AGENT);
  await bench.write("second.txt", "second\n");
  expect(await hook("stop", active)).toBe(""); // nothing else waits
  await sent();
  await stage.until(next, ({ state }) => state === "reviewing");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "second");
});

it("a stop submits what the agent says about its work, and that it is done later [R-052]", async () => {
  const task = await begin("third");
  const stop = (last_assistant_message: string) =>
    hook("stop", { session_id: "third", last_assistant_message });
  const round = async () => (await stage.json(["task", "show", task], asPerson)).round;

  await stop("Half of it is there.\n\nSTATUS: PARTIAL\nMESSAGE: The rest needs a key");
  await sent();
  await until(async () => ((await round()) === null ? null : true));
  expect(await round()).toMatchObject({ signal: "PARTIAL", summary: "The rest needs a key" });
  await stop("I said so.");
  expect(await round()).toMatchObject({ number: 1 });
  await stop("It was all there.\n\nSTATUS: DONE");
  await until(async () => ((await round()).number === 2 ? true : null));
  expect(await round()).toMatchObject({ signal: "DONE" });
});
