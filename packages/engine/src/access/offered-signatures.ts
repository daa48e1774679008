import { CountersignError } from "@countersign/core";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Session } from "../platform/transact.ts";
import type { SignatureReader } from "../ports/signature-reader.ts";
import { acts } from "../store/schema/key-schema.ts";
import { readAct } from "./verify-act.ts";

/** A statement that a person signs, and the signatures that were made for the client that decides. */
export type PreparedAct = {
  nonce: string;
  statement: string;
  offered: readonly OfferedSignature[];
  /** `open` until the decision is made with it, or until it expires. */
  state: "open" | "expired" | "recorded";
};

/** A valid signature over the statement. It decides nothing until the client presents it with the decision. */
type OfferedSignature = { fingerprint: string; sshsig: string };

/** The existing key and the new one sign when a key is added. */
const MAX_OFFERED = 2;

/** Returns the person's newest statement that is not signed. Null if there is none. */
export async function readOpenAct(session: Session, actor: string): Promise<PreparedAct | null> {
  const found = await selectAct(session, actor, sql`recorded IS NULL`);
  return found?.state === "open" ? found : null;
}

/** Returns a statement that was prepared for this person. */
export async function readPreparedAct(
  session: Session,
  actor: string,
  nonce: string,
): Promise<PreparedAct> {
  const found = await selectAct(session, actor, eq(acts.nonce, nonce));
  if (found === null) throw unknownAct();
  return found;
}

/**
 * Keeps a signature over an open statement for the client that decides. The page that has the passkey and the command
 * line that makes the decision meet here. Whether the key counts is checked when the decision is made.
 */
export async function offerSignature(
  signatures: SignatureReader,
  session: Session,
  { actor, nonce, sshsig }: { actor: string; nonce: string; sshsig: string },
): Promise<PreparedAct> {
  const { statement, state, offered } = await readPreparedAct(session, actor, nonce);
  if (state !== "open") throw unknownAct();
  const { fingerprint } = readAct(signatures, statement, sshsig);
  const others = offered.filter((one) => one.fingerprint !== fingerprint);
  if (others.length >= MAX_OFFERED)
    throw new CountersignError("wrong_state", "Other keys have already signed this statement");
  const added = JSON.stringify({ [fingerprint]: sshsig });
  await session.db
    .update(acts)
    .set({ offered: sql`${acts.offered} || ${added}::jsonb` })
    .where(and(...ownAct(session, actor), eq(acts.nonce, nonce), sql`recorded IS NULL`));
  return await readPreparedAct(session, actor, nonce);
}

function ownAct({ org }: Session, actor: string): SQL[] {
  return [eq(acts.orgId, org), eq(acts.actor, actor)];
}

async function selectAct(session: Session, actor: string, which: SQL): Promise<PreparedAct | null> {
  const isOpen = sql<boolean>`until > clock_timestamp()`;
  const [row] = await session.db
    .select({
      ...{ nonce: acts.nonce, statement: acts.statement, offered: acts.offered },
      ...{ recorded: acts.recorded, isOpen },
    })
    .from(acts)
    .where(and(...ownAct(session, actor), which))
    .orderBy(desc(acts.until))
    .limit(1);
  if (row === undefined) return null;
  const { nonce, statement, recorded } = row;
  const offered = Object.entries(row.offered).map(([fingerprint, sshsig]) => ({
    fingerprint,
    sshsig,
  }));
  const unrecorded = row.isOpen ? "open" : "expired";
  return { nonce, statement, offered, state: recorded === null ? unrecorded : "recorded" };
}

function unknownAct(): CountersignError {
  return new CountersignError(
    "not_found",
    "The statement is unknown, expired, replaced by a newer one or already used",
    { hint: "Repeat the decision to get a new one" },
  );
}
