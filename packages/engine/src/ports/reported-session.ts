import type { AgentSession } from "@countersign/core";

/** The last state of an agent's session in one working directory, as its hooks reported it. */
export type ReportedSession = AgentSession & {
  heardMs: number;
  /** True while a turn of the agent is running, or while it still has background work. */
  isAtWork: boolean;
};
