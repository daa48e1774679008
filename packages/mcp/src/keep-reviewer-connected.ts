import type { Client, Role } from "@countersign/api";
import type { FindPlace } from "./tool/session.ts";

/** Milliseconds between heartbeats. The engine considers a connection live for two minutes. */
const HEARTBEAT_MS = 30_000;

type Reviewer = { client: Client; role: Role; place?: FindPlace | undefined };

/**
 * Reports periodically that a reviewer is connected for its repository, so that it can get seats
 * there. Other roles are never reported, because they have no tool to answer with.
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
