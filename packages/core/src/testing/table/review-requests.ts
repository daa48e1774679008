import type { Actor, Context } from "../../task/model/context.ts";
import { person, type TaskCommand } from "../scenario.ts";

/** A command of an actor who may send it, with the changes to its context. */
export type Try = { command: TaskCommand; actor: Actor; around?: Partial<Context> };

/** A person asks for a further review, by a named agent or by any. */
export const REVIEW_REQUESTS: readonly Try[] = [
  {
    command: { type: "request_review", reviewer: "codex" },
    actor: person("ana"),
    around: { engineRun: ["codex"] },
  },
  { command: { type: "request_review", reviewer: null }, actor: person("ana") },
];
