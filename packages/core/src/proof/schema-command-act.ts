import { z } from "zod";
import { ActorId, Digest, ObjectId, TaskId } from "../kernel/ids.ts";
import { SignatureLevel } from "./presence-level.ts";
import { KeyFingerprint, STATEMENT_TYPE, StatementTime } from "./statement-fields.ts";

const CommandName = z.string().regex(/^[a-z]{1,30}(?:_[a-z]{1,30}){0,4}$/);

/** The round and the content that a command is about. Null before the first submission. */
const CommandRound = z.strictObject({
  number: z.int().min(1),
  base: ObjectId,
  head: ObjectId,
  tree: ObjectId,
});

/** A person's command to an engine, with everything that the engine binds the signature to. */
export const CommandAct = z.strictObject({
  command: CommandName,
  by: ActorId,
  key: KeyFingerprint,
  /** The level that the client requests. A signature that shows less contradicts it. */
  level: SignatureLevel,
  organisation: z.string().min(1).max(64),
  /** Null for a command about a repository or the whole organisation. */
  task: z
    .strictObject({
      id: TaskId,
      round: CommandRound.nullable(),
      /** The requirement that the command answers. */
      requirement: z.string().min(1).max(200).nullable(),
    })
    .nullable(),
  /** Issued by the engine, valid once. */
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  at: StatementTime,
  until: StatementTime,
});
export type CommandAct = z.infer<typeof CommandAct>;

/** A command as an in-toto statement. Its subject is the SHA-256 of the request in canonical JSON. */
export const CommandStatement = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  predicateType: z.literal("https://countersign.dev/command/v1"),
  subject: z.tuple([
    z.strictObject({ name: CommandName, digest: z.strictObject({ sha256: Digest }) }),
  ]),
  predicate: CommandAct,
});
export type CommandStatement = z.infer<typeof CommandStatement>;

/** Creates the statement that a person signs for a command. */
export function commandStatement(predicate: CommandAct, request: string): CommandStatement {
  return {
    _type: STATEMENT_TYPE,
    predicateType: "https://countersign.dev/command/v1",
    subject: [{ name: predicate.command, digest: { sha256: request } }],
    predicate,
  };
}
