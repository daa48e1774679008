import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { tell } from "../../packages/cli/src/testing/in-process.ts";
import { generateHistory, rootOf, writeHistory } from "./lab/generate-history.ts";

const MAIN = "refs/heads/main";
const PROOFS = "refs/countersign/proofs/main/000000";

const folder = mkdtempSync(join(tmpdir(), "countersign-push-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A repository whose last move a server with the documented hook does not have yet. */
function openPair(format: "sha1" | "sha256", name: string) {
  const lab = generateHistory({
    seed: 31,
    steps: ["squash"],
    kinds: ["ed25519"],
    moves: 3,
    format,
  });
  const [server, root] = [join(folder, `${name}.git`), join(folder, name)];
  for (const place of [server, root]) writeHistory(lab, place);
  const env = { HOME: folder, XDG_DATA_HOME: folder, PATH: process.env.PATH ?? "" };
  const git = (place: string, ...args: string[]) =>
    spawnSync("git", ["-C", place, ...args], { encoding: "utf8", env });
  git(server, "update-ref", MAIN, lab.proofs.at(-2)?.commit ?? "");
  git(server, "update-ref", PROOFS, `${PROOFS}~1`);
  mkdirSync(join(server, "hooks"), { recursive: true });
  const hook = `#!/bin/sh\nexec env XDG_DATA_HOME=${folder} ${process.execPath} ${inject("program")} verify --pre-receive --root ${rootOf(lab)}\n`;
  writeFileSync(join(server, "hooks", "pre-receive"), hook);
  chmodSync(join(server, "hooks", "pre-receive"), 0o755);
  git(root, "remote", "add", "origin", server);
  return {
    ...{ lab, git: (...args: string[]) => git(root, ...args) },
    there: (ref: string) => git(server, "rev-parse", ref).stdout.trim(),
    push: () => tell(["push"], { directory: root, env, program: "countersign" }),
  };
}

it.each(["sha1", "sha256"] as const)(
  "is accepted by a server that refuses the target alone, in a %s repository",
  async (format) => {
    const pair = openPair(format, format);
    const before = pair.there(MAIN);
    expect(pair.git("push", "origin", "main").stderr).toContain("countersign refuses");
    expect(pair.there(MAIN)).toBe(before);

    const { code, out, err } = await pair.push();
    expect([code, out], err).toEqual([0, expect.stringContaining("with its proofs")]);
    expect(pair.there(MAIN)).toBe(pair.lab.commit);
    expect(pair.there(PROOFS)).toBe(pair.git("rev-parse", PROOFS).stdout.trim());
  },
);

it("names the server's reason if the server refuses, and leaves nothing there", async () => {
  const pair = openPair("sha1", "refused");
  const before = [pair.there(MAIN), pair.there(PROOFS)];
  // A commit with another author than the engine's, which a proof-like commit names.
  const tree = pair.git("rev-parse", "main^{tree}").stdout.trim();
  const identity = ["-c", "user.name=Eve", "-c", "user.email=eve@shop.test"];
  const foreign = pair.git(...identity, "commit-tree", "-p", "main", "-m", "Repair", tree).stdout;
  const proof = pair.git(...identity, "commit-tree", "-p", PROOFS, "-m", foreign, tree).stdout;
  pair.git("update-ref", MAIN, foreign.trim());
  pair.git("update-ref", PROOFS, proof.trim());

  const { code, err } = await pair.push();
  expect([code, err]).toEqual([1, expect.stringContaining("origin refused the push")]);
  expect(err).toContain("countersign refuses refs/heads/main");
  expect([pair.there(MAIN), pair.there(PROOFS)]).toEqual(before);
});
