import type { Command, Task } from "@countersign/core";
import { expect, it } from "vitest";
import { createChildRunner } from "../../packages/engine/src/review/reviewers/testing/child-runner.ts";
import { openProofEngine } from "./open-proof-engine.ts";

const CANARIES = 200;
/** A word that occurs nowhere else. */
const WORD = "quartzite";
const CANARY = new RegExp(`${WORD}-\\d{3}`, "g");
const canary = (number: number) => `${WORD}-${String(number).padStart(3, "0")}`;
const FINDINGS = 46;

const agent = (id: string) => ({
  ...{ id, name: id, kind: "agent", adapter: "claude", timeout: "60s", description: "For a test" },
});
const check = (id: string) => ({
  ...{ id, name: id, kind: "check", adapter: "builtin", description: "For a test" },
});

/** Names a gap for a reviewer of the registry, and one that only a person can fill. */
const LOOKER = `
process.stderr.write("${canary(0)}");
say({ gaps: [
  { concern: "${canary(1)}", reviewer: "artist" },
  { concern: "${canary(2)}", proposal: { id: "poet", description: "${canary(3)}" } },
] });`;

const TRANSCRIPT = canary(4);
/** Writes a transcript, and an answer whose every text is a canary. */
const ARTIST = `
const canary = (number) => "${WORD}-" + String(number).padStart(3, "0");
process.stderr.write("${TRANSCRIPT}");
say({ summary: canary(5), findings: Array.from({ length: ${FINDINGS} }, (_, at) => ({
  severity: "info", category: canary(6 + 4 * at), message: canary(7 + 4 * at),
  recommendation: canary(8 + 4 * at), satisfiedWhen: canary(9 + 4 * at) })) });`;
/** The author's summary, and what people write. */
const WRITTEN = { summary: canary(190), reason: canary(191), link: canary(192), note: canary(193) };
const PERSON = Array.from({ length: CANARIES - 194 }, (_, at) => canary(194 + at)).join(" ");

const runner = createChildRunner(({ reviewer: { id } }) => (id === "looker" ? LOOKER : ARTIST));
const lab = await openProofEngine({
  policy: {
    gaps: { reviewer: "looker" },
    reviewers: [check("integrity"), check("secrets"), agent("looker"), agent("artist")],
  },
  more: { runners: { claude: runner } },
});
const { engine, ana, ben, key, shop } = lab;

/** The content of every object below the refs of proofs. Trees have names of files only. */
function proofObjects(): string {
  const listed = shop.git("rev-list", "--objects", "--no-object-names", "--glob=countersign/*");
  const ids = [...new Set(listed.split("\n"))];
  return ids
    .map((id) => (shop.git("cat-file", "-t", id) === "tree" ? "" : shop.git("cat-file", "-p", id)))
    .join("\n");
}

type Disposal = Extract<Command, { type: "dispose" }>["as"];

async function submit(): Promise<Task> {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write("painting.txt", "blue\n");
  shop.commit("Paint");
  shop.git("branch", "--force", "painting");
  const wanted = { title: "Paint", repo: "shop" };
  const { task } = await engine.createTask(lab.agent, key(), wanted);
  const work = { from: { branch: "painting" }, signal: "DONE", summary: WRITTEN.summary } as const;
  await engine.submitWork(lab.agent, key(), { task, ...work });
  return await lab.until(task, ({ phase, findings }) => {
    return phase.is === "reviewing" && phase.person !== null && findings.length === FINDINGS;
  });
}

it(`none of ${CANARIES} words of reviewers, authors and people is in an object of the proofs`, async () => {
  const task = await submit();
  const shown = lab.shown(task);
  const dispose = (by: typeof ana, finding: string, as: Disposal) =>
    lab.signed(by, (signed) =>
      engine.command(signed, key(), task.id, { type: "dispose", ...shown, finding, as }),
    );
  await dispose(ana, "F-1", { is: "dismissed", reason: WRITTEN.reason });
  await dispose(ben, "F-2", { is: "deferred", link: `https://shop.test/${WRITTEN.link}` });
  await dispose(ana, "F-3", { is: "disputed", note: WRITTEN.note });
  await lab.signed(ana, (by) =>
    engine.command(by, key(), task.id, { type: "approve", ...shown, note: PERSON }),
  );
  await lab.until(task.id, ({ phase }) => phase.is === "done");

  const log = await engine.log(ana, task.id);
  const written = `${JSON.stringify(log)} ${LOOKER} ${TRANSCRIPT}`;
  expect(new Set(written.match(CANARY)).size).toBe(CANARIES);
  const stored = proofObjects();
  expect(stored).toContain(task.id);
  expect(stored.match(CANARY)).toBeNull();
});
