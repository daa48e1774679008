import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createGitMirror } from "@countersign/adapters";
import {
  ACT_NAMESPACE,
  actLine,
  digestText,
  type PersonAct,
  statementBytes,
  type Task,
} from "@countersign/core";
import type { MoveSigner, Principal } from "@countersign/engine";
import { afterAll } from "vitest";
import { createSignatureReader } from "../../packages/adapters/src/sign/create-signature-reader.ts";
import { transact } from "../../packages/engine/src/platform/transact.ts";
import { mirrorOfOrg } from "../../packages/engine/src/policy/mirror-of-org.ts";
import { composeProof } from "../../packages/engine/src/proof/compose-proof.ts";
import { publishProofs } from "../../packages/engine/src/proof/publish-proofs.ts";
import { readTrustVersion } from "../../packages/engine/src/proof/read-trust-version.ts";
import { prepareProof } from "../../packages/engine/src/store/proofs/proof-chain.ts";
import { requestStatement, withSignature } from "../attack/acts/act-lab.ts";
import { submitBranch } from "../attack/submit-branch.ts";
import { type OpenEngine, ORG, openEngine, openMoveSigner } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";

/** A person's key in a file, with which the real ssh-keygen signs. */
export type PersonKey = { file: string; text: string; fingerprint: string };

export function createPersonKey(name: string): PersonKey {
  const folder = mkdtempSync(join(tmpdir(), "countersign-key-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file]);
  const found = createSignatureReader().readKey(readFileSync(`${file}.pub`, "utf8"));
  if (found === null) throw new Error("the key cannot be read");
  return { file, text: found.key, fingerprint: found.fingerprint };
}

/** Signs a statement with the real ssh-keygen. */
export function signLine({ file }: PersonKey, line: string): string {
  const message = `${file}.${randomBytes(4).toString("hex")}`;
  writeFileSync(message, statementBytes(line));
  execFileSync("ssh-keygen", ["-q", "-Y", "sign", "-f", file, "-n", ACT_NAMESPACE, message]);
  const base64 = readFileSync(`${message}.sig`, "utf8").split("\n").slice(1, -2).join("");
  return base64;
}

type ProofEngineOptions = {
  /** Further keys of the policy. */
  policy?: object;
  /** Starts the chain of proofs. Default true. */
  hasRoot?: boolean;
  more?: Parameters<typeof openEngine>[1];
};

/** An engine whose target has a trust file and a root, with the keys of ana and ben, who are owners. */
export type ProofEngine = OpenEngine & {
  keys: { ana: PersonKey; ben: PersonKey };
  ben: Principal;
  shown(of: Task): { round: number; tree: string };
  /** Submits a task and waits until it is a person's turn. */
  waitingTask(work?: { files?: Record<string, string>; title?: string }): Promise<Task>;
  /** Decides with a signature of the person's key. */
  signed<Result>(by: Principal, decide: (by: Principal) => Promise<Result>): Promise<Result>;
  approve(of: Task, by?: Principal): Promise<unknown>;
  /** Approves a task and waits until it is merged. */
  merged(of: Task, by?: Principal): Promise<Task>;
};

export async function openProofEngine({
  policy = {},
  hasRoot = true,
  more = {},
}: ProofEngineOptions = {}): Promise<ProofEngine> {
  const keys = { ana: createPersonKey("ana"), ben: createPersonKey("ben") };
  const signer = openMoveSigner(dirname(keys.ana.file));
  const whole = {
    ...plainPolicy("ana"),
    people: { owner: ["ana", "ben"] },
    trust: { humanPresence: "verified" },
    ...policy,
  };
  const files = { ".countersign/trust.json": trustText(keys, await signer.publicKey()) };
  const proofs = { signer, release: "0.1.0" };
  const lab = await openEngine(whole, { lookMs: 500, proofs, files, ...more });
  const ben = await lab.signIn({ actor: "ben", role: "human" });
  const sign: ProofEngine["signed"] = async (by, decide) => {
    const key = by.actor.id === "ben" ? keys.ben : keys.ana;
    const line = await requestStatement(by, key, decide);
    return await decide(withSignature(by, line, signLine(key, line)));
  };
  for (const by of [lab.ana, ben]) {
    const key = by.actor.id === "ben" ? keys.ben : keys.ana;
    await sign(by, (as) => lab.engine.addKey(as, { key: key.text }));
  }
  if (hasRoot) await writeRoot(lab, keys, signer);
  const shown = ({ round }: Task) => ({
    round: round?.number ?? 0,
    tree: round?.content.tree ?? "",
  });
  let count = 0;
  const approve: ProofEngine["approve"] = (of, by = lab.ana) =>
    sign(by, (as) => lab.engine.command(as, lab.key(), of.id, { type: "approve", ...shown(of) }));
  return {
    ...{ ...lab, keys, ben, shown, signed: sign, approve },
    async waitingTask({ files, title = "Work" } = {}) {
      count += 1;
      const work = files ?? { [`f${count}.txt`]: "x\n" };
      const id = await submitBranch(lab, { files: work, by: lab.agent, title });
      return await lab.until(id, ({ phase }) => phase.is === "reviewing" && phase.person !== null);
    },
    async merged(of, by) {
      await approve(of, by);
      return await lab.until(of.id, ({ phase }) => phase.is === "done");
    },
  };
}

/** Waits until the merges of the repository are on hold, and returns why. */
export async function untilHeld({ engine, ana }: OpenEngine): Promise<string> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const [found] = await engine.repositories(ana);
    if (found?.hold != null) return `${found.hold.why}: ${found.hold.detail}`;
    await pause(50);
  }
  throw new Error("The repository was not held");
}

