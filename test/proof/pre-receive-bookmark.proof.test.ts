import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import {
  type ForcedMove,
  generateHistory,
  type HistoryOptions,
  rootOf,
  writeHistory,
} from "./lab/generate-history.ts";
import { storeProofs } from "./lab/store-proofs.ts";

const MOVES = 300;
const UNREADABLE = 100;
const MAIN = "refs/heads/main";
const PROOFS = "refs/countersign/proofs/main/000000";
const OTHER_ROOT = `csr1${"5".repeat(64)}`;

const generate = (more: Partial<HistoryOptions> = {}) =>
  generateHistory({ seed: 47, moves: MOVES, steps: ["squash"], kinds: ["ed25519"], ...more });

const lab = generate();
const root = rootOf(lab);
/** The last move names an act that an early move has used. */
const REUSED: ForcedMove = {
  step: "squash",
  tampering: { signed: (acts, { proofs }) => [...acts, ...(proofs[9]?.acts.slice(0, 1) ?? [])] },
};

const folder = mkdtempSync(join(tmpdir(), "countersign-push-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** Pushes a sender's moves up to one. Returns why the server refused them, or null. */
function push(server: string, move: number, { sender = "sender" } = {}): string | null {
  const git = (...args: string[]) =>
    spawnSync("git", ["-C", at(sender), ...args], { encoding: "utf8" });
  const [proof, commit] = git("log", "-1", "--format=%H %s", `${PROOFS}~${MOVES - move}`)
    .stdout.trim()
    .split(" ")
    .map(String);
  const refs = [`${commit}:${MAIN}`, `${proof}:${PROOFS}`];
  const { status, stderr } = git("push", "--atomic", at(server), ...refs);
  return status === 0 ? null : stderr;
}

function writeHook(server: string, pinned: string): void {
  const hook = join(at(server), "hooks", "pre-receive");
  mkdirSync(join(at(server), "hooks"), { recursive: true });
  const program = `${process.execPath} ${inject("program")}`;
  writeFileSync(hook, `#!/bin/sh\nexec ${program} verify --pre-receive --root ${pinned}\n`);
  chmodSync(hook, 0o755);
}

const bookmarks = (server: string) => join(at(server), "countersign", root);

function bookmarkFile(server: string): string {
  const [name = ""] = readdirSync(bookmarks(server));
  return join(bookmarks(server), name);
}

/** Takes an early proof from the objects of a server, so that nobody can walk from the root any more. */
function removeProof(server: string): void {
  const refs = storeProofs(lab);
  const early = lab.store.blob(lab.proofs[UNREADABLE - 1]?.text ?? "");
  const removed = lab.store.objects.get(early);
  lab.store.objects.delete(early);
  rmSync(join(at(server), "objects"), { recursive: true });
  writeHistory(lab, at(server), refs);
  if (removed !== undefined) lab.store.objects.set(early, removed);
}

beforeAll(() => {
  for (const place of ["server", "sender"]) writeHistory(lab, at(place));
  writeHistory(generate({ forced: new Map([[MOVES, REUSED]]) }), at("forger"));
  const git = (...args: string[]) => execFileSync("git", ["-C", at("server"), ...args]);
  git("update-ref", MAIN, lab.proofs[MOVES - 4]?.commit ?? "");
  git("update-ref", PROOFS, `${PROOFS}~3`);
  writeHook("server", root);
  expect(push("server", MOVES - 2)).toBe(null);
  cpSync(at("server"), at("restricted"), { recursive: true });
  removeProof("server");
});

it("a push of one merge reads only what it adds", () => {
  const { bookmark } = JSON.parse(readFileSync(bookmarkFile("server"), "utf8"));
  expect(bookmark).toMatchObject({ number: MOVES - 3 });
  expect(push("server", MOVES - 1)).toBe(null);
  const next = JSON.parse(readFileSync(bookmarkFile("server"), "utf8")).bookmark;
  expect(next).toMatchObject({ number: MOVES - 2 });
});

it("a forged proof is refused, also one that uses an act from before the bookmark", () => {
  const refused = push("server", MOVES, { sender: "forger" });
  expect(refused).toContain("countersign refuses refs/heads/main: the push is contradicted");
  expect(refused).toContain("(act_used)");
  const { bookmark } = JSON.parse(readFileSync(bookmarkFile("server"), "utf8"));
  expect(bookmark).toMatchObject({ number: MOVES - 2 });
});

it("the bookmark of another root is not used", () => {
  const others = join(at("restricted"), "countersign", OTHER_ROOT);
  cpSync(bookmarks("restricted"), others, { recursive: true });
  writeHook("restricted", OTHER_ROOT);
  expect(push("restricted", MOVES)).toContain("(root_other)");
  rmSync(others, { recursive: true });
});

it("the bookmark of another repository is not used", () => {
  cpSync(at("server"), at("copy"), { recursive: true });
  expect(push("copy", MOVES)).toContain("(proof_malformed)");
});

it("a bookmark that another account can write is not used", () => {
  const file = bookmarkFile("server");
  chmodSync(file, 0o666);
  expect(push("server", MOVES)).toContain("(proof_malformed)");
  chmodSync(file, 0o600);
  expect(push("server", MOVES)).toBe(null);
});
