import { CountersignError } from "@countersign/core";
import type { Pool } from "pg";
import { boundary } from "../platform/boundary.ts";
import { readAlong } from "../platform/read-along.ts";
import { readClock } from "../platform/read-clock.ts";
import { type Session, transact } from "../platform/transact.ts";
import {
  hashSeal,
  publicKeyId,
  type Seal,
  type SealBody,
  type Statement,
  signedBytes,
} from "../ports/seal-body.ts";
import type { SealCopy } from "../ports/seal-copy.ts";
import type { Signer, SigningKey } from "../ports/signer.ts";
import { NO_HASH } from "../store/organisation/hash-chain.ts";
import { compareCopy, lossText } from "./compare-copy.ts";
import { type Leaf, merkleRoot } from "./merkle-root.ts";
import { addSeal, findUnsealed, type LogHead, lockSeals, readLastSeal } from "./seal-store.ts";

/** Dependencies of sealing. */
export type SealDeps = { pool: Pool; signer: Signer; copy: SealCopy };

/** The result of one pass over the stream. */
type SealPass = { seal: Seal | null; next: LogHead | null; isAll: boolean };

/**
 * Seals changes after a position and the named tasks. Writes nothing if nothing changed.
 *
 * The seal is committed first and then copied to the external copy. A crash in between leaves the copy one
 * seal behind, and the next call repairs it.
 */
export async function sealOnce(
  deps: SealDeps,
  org: string,
  after: LogHead,
  named: readonly string[],
): Promise<SealPass> {
  const before = await readAlong(deps.pool, org, (session) => findUnsealed(session, after, named));
  if (before.leaves.length === 0) return { seal: null, ...before };
  const looked = await transact(deps.pool, org, async (session): Promise<SealPass> => {
    const last = await lockAndSyncCopy(deps, session);
    const { leaves, ...found } = await findUnsealed(session, after, named);
    if (leaves.length === 0) return { seal: null, ...found };
    const seal = await makeSeal(deps, session, { org, last, leaves });
    return { seal, ...found };
  });
  if (looked.seal !== null) {
    boundary("seal.committed");
    await requireCopy(deps, org);
  }
  return looked;
}

/** Requires that the external copy has the last seal. Throws if it belongs to another database. */
export async function requireCopy(deps: SealDeps, org: string): Promise<void> {
  await transact(deps.pool, org, (session) => lockAndSyncCopy(deps, session));
}

/**
 * Locks the seals and copies the last one to the external copy if needed. Call this before making a seal, in
 * the same transaction; otherwise the copy could fall two behind.
 */
export async function lockAndSyncCopy({ copy }: SealDeps, session: Session): Promise<Seal | null> {
  await lockSeals(session);
  const last = await readLastSeal(session);
  const state = compareCopy(await copy.last(session.org), last);
  if (state.is === "lost")
    throw new CountersignError("on_hold", lossText(state), {
      hint: "Find out why, then run: countersign audit accept --reason <why>",
    });
  if (state.is === "behind" && last !== null) {
    await copy.append(session.org, last);
    boundary("seal.copied");
  }
  return last;
}

/** Signs and stores a seal. The caller must hold the lock. */
export async function makeSeal(
  { signer }: Pick<SealDeps, "signer">,
  session: Session,
  /** Default key: the one that the previous seal requires. */
  { key, ...wanted }: Omit<NewSeal, "atMs"> & { key?: SigningKey },
): Promise<Seal> {
  const signing = key ?? (await keyAfter(signer, wanted.last));
  const seal = await signSeal(signing, { ...wanted, atMs: await readClock(session) });
  await addSeal(session, seal, wanted.leaves);
  boundary("seal.added");
  return seal;
}

/** Returns the key that signs after a seal: the one that it names, or its own. */
async function keyAfter(signer: Signer, last: Seal | null): Promise<SigningKey> {
  if (last === null) return signer.current();
  const { says, key } = last.body;
  const id = says?.type === "rotate" ? publicKeyId(says.publicKey) : key;
  const found = await signer.find(id);
  if (found !== null) return found;
  throw new CountersignError("on_hold", `The key ${id} that must sign the next seal is missing.`, {
    hint: "Restore the key. If it is lost: countersign audit accept --reason <why>",
  });
}

type NewSeal = {
  org: string;
  atMs: number;
  /** The previous seal. Null for the first one. */
  last: Seal | null;
  leaves: readonly Leaf[];
  says?: Statement | undefined;
  /** Default: the previous seal's number plus one. */
  number?: number | undefined;
};

/** Creates a seal over leaves, signed with a key. */
export async function signSeal(key: SigningKey, wanted: NewSeal): Promise<Seal> {
  const { org, atMs, last, leaves, says } = wanted;
  const body: SealBody = {
    version: 1,
    org,
    number: wanted.number ?? (last?.body.number ?? 0) + 1,
    atMs,
    previous: last?.hash ?? NO_HASH,
    key: key.id,
    leaves: leaves.length,
    root: merkleRoot(leaves),
    ...(says === undefined ? {} : { says }),
  };
  const signature = Buffer.from(await key.sign(signedBytes(body))).toString("base64url");
  return { body, hash: hashSeal(body), signature };
}
