import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { applyEdit } from "../edits/apply-edit.ts";
import { proofsRemote } from "./proofs-remote.ts";

const PROOFS = "refs/countersign/proofs/main/000000";

let folder: string;
let root: string;
const git = (...args: string[]) =>
  spawnSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@shop.test", ...args], {
    ...{ cwd: root, encoding: "utf8", env: { PATH: process.env.PATH, HOME: folder } },
  });
const value = (ref: string) => git("for-each-ref", "--format=%(objectname)", ref).stdout.trim();

/** Stores a further commit like a proof, and returns it. */
function addProof(): string {
  const parent = value(PROOFS);
  const tree = git("rev-parse", "main^{tree}").stdout.trim();
  const parents = parent === "" ? [] : ["-p", parent];
  const made = git("commit-tree", tree, ...parents, "-m", `proof after ${parent}`).stdout.trim();
  git("update-ref", PROOFS, made);
  return made;
}

/** Adds the remote as init does. */
async function addRemote(refs = "refs/countersign"): Promise<void> {
  const place = { repository: root, root, common: join(root, ".git"), branch: "main" };
  const [addition] = await proofsRemote(place, { target: "main", refs, git: undefined });
  if (addition === undefined) throw new Error("nothing is added");
  const edited = applyEdit(readFileSync(addition.path, "utf8"), addition.edit, addition.shown);
  if ("left" in edited) throw new Error(edited.left);
  writeFileSync(addition.path, edited.text);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-remote-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  root = join(folder, "shop");
  const remote = join(folder, 'the "remote" #1.git');
  execFileSync("git", ["init", "--quiet", "--bare", remote]);
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", root]);
  git("commit", "--quiet", "--allow-empty", "--message=First");
  git("remote", "add", "origin", remote);
  git("push", "--quiet", "--set-upstream", "origin", "main");
});

describe("the remote that init adds", () => {
  it("fetches the proofs of the remote that the target is pushed to", async () => {
    const proof = addProof();
    git("push", "--quiet", "origin", PROOFS);
    git("update-ref", "-d", PROOFS);
    await addRemote();
    expect(git("fetch", "countersign").status).toBe(0);
    expect(value(PROOFS)).toBe(proof);
  });

  it("fetches proofs that the remote keeps as branches", async () => {
    const proof = addProof();
    git("push", "--quiet", "origin", `${PROOFS}:refs/heads/countersign/proofs/main/000000`);
    git("update-ref", "-d", PROOFS);
    await addRemote("refs/heads/countersign");
    git("fetch", "countersign");
    expect(value(PROOFS)).toBe(proof);
  });

  it("never replaces proofs by others", async () => {
    addProof();
    git("push", "--quiet", "origin", PROOFS);
    git("update-ref", "-d", PROOFS);
    git("commit", "--quiet", "--amend", "--allow-empty", "--message=Other");
    git("update-ref", PROOFS, "main");
    await addRemote();
    expect(git("fetch", "countersign").status).toBe(1);
    expect(value(PROOFS)).toBe(git("rev-parse", "main").stdout.trim());
  });

  it("lets git pull work and prune nothing while proofs are not pushed yet", async () => {
    addProof();
    git("push", "--quiet", "origin", PROOFS);
    const ahead = addProof();
    git("update-ref", "refs/countersign/retracted/x", ahead);
    git("config", "fetch.prune", "true");
    await addRemote();
    for (const args of [["pull"], ["fetch", "--all"], ["fetch"], ["fetch", "origin"]])
      expect(git(...args), args.join(" ")).toMatchObject({ status: 0 });
    git("fetch", "countersign");
    expect([value(PROOFS), value("refs/countersign/retracted/x")]).toEqual([ahead, ahead]);
  });
});
