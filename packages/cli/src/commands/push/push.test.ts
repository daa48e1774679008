import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { tell } from "../../testing/in-process.ts";

const PROOFS = "proofs/main/000000";

/** A repository with a bare remote, and a commit that is stored like a proof of the target's tip. */
function openClone(policy: object | null = null) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-push-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [root, remote] = [join(folder, "shop"), join(folder, "remote.git")];
  const env = { HOME: folder, XDG_DATA_HOME: folder, PATH: process.env.PATH ?? "" };
  const run = (...args: string[]) => execFileSync("git", args, { env, encoding: "utf8" }).trim();
  run("init", "--quiet", "--bare", remote);
  run("init", "--quiet", "--initial-branch=main", root);
  const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@shop.test"];
  const git = (...args: string[]) => run("-C", root, ...identity, ...args);
  git("remote", "add", "origin", remote);
  if (policy !== null) {
    writeFileSync(join(root, "countersign.json"), JSON.stringify(policy));
    git("add", "--all");
  }
  git("commit", "--quiet", "--allow-empty", "--message=First");
  const prove = () => {
    const tree = git("rev-parse", "main^{tree}");
    const proof = git("commit-tree", tree, "-m", git("rev-parse", "main"));
    git("update-ref", `refs/countersign/${PROOFS}`, proof);
    return proof;
  };
  const there = (ref: string) => run("-C", remote, "for-each-ref", "--format=%(objectname)", ref);
  return {
    ...{ root, remote, git, prove, there, folder },
    push: (...args: string[]) =>
      tell(["push", ...args], { directory: root, env, program: "countersign" }),
  };
}

describe("countersign push", () => {
  it("pushes the target and its proofs, and does nothing the second time", async () => {
    const clone = openClone();
    const proof = clone.prove();

    const first = await clone.push();
    expect(first.code, first.err).toBe(0);
    expect(first.out).toMatch(/^Pushed main at [0-9a-f]{12} to origin, with its proofs\.\n$/);
    expect(clone.there("refs/heads/main")).toBe(clone.git("rev-parse", "main"));
    expect(clone.there(`refs/countersign/${PROOFS}`)).toBe(proof);
    expect((await clone.push()).out).toContain("origin already has main");
  });

  it("pushes proofs as branches if the policy of the target says so", async () => {
    const clone = openClone({ version: 1, proofs: { refs: "refs/heads/countersign" } });
    const proof = clone.prove();

    const { code, err } = await clone.push();
    expect(code, err).toBe(0);
    expect(clone.there(`refs/heads/countersign/${PROOFS}`)).toBe(proof);
    expect(clone.there("refs/countersign/")).toBe("");
  });

  it("pushes nothing with --dry-run", async () => {
    const clone = openClone();
    clone.prove();
    const { code, out } = await clone.push("--dry-run");
    expect([code, out]).toEqual([0, expect.stringContaining("Would push main")]);
    expect(clone.there("refs/")).toBe("");
  });

  it("pushes neither the target nor proofs if the remote has moved on", async () => {
    const clone = openClone();
    clone.git("push", "--quiet", "origin", "main");
    const old = clone.git("rev-parse", "main");
    clone.git("commit", "--quiet", "--allow-empty", "--message=Theirs");
    clone.git("push", "--quiet", "origin", "main");
    clone.git("reset", "--quiet", "--hard", old);
    clone.git("commit", "--quiet", "--allow-empty", "--message=Ours");
    clone.prove();

    const { code, err } = await clone.push();
    expect([code, err]).toEqual([6, expect.stringContaining("origin has commits that main lacks")]);
    expect(clone.there("refs/countersign/")).toBe("");
  });

  it("refuses a target whose last commit has no proof", { timeout: 20_000 }, async () => {
    const clone = openClone();
    clone.prove();
    clone.git("commit", "--quiet", "--allow-empty", "--message=By hand");
    const { code, err } = await clone.push();
    expect([code, err]).toEqual([6, expect.stringContaining("its last proof is of")]);
    expect(clone.there("refs/")).toBe("");
  });

  it("pushes a target without proofs alone, and says so", async () => {
    const { out, err, code } = await openClone().push("--target", "main");
    expect([code, out], err).toEqual([0, expect.stringContaining("alone: it has no proofs")]);
  });

  it("runs nothing that the repository's configuration and hooks name", async () => {
    const clone = openClone();
    clone.prove();
    const mark = join(clone.folder, "mark");
    const program = join(clone.folder, "program");
    writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${mark}\n`);
    chmodSync(program, 0o755);
    mkdirSync(join(clone.root, ".git", "hooks"), { recursive: true });
    writeFileSync(join(clone.root, ".git", "hooks", "pre-push"), readFileSync(program));
    chmodSync(join(clone.root, ".git", "hooks", "pre-push"), 0o755);
    for (const key of ["remote.origin.receivepack", "core.sshCommand", "core.fsmonitor"])
      clone.git("config", key, program);
    clone.git("config", "credential.helper", `!${program}`);
    clone.git("config", "url.ext::sh -c evil.insteadOf", clone.remote);

    const { code, err } = await clone.push();
    expect(code, err).toBe(0);
    expect(() => readFileSync(mark)).toThrow("ENOENT");
    clone.git("config", "remote.origin.url", `ext::${program}`);
    expect((await clone.push()).code).toBe(1);
    expect(() => readFileSync(mark)).toThrow("ENOENT");
  });

  it.each([
    ["branch.main.pushRemote", "other"],
    ["remote.pushDefault", "other"],
  ])("pushes to the remote that %s names", async (key, name) => {
    const clone = openClone();
    clone.prove();
    execFileSync("git", ["init", "--quiet", "--bare", join(clone.folder, "other.git")]);
    clone.git("remote", "add", name, "../other.git");
    clone.git("config", key, name);
    const { code, out, err } = await clone.push();
    expect([code, out], err).toEqual([0, expect.stringContaining("to other")]);
    expect(clone.there("refs/")).toBe("");
  });

  it("names a remote that does not exist", async () => {
    const { code, err } = await openClone().push("backup");
    expect([code, err]).toEqual([5, expect.stringContaining("There is no remote backup")]);
  });
});