type PersonKeys = ProofEngine["keys"];

/** A trust file with both people as owners. */
function trustText(keys: PersonKeys, engineKey: string): string {
  const trusted = (key: PersonKey) => ({
    keys: [{ key: key.text, origins: [], attested: false, addedBy: "ana" }],
  });
  return `${JSON.stringify({
    ...{ version: 1, number: 1, repository: `csr_${randomBytes(16).toString("hex")}` },
    people: { ana: trusted(keys.ana), ben: trusted(keys.ben) },
    ...{ owners: ["ana", "ben"], quorum: 2, recovery: [], revoked: [] },
    ...{ engines: { main: engineKey }, witnesses: { quorum: 0, keys: [] } },
  })}\n`;
}

/** Writes the root at the tip of the target, signed by both owners. */
async function writeRoot(lab: OpenEngine, keys: PersonKeys, signer: MoveSigner): Promise<void> {
  const { shop, folder, database } = lab;
  const commit = shop.git("rev-parse", "main");
  const mirror = mirrorOfOrg(createGitMirror({ dataDirectory: join(folder, "data") }), ORG);
  const trust = await readTrustVersion(mirror, "shop", commit);
  if (trust === null) throw new Error("the trust file is not valid");
  const tree = shop.git("rev-parse", `${commit}^{tree}`);
  const { sha256: files } = await mirror.digestChanges("shop", { from: null, to: commit });
  const now = (ms = 0) => `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`;
  const acts = (["ana", "ben"] as const).map((by) => {
    const act: PersonAct = {
      ...{ act: "root", by, files, key: keys[by].fingerprint, level: "signed", note: null },
      ...{ repository: trust.file.repository, trust: { number: 1, sha256: trust.sha256 } },
      ...{ nonce: randomBytes(16).toString("hex"), at: now(), until: now(60_000) },
    };
    const line = actLine(act, { target: "main", tree });
    const signed = { line, sshsig: signLine(keys[by], line), digest: digestText(line) };
    return { ...signed, nonce: act.nonce, recordedMs: Date.now(), seq: null };
  });
  const proof = await composeProof({ mirror, signer, release: "0.1.0" }, null, {
    ...{ how: "trust", repo: "shop", target: "main", parent: null, commit, tree, trust, acts },
    ...{ policy: "0".repeat(64), round: null, inputs: null, log: null, atMs: Date.now() },
  });
  const repository = { id: "shop", path: shop.repo, target: "main" };
  await mirror.copyProof(repository, proof.object);
  await transact(database.pool, ORG, async (session) => {
    await prepareProof(session, "shop", proof);
    await publishProofs(mirror, session, repository, null, [proof]);
  });
}
