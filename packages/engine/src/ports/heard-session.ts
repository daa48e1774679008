import type { AgentSession } from "@countersign/core";

/** What hooks last told of an agent's session in one working directory. */
export type HeardSession = AgentSession & {
  heardMs: number;
  /** A turn of the agent has begun and has not ended, or something of it still runs in the background. */
  isAtWork: boolean;
};
