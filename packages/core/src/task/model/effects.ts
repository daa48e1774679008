import type { ActorId } from "../../kernel/ids.ts";

/**
 * Work for the engine once the new state is stored. Each effect is safe to repeat.
 *
 * A reviewer or a merge that was superseded reads that from the state, so no effect cancels it.
 */
export type TaskEffect =
  /** Reads the content from the mirror. The response is `plan_round`. */
  | { do: "read_content"; round: number }
  | { do: "read_checkup"; checkup: number }
  /** With `only`, no other reviewer is asked, because the others have answered or are running. */
  | { do: "ask"; round: number; requirements: readonly string[]; only?: ActorId | undefined }
  | { do: "ask_checkup"; checkup: number; requirements: readonly string[] }
  | { do: "reset_work"; to: "before" | "checkpoint"; delayMs: number }
  | { do: "save_checkpoint"; round: number }
  /** Updates the author's branch to the target after the merge. The response is `work_updated`. */
  | { do: "update_work" }
  | { do: "merge"; delayMs: number }
  | { do: "close_grace"; delayMs: number }
  | { do: "notify"; to: ActorId; why: "escalated" | "your_turn" | "reminder" | "alert" }
  | { do: "hold_repo"; repo: string; why: "target_moved" | "unapproved_merge" }
  /** Opens a task for each warning that the work leaves open. The response is `debt_filed`. */
  | { do: "file_debt"; findings: readonly string[] };
