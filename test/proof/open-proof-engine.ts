import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createGitMirror } from "@countersign/adapters";
import { ACT_NAMESPACE, statementBytes, type Task } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { afterAll } from "vitest";
import { createSignatureReader } from "../../packages/adapters/src/sign/create-signature-reader.ts";
import { mirrorOfOrg } from "../../packages/engine/src/policy/mirror-of-org.ts";
import { requestStatement, withSignature } from "../attack/acts/act-lab.ts";
import { submitBranch } from "../attack/submit-branch.ts";
import { type OpenEngine, ORG, openEngine, openMoveSigner } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import { type RootOwner, rootTrustText, writeRoot } from "./write-root.ts";

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

function rootOwner(name: string, key: PersonKey): RootOwner {
  return {
    name,
    text: key.text,
    fingerprint: key.fingerprint,
    sign: (line) => signLine(key, line),
  };
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
  const owners = (["ana", "ben"] as const).map((name) => rootOwner(name, keys[name]));
  const files = { ".countersign/trust.json": rootTrustText(owners, await signer.publicKey()) };
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
  if (hasRoot) {
    const { shop, folder, database } = lab;
    const mirror = mirrorOfOrg(createGitMirror({ dataDirectory: join(folder, "data") }), ORG);
    const [commit, tree] = ["main", "main^{tree}"].map((name) => shop.git("rev-parse", name));
    const repository = { id: "shop", path: shop.repo, target: "main" };
    const tip = { commit: String(commit), tree: String(tree) };
    await writeRoot({ mirror, signer, pool: database.pool, org: ORG, repository, owners, tip });
  }
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
