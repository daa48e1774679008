import { randomBytes } from "node:crypto";
import { actLine, digestText, type PersonAct } from "@countersign/core";
import type { MoveSigner } from "@countersign/engine";
import type { Pool } from "pg";
import { transact } from "../../packages/engine/src/platform/transact.ts";
import type { mirrorOfOrg } from "../../packages/engine/src/policy/mirror-of-org.ts";
import { composeProof } from "../../packages/engine/src/proof/compose-proof.ts";
import { publishProofs } from "../../packages/engine/src/proof/publish-proofs.ts";
import { readTrustVersion } from "../../packages/engine/src/proof/read-trust-version.ts";
import { prepareProof } from "../../packages/engine/src/store/proofs/proof-chain.ts";

/** An owner who signs a root. */
export type RootOwner = {
  name: string;
  /** The public key as OpenSSH writes it. */
  text: string;
  fingerprint: string;
  sign(line: string): string;
};

/** Returns the text of a trust file with these owners. */
export function rootTrustText(owners: readonly RootOwner[], engineKey: string): string {
  const people = owners.map(({ name, text }) => [
    name,
    { keys: [{ key: text, origins: [], attested: false, addedBy: owners[0]?.name }] },
  ]);
  return `${JSON.stringify({
    ...{ version: 1, number: 1, repository: `csr_${randomBytes(16).toString("hex")}` },
    people: Object.fromEntries(people),
    ...{ owners: owners.map(({ name }) => name), quorum: owners.length },
    ...{ recovery: [], revoked: [], engines: { main: engineKey } },
    witnesses: { quorum: 0, keys: [] },
  })}\n`;
}

type RootRequest = {
  mirror: ReturnType<typeof mirrorOfOrg>;
  signer: MoveSigner;
  pool: Pool;
  org: string;
  repository: { id: string; path: string; target: string };
  owners: readonly RootOwner[];
  /** The target, which has a trust file. */
  tip: { commit: string; tree: string };
};

/** Writes the root at the tip of the target, signed by all owners. */
export async function writeRoot(request: RootRequest): Promise<void> {
  const { mirror, signer, pool, org, repository, owners, tip } = request;
  const { id: repo, target } = repository;
  const { commit, tree } = tip;
  const trust = await readTrustVersion(mirror, repo, commit);
  if (trust === null) throw new Error("the trust file is not valid");
  const { sha256: files } = await mirror.digestChanges(repo, { from: null, to: commit });
  const now = (ms = 0) => `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`;
  const acts = owners.map(({ name: by, fingerprint: key, sign }) => {
    const act: PersonAct = {
      ...{ act: "root", by, files, key, level: "signed", note: null },
      ...{ repository: trust.file.repository, trust: { number: 1, sha256: trust.sha256 } },
      ...{ nonce: randomBytes(16).toString("hex"), at: now(), until: now(60_000) },
    };
    const line = actLine(act, { target, tree });
    const signed = { line, sshsig: sign(line), digest: digestText(line) };
    return { ...signed, nonce: act.nonce, recordedMs: Date.now(), seq: null };
  });
  const proof = await composeProof({ mirror, signer, release: "0.1.0" }, null, {
    ...{ how: "trust", repo, target, parent: null, commit, tree, trust, acts },
    ...{ policy: "0".repeat(64), round: null, inputs: null, log: null, atMs: Date.now() },
  });
  await mirror.copyProof(repository, proof.object);
  await transact(pool, org, async (session) => {
    await prepareProof(session, repo, proof);
    await publishProofs(mirror, session, repository, null, [proof]);
  });
}
