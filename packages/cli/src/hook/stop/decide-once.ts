import type { HookFiles } from "../files/hook-files.ts";
import { readBlocks, recordBlock, type SessionKey } from "../sessions/session-store.ts";
import { decideStop, type StopDecision, type StopFacts } from "./decide-stop.ts";

/** Decides with what the disk says of earlier blocks, and notes a new one there before it counts. */
export async function decideAndRecordStop(
  files: HookFiles,
  key: SessionKey,
  { round, facts }: { round: string; facts: Omit<StopFacts, "blocks"> },
): Promise<StopDecision> {
  const blocks = await readBlocks(files, key, round);
  const decision = decideStop({ ...facts, blocks });
  if (decision.do === "let") return decision;
  const { reason = null } = decision.do === "block" ? decision : (decision.offer ?? {});
  if (reason === null || (await recordBlock(files, key, { round, reason }))) return decision;
  return decision.do === "submit" ? { ...decision, offer: null } : { do: "let" };
}
