import { z } from "zod";

/** Names that people and agents type: letters, digits and a few joiners; no path, no option, no space. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._@+-]{0,62}[A-Za-z0-9])?$/;

/** A task's id: the tracker's own (`ch-abc3`) or ours (`cs-` and four or more letters and digits). */
export const TaskId = z.string().regex(NAME);
export type TaskId = z.infer<typeof TaskId>;

/** The id of a person, an agent, a check or the system. It comes from a credential, never from text. */
export const ActorId = z.string().regex(NAME);
export type ActorId = z.infer<typeof ActorId>;

/** A git object id in hex, SHA-1 or SHA-256. No other text is passed to git as an object. */
export const ObjectId = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
export type ObjectId = z.infer<typeof ObjectId>;

/** A finding's id within its task. */
export const FindingId = z.string().regex(/^F-[1-9][0-9]{0,5}$/);
export type FindingId = z.infer<typeof FindingId>;

export const VerdictId = z.string().regex(/^vrd_[A-Za-z0-9]{1,60}$/);
export type VerdictId = z.infer<typeof VerdictId>;

export const Digest = z.string().regex(/^[0-9a-f]{64}$/);
