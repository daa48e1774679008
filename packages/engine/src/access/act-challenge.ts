import { randomBytes } from "node:crypto";
import {
  actLine,
  type CommandAct,
  CountersignError,
  canonicalJson,
  commandStatement,
  digestOf,
  type PersonAct,
  type SignatureLevel,
} from "@countersign/core";
import { sql } from "drizzle-orm";
import { readClock } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import { acts } from "../store/schema/key-schema.ts";
import type { PresenceDecision, ProvenAct } from "./presence-verifier.ts";

/** How long a person has to sign. */
const ACT_MS = 10 * 60_000;

/** The parts of a statement that the engine and the client choose for one request. */
export type ActTerms = Pick<CommandAct, "key" | "level" | "nonce" | "at" | "until">;

/** A decision, and the same as a proof states it. Null if no proof can contain it. */
export type StatedDecision = { decision: PresenceDecision; proven: ProvenAct | null };

/**
 * Interrupts a command of a client that asks for a statement to sign. The command's transaction is rolled back; the
 * statement is stored in another one, because the person signs it later.
 */
export class ActChallenge extends CountersignError {
  readonly stated: StatedDecision;
  readonly signer: { key: string; level: SignatureLevel };

  constructor(stated: StatedDecision, signer: { key: string; level: SignatureLevel }) {
    super("human_only", "A person must sign this decision first");
    this.stated = stated;
    this.signer = signer;
  }
}

/**
 * Returns the exact line that a person signs for a decision. Equal decisions, terms and salts give equal lines. An act
 * names the request by a digest with a salt that stays in the engine, because proofs are public and reasons are short.
 */
export function statementLine(
  { decision, proven }: StatedDecision,
  terms: ActTerms,
  salt: string,
): string {
  const { command, org: organisation, actor: by, task } = decision;
  const request = JSON.parse(JSON.stringify(decision.request));
  if (proven === null)
    return canonicalJson(
      commandStatement({ command, by, organisation, task, ...terms }, digestOf(request)),
    );
  const act: PersonAct = {
    ...proven.stated,
    ...{ by, ...terms, note: digestOf({ command, request, salt }) },
  };
  return actLine(act, proven.subject);
}

/** Stores a statement for a person to sign. It replaces their open one, so that each person has at most one. */
export async function prepareAct(session: Session, challenge: ActChallenge): Promise<string> {
  const { stated, signer } = challenge;
  const { decision } = stated;
  const now = await readClock(session);
  const [nonce, salt] = [randomHex(), randomHex()];
  const until = now + ACT_MS;
  const terms = { ...signer, nonce, at: timeText(now), until: timeText(until) };
  const statement = statementLine(stated, terms, salt);
  const row = {
    ...{ nonce, salt, statement, command: decision.command, taskId: decision.task?.id ?? null },
    ...{ until: new Date(until), offered: {} },
  };
  await session.db
    .insert(acts)
    .values({ orgId: session.org, actor: decision.actor, ...row })
    .onConflictDoUpdate({
      target: [acts.orgId, acts.actor],
      targetWhere: sql`recorded IS NULL`,
      set: row,
    });
  return statement;
}

function randomHex(): string {
  return randomBytes(16).toString("hex");
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}
