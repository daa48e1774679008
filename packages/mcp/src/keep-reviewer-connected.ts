import type { Client, Role } from "@countersign/api";
import type { FindPlace } from "./session.ts";

/** Milliseconds between two signs of life. The engine takes a connection for live for two minutes. */
const HEARTBEAT_MS = 30_000;

type Reviewer = { client: Client; role: Role; place?: FindPlace | undefined };

/**
 * Tells the engine again and again that a reviewer is connected for the repository it works in, so that it can get
 * seats there. Other roles are never announced: they have no tool to answer with.
 */
export function keepReviewerConnected(
  { client, role, place }: Reviewer,
  onError: (error: Error) => void,
  everyMs: number = HEARTBEAT_MS,
): { stop(): void } {
  if (role !== "reviewer" || place === undefined) return { stop: () => undefined };
  const announce = async (): Promise<void> => {
    const found = await place();
    if (found.is === "worktree") await client.connectReviewer({ repo: found.repo, body: {} });
  };
  const beat = (): void => {
    announce().catch((error: unknown) =>
      onError(error instanceof Error ? error : new Error(String(error))),
    );
  };
  beat();
  const timer = setInterval(beat, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
