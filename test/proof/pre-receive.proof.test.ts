import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { generateHistory, rootOf, writeHistory } from "./lab/generate-history.ts";

const HISTORY = { seed: 31, steps: ["squash"], kinds: ["ed25519"] } as const;
const MAIN = "refs/heads/main";
const PROOFS = "refs/countersign/proofs/main/000000";

const folder = mkdtempSync(join(tmpdir(), "countersign-push-"));
const server = join(folder, "server");
const sender = join(folder, "sender");
const lab = generateHistory({ ...HISTORY, moves: 5 });
const [before, after] = [lab.proofs[3]?.commit ?? "", lab.commit];
afterAll(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]) => {
  const { status, stderr } = spawnSync("git", ["-C", sender, ...args], { encoding: "utf8" });
  return { accepted: status === 0, stderr };
};
const push = (...refs: string[]) => git("push", "--atomic", server, ...refs);
const value = (ref: string) =>
  spawnSync("git", ["-C", server, "rev-parse", ref], { encoding: "utf8" }).stdout.trim();

beforeAll(() => {
  for (const place of [server, sender]) writeHistory(lab, place);
  spawnSync("git", ["-C", server, "update-ref", MAIN, before]);
  spawnSync("git", ["-C", server, "update-ref", PROOFS, `${PROOFS}~1`]);
  spawnSync("git", ["-C", server, "-c", "gc.pruneExpire=now", "gc", "--quiet"]);
  const hook = join(server, "hooks", "pre-receive");
  spawnSync("mkdir", ["-p", join(server, "hooks")]);
  const home = join(folder, "home");
  writeFileSync(
    hook,
    `#!/bin/sh\nexec env XDG_DATA_HOME=${home} ${process.execPath} ${inject("program")} verify --pre-receive --root ${rootOf(lab)}\n`,
  );
  chmodSync(hook, 0o755);
});

it("refuses a target without its proofs, and proofs without their target", () => {
  const alone = push(`${MAIN}:${MAIN}`);
  expect(alone.accepted).toBe(false);
  expect(alone.stderr).toContain("countersign refuses refs/heads/main: the push is contradicted");
  expect(push(`${PROOFS}:${PROOFS}`).accepted).toBe(false);
  expect(value(MAIN)).toBe(before);
});

it("refuses commits that no proof covers, and a target that is set back or deleted", () => {
  const tree = spawnSync("git", ["-C", sender, "rev-parse", "main^{tree}"], { encoding: "utf8" });
  const identity = ["-c", "user.name=Eve", "-c", "user.email=eve@shop.test"];
  const made = spawnSync(
    "git",
    ["-C", sender, ...identity, "commit-tree", "-p", "main", "-m", "Repair", tree.stdout.trim()],
    { encoding: "utf8" },
  );
  const foreign = push(`${made.stdout.trim()}:${MAIN}`, `${PROOFS}:${PROOFS}`);
  expect(foreign.accepted).toBe(false);
  expect(foreign.stderr).toContain("(foreign)");
  const back = push(`+${lab.proofs[1]?.commit}:${MAIN}`);
  expect(back.stderr).toContain("the target moves only forward");
  expect(push(`:${MAIN}`).accepted).toBe(false);
});

it("accepts a merge with its proof", () => {
  const both = push(`${MAIN}:${MAIN}`, `${PROOFS}:${PROOFS}`);
  expect(both).toMatchObject({ accepted: true });
  expect(value(MAIN)).toBe(after);
});

it("refuses to delete or replace proofs, and leaves other branches alone", () => {
  expect(push(`:${PROOFS}`).stderr).toContain("refs of countersign are never deleted");
  expect(push(`+${PROOFS}~1:${PROOFS}`).stderr).toContain("proofs are only added, never replaced");
  expect(push("main~1:refs/heads/topic").accepted).toBe(true);
});
