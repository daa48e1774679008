import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DayLab, openDayLab } from "./day-lab.ts";
import { constant, isIn, PROJECT, waitsForPerson } from "./project.ts";
import { DAY_AGENTS } from "./sessions.ts";

const { claude, codex } = DAY_AGENTS;

let lab: DayLab;
let inClaude = "";
let inCodex = "";

beforeAll(async () => {
  lab = await openDayLab(PROJECT);
});
afterAll(async () => {
  await lab?.close();
});

describe("Claude Code and Codex in worktrees of one repository", () => {
  it("need a minute and six lines of the person to the first decision", async () => {
    const startedMs = Date.now();
    await lab.type("countersign init --yes --commit");
    inClaude = await lab.addWorktree("claude");
    const fee = claude.write(join(inClaude, "src/fee.ts"), constant("fee", 5));
    await lab.session(claude, inClaude, "Name the fee", fee);
    await lab.approve("Name the fee");

    const seconds = Math.round((Date.now() - startedMs) / 1_000);
    process.stdout.write(`first decision: ${seconds} s, ${lab.typed.length} lines\n`);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(lab.typed.length).toBeLessThanOrEqual(6);
    await lab.until("Name the fee", isIn("done"));
  });

  it("get their work merged, although the other one has worked here, too", async () => {
    inCodex = await lab.addWorktree("codex");
    const rate = codex.write(join(inCodex, "src/rate.ts"), constant("rate", 3));
    await lab.session(codex, inCodex, "Name the rate", rate);
    const limit = claude.write(join(inClaude, "src/limit.ts"), constant("limit", 9));
    await lab.session(claude, inClaude, "Name the limit", limit);
    await lab.approve("Name the rate", "Name the limit");

    await lab.until("Name the rate", isIn("done"));
    await lab.until("Name the limit", isIn("done"));
  });

  it("hear what to do again, and only in the worktree that it is about", async () => {
    const file = join(inCodex, "src/share.ts");
    await lab.session(codex, inCodex, "Name the share", codex.write(file, constant("share", 1)));
    const { id } = await lab.until("Name the share", waitsForPerson);
    await lab.type(`countersign redo ${id} --message 'The share is two'`);
    await lab.until("Name the share", ({ state, grace }) => state === "rework" && grace === null);
    const elsewhere = await lab.session(claude, inClaude, "What is new?");
    const again = codex.write(file, constant("share", 2));
    const { requests } = await lab.session(codex, inCodex, "Go on", again);

    expect(elsewhere.requests[0]?.raw).not.toContain(id);
    expect(requests[0]?.raw).toContain(`${id} came back to you`);
    await lab.until("Name the share", (task) => waitsForPerson(task) && task.round.number === 2);
    await lab.approve("Name the share");
    await lab.until("Name the share", isIn("done"));
    expect(await lab.bench.git("show", "main:src/share.ts")).toBe(constant("share", 2));
  });

  it("leave nothing of countersign in a change, and the person's checkout up to date", async () => {
    const changed = await lab.bench.git("log", "--format=", "--name-only", "main", "--", ".");
    const files = new Set(changed.split("\n").filter((name) => name !== ""));

    expect([...files].toSorted()).toEqual(
      ["countersign.jsonc", ...Object.keys(PROJECT), ...WRITTEN].toSorted(),
    );
    expect(await lab.bench.git("status", "--porcelain")).toBe("");
  });
});

const WRITTEN = ["src/fee.ts", "src/limit.ts", "src/rate.ts", "src/share.ts"];
