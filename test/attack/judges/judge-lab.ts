import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Task } from "@countersign/core";
import { afterAll } from "vitest";
import {
  openWorkshop,
  type Workshop,
} from "../../../packages/adapters/src/git/testing/plain-git.ts";
import type { OpenEngine } from "../../engine/open-engine.ts";
import { plainPolicy } from "../../engine/plain-policy.ts";
import type { Files, JudgeCase } from "./judge-case.ts";
import { copyTool } from "./tools.ts";

/** How a change ended: where the task is, what the check said, and what stands against the change. */
export type Outcome = {
  state: string;
  person: string | null;
  check: string;
  findings: readonly string[];
};

/** A repository of its own for a case, in which nothing but checks looks at a change. */
export async function openCase(lab: OpenEngine, id: string, judged: JudgeCase): Promise<CaseLab> {
  const shop = openWorkshop();
  afterAll(() => shop.remove());
  const policy = {
    ...plainPolicy("ana"),
    modes: { default: "auto", floor: "auto" },
    checks: [{ id: "test", run: judged.run, timeout: "3m" }],
    prepare: judged.prepare ?? { run: null },
  };
  shop.write("countersign.json", JSON.stringify(policy, null, 2));
  for (const [path, tool] of Object.entries(judged.tools ?? {}))
    copyTool(tool, join(shop.repo, path));
  writeFiles(shop, judged.accepted);
  shop.git("add", "--all", "--force");
  shop.commit("Begin");
  shop.git("checkout", "--quiet", "--detach");
  await lab.engine.addRepository(lab.admin, { path: shop.repo, id });
  return { shop, id, lab };
}

export type CaseLab = { shop: Workshop; id: string; lab: OpenEngine };

function writeFiles(shop: Workshop, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) rmSync(join(shop.repo, path), { force: true });
    else if (text.startsWith("-> ")) link(text.slice(3), join(shop.repo, path));
    else shop.write(path, text, text.startsWith("#!") ? 0o755 : 0o644);
  }
}

function link(target: string, path: string): void {
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

/** Submits a change on top of main. */
export async function handIn(
  { shop, id, lab }: CaseLab,
  files: Files,
  name: string,
): Promise<string> {
  shop.git("checkout", "--quiet", "--detach", "main");
  writeFiles(shop, files);
  shop.git("add", "--all", "--force");
  shop.commit(name);
  shop.git("branch", "--force", name);
  const { task } = await lab.engine.createTask(lab.agent, lab.key(), { title: name, repo: id });
  const submission = { from: { branch: name }, signal: "DONE", summary: "" } as const;
  await lab.engine.submitWork(lab.agent, lab.key(), { task, ...submission });
  return task;
}

const isSettled = ({ phase }: Task): boolean =>
  phase.is === "done" ||
  phase.is === "rework" ||
  phase.is === "held" ||
  (phase.is === "reviewing" && phase.person !== undefined && phase.person !== null);

/** Waits until the task is done, sent back, or waits for a person. */
export async function settle({ lab }: CaseLab, task: string): Promise<Outcome> {
  const settled = await lab.until(task, isSettled, 300_000);
  const { phase, round, findings } = settled;
  const verdict = round?.verdicts.items.find(({ by }) => by === "test");
  return {
    state: phase.is,
    person: phase.is === "reviewing" ? (phase.person ?? null) : null,
    check: verdict?.opinion ?? "none",
    findings: findings.map(({ severity, message }) => `${severity}: ${message.split("\n")[0]}`),
  };
}

/** The owner approves what was shown, and the change is merged. */
export async function approve({ lab }: CaseLab, task: string): Promise<Task> {
  const { round } = await lab.engine.task(lab.ana, task);
  if (round === null) throw new Error("There is no round to approve");
  const { number, content } = round;
  const approval = { type: "approve", round: number, tree: content.tree } as const;
  await lab.engine.command(lab.ana, lab.key(), task, approval);
  return await lab.until(task, ({ phase }) => phase.is === "done" || phase.is === "held", 300_000);
}
