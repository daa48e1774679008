import type { Command } from "@countersign/core";

export type MergeFailure = Omit<Extract<Command, { type: "merge_failed" }>, "type">;
