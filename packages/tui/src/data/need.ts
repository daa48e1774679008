import type { Column } from "@countersign/review";
import type { Data } from "./data.ts";

/** The order in which the engine sorts an inbox. */
export type InboxOrder = "oldest" | "risk" | "smallest";

/** Data that the screen needs and the engine has not sent yet. Equal keys are the same need. */
export type Need = { readonly key: string } & (
  | { readonly is: "me" }
  | { readonly is: "inbox"; readonly order: InboxOrder }
  | { readonly is: "column"; readonly column: Column; readonly after: string | null }
  | { readonly is: "view"; readonly task: string }
  | {
      readonly is: "change";
      readonly task: string;
      readonly round: number;
      readonly since: number | null;
      /** Null for the current round. */
      readonly until: number | null;
    }
  | {
      readonly is: "whole";
      readonly task: string;
      readonly since: number | null;
      readonly until: number | null;
      readonly path: string;
      /** The key under which the file is stored. */
      readonly whole: string;
    }
  | { readonly is: "why"; readonly task: string }
  | { readonly is: "tried"; readonly task: string; readonly seq: number }
  | { readonly is: "duration"; readonly task: string; readonly round: number }
  | { readonly is: "status"; readonly minute: number }
  | { readonly is: "sprint"; readonly minute: number }
  | { readonly is: "activity"; readonly after: string | null }
  /** The person's own draft or read marks; `count` is the number of changes reported before. */
  | { readonly is: "draft"; readonly task: string; readonly count: number }
  | { readonly is: "marks"; readonly task: string; readonly count: number }
);

const MINUTE_MS = 60_000;

/**
 * Polls the status every minute, because the engine sends no event when merges are stopped or
 * released.
 */
export function statusNeeds({ statusMinute }: Data, nowMs: number): Need[] {
  const minute = Math.floor(nowMs / MINUTE_MS);
  return statusMinute === minute ? [] : [{ is: "status", minute, key: `status ${minute}` }];
}

/** Polls the sprint every minute. */
export function sprintNeeds({ sprintMinute }: Data, nowMs: number): Need[] {
  const minute = Math.floor(nowMs / MINUTE_MS);
  return sprintMinute === minute ? [] : [{ is: "sprint", minute, key: `sprint ${minute}` }];
}
