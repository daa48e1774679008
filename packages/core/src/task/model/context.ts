import type { ActorId, ObjectId, TaskId } from "../../kernel/ids.ts";
import type { RosterEntry } from "../../plan/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Dismissal } from "../../verdict/merge-findings.ts";
import type { PhaseName } from "./state.ts";

/** The sender of a command. The identity comes from a credential, never from text. */
export type Actor = {
  id: ActorId;
  kind: "human" | "agent" | "check" | "system";
  /** May propose modes and cancel tasks that no agent has started. */
  planner: boolean;
  /** The sponsor of an agent. */
  sponsor?: ActorId | undefined;
  /** The model family that the credential names. */
  family?: string | undefined;
  /** The credential. The engine itself has none. */
  credential?: ActingCredential | undefined;
  /** True if the engine ran this reviewer itself. No credential can set this. */
  engineRun?: true | undefined;
};

/** The logged part of a credential. */
export type ActingCredential = { id: string; role: string };

/** The context of a command: actor, time, policy and the state around the task. */
export type Context = {
  actor: Actor;
  nowMs: number;
  policy: Policy;
  /** The person who accepted the policy in force on the target. Null or omitted if no person did. */
  policyAcceptedBy?: ActorId | null | undefined;
  /** Actors that can answer for the task's repository. */
  roster: readonly RosterEntry[];
  /** Holds that are wider than the task. */
  holds: {
    agent: boolean;
    /** True if the task's own sprint is paused. */
    sprint: boolean;
    /** True if a running sprint does not contain the task. Default: false. */
    otherSprint?: boolean;
    repo: boolean;
  };
  dismissals: readonly Dismissal[];
  /** The base task. Omitted if there is none. */
  baseTask?: BaseTaskState | null | undefined;
  /** Reviewers that the engine runs itself. */
  engineRun?: readonly string[] | undefined;
};

/** Returns the owner who is notified first. */
export function firstOwner({ policy }: Pick<Context, "policy">): ActorId {
  return policy.people.owner[0] ?? "owner";
}

export function isOwner({ actor, policy }: Context): boolean {
  return actor.kind === "human" && policy.people.owner.includes(actor.id);
}

/** The current state of a base task. */
export type BaseTaskState = {
  task: TaskId;
  repo: string;
  state: PhaseName;
  /** The current round. Null before the first submission. */
  round: number | null;
  /** The commits of its current content: the submitted one, and the one it was merged from. */
  heads: readonly ObjectId[];
  /** The branch that it was submitted from, if known. */
  branch: string | null;
  /** True if a person may still undo its rejection. */
  isUndoable: boolean;
  /** True if it was closed on the host, not by countersign. */
  isOutside: boolean;
  /** The tasks that it waits for itself, nearest first. */
  below: readonly TaskId[];
};
