import type { EnginePort } from "../data/engine-port.ts";
import type { Message } from "./message.ts";
import { requestNeed } from "./request-need.ts";

const REASON = "Looked at on the board";
const MINUTE_MS = 60_000;

/** Accepts one tip of a target and returns the current repositories, even after a refusal. */
export async function sendRepositoryRelease(
  engine: EnginePort,
  { repo, tip }: { repo: string; tip: string },
  nowMs: () => number,
): Promise<Message[]> {
  const told = await engine
    .releaseRepository({ repo, body: { tip, reason: REASON } })
    .then(({ target }) => {
      const text = `Merges to ${target} of ${repo} go on from ${tip.slice(0, 12)}.`;
      return { type: "noticed", text, paint: "plain" } as const;
    })
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      return { type: "noticed", text: `${repo} was not released: ${why}`, paint: "bad" } as const;
    });
  const minute = Math.floor(nowMs() / MINUTE_MS);
  const need = { is: "status", minute, key: "status" } as const;
  const answer = await requestNeed(engine, need, nowMs).catch(() => null);
  return [...(answer === null ? [] : [{ type: "answered", answer } as const]), told];
}
