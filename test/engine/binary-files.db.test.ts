import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openEngine } from "./open-engine.ts";

const { engine, shop, ana, agent, key, until } = await openEngine();

async function submit(branch: string, files: Record<string, Buffer>): Promise<string> {
  shop.git("checkout", "--quiet", "-B", branch, "main");
  for (const [path, bytes] of Object.entries(files)) writeFileSync(join(shop.repo, path), bytes);
  shop.commit(branch);
  shop.git("checkout", "--quiet", "--detach");
  const { task } = await engine.createTask(agent, key(), { title: branch, repo: "shop" });
  await engine.submitWork(agent, key(), { task, from: { branch }, signal: "DONE", summary: "" });
  return task;
}

const BINARY = Buffer.from([0x7f, 0x45, 0, 1, 2, 255, 10, 0, 7]);

describe("a binary file of a kind that nobody expects", () => {
  it("is held for the person, who sets the finding aside and approves; the agent is not asked", async () => {
    const id = await submit("tool", { "data.bin": BINARY });
    const held = await until(id, ({ phase }) => phase.is === "held" || phase.is === "rework");
    if (held.phase.is !== "held" || held.round === null) throw new Error(held.phase.is);
    const [reason] = held.phase.reasons;
    expect(held.phase.reasons).toHaveLength(1);
    expect(reason?.code).toBe("blocker");
    const blocking = held.round.verdicts.items.find((verdict) => verdict.id === reason?.about);
    expect(blocking).toMatchObject({ by: "integrity", opinion: "blocker" });
    expect(blocking?.summary).toContain("A person must open data.bin");
    expect(held.attempt).toBe(1);

    const { number: round, content } = held.round;
    const shown = { round, tree: content.tree };
    const verdict = reason?.about ?? "";
    await engine.command(ana, key(), id, {
      type: "release",
      ...shown,
      offered: null,
      resolutions: [{ do: "set_aside", verdict }],
    });
    await until(id, ({ phase }) => phase.is === "reviewing" && phase.person === "ana");
    await engine.command(ana, key(), id, { type: "approve", ...shown });
    await until(id, ({ phase }) => phase.is === "done");
    expect(shop.git("ls-tree", "--name-only", "main")).toContain("data.bin");
  });

  it("goes back to the agent while there is something that the agent can correct", async () => {
    const hidden = Buffer.from("export const name = 'a\u{202E}b';\n");
    const id = await submit("both", { "more.bin": BINARY, "name.ts": hidden });
    const task = await until(id, ({ phase }) => phase.is === "held" || phase.is === "rework");

    expect(task.phase.is).toBe("rework");
  });
});
