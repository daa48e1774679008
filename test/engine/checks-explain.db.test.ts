import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { requirementStanding } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { viewTask } from "../../packages/server/src/views/view-task.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const CHECKS = ["test", "lint", "types"];
const policy = (prepare: string) => ({
  ...POLICY,
  checks: CHECKS.map((id) => ({ id, run: "true", timeout: "1m" })),
  prepare: { run: prepare, cacheKey: ["lock"] },
});

const { engine, shop, ana, agent, key, until } = await openEngine(policy("sleep 300"), {
  lookMs: 100,
});

/** The owner puts another policy on the target and accepts it. */
async function acceptPolicy(next: object): Promise<void> {
  shop.git("checkout", "--quiet", "main");
  writeFileSync(join(shop.repo, "countersign.json"), JSON.stringify(next));
  shop.git("add", "countersign.json");
  shop.git("commit", "--quiet", "-m", "Change the policy");
  const tip = shop.git("rev-parse", "main").trim();
  await engine.releaseRepository(ana, "shop", { tip, reason: "My own commit" });
}

describe("a preparation that hangs", () => {
  it("is shown once for all checks, is replaced by the accepted policy's, and explains its failure", async () => {
    shop.git("checkout", "--quiet", "-b", "work");
    shop.write("lock", "1");
    shop.commit("Add a lock file");
    const { task } = await engine.createTask(agent, key(), { title: "Lock", repo: "shop" });
    const from = { branch: "work" };
    await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "" });

    let steps = engine.progress(ana, task);
    for (let left = 200; left > 0 && steps.length < CHECKS.length; left -= 1) {
      await pause(100);
      steps = engine.progress(ana, task).filter(({ step }) => step === "preparing");
    }
    expect(steps.map(({ reviewer }) => reviewer).toSorted()).toEqual(CHECKS.toSorted());
    expect(new Set(steps.map(({ sinceMs }) => sinceMs)).size).toBe(1);

    await acceptPolicy(
      policy("echo cause: lock file not in sync; seq 1 100; echo usage >&2; exit 4"),
    );
    const held = await until(task, ({ phase }) => phase.is === "held", 30_000);
    await expect.poll(() => engine.progress(ana, task)).toEqual([]);

    const view = viewTask(held, { attemptLimit: 3, log: await engine.log(ana, task) });
    const checks = view.round?.requirements.filter(({ kind }) => kind === "check") ?? [];
    const own = checks.filter(({ who }) => CHECKS.includes(who[0] ?? ""));
    expect(own.map(requirementStanding)).toEqual(["no_result", "no_result", "no_result"]);
    for (const { withoutResult } of own) {
      const reason = withoutResult[0]?.reason ?? "";
      expect(reason).toContain("exit code 4.\n\ncause: lock file not in sync\n1\n2\n");
      expect(reason).toMatch(/\n\[… \d+ lines left out …\]\n.*\n100\nusage$/s);
    }
    const { story } = await engine.why(ana, task);
    expect(story.map(({ text }) => text).join("\n")).toContain("cause: lock file not in sync");
    expect(story.some(({ text }) => text.includes("quorum_unreachable"))).toBe(false);
  }, 90_000);
});
