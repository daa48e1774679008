import type { Shown, SprintTarget, WayOut } from "@countersign/api";
import type { EntryKind } from "@countersign/review";
import type { Act, Model } from "./model.ts";

type Mode = "per-task" | "batch" | "auto" | "skip";

/** A request of the person to the engine, with the round and tree that were on screen. */
export type TaskRequest =
  | { act: "approve"; task: string; round: number; tree: string; note?: string }
  | (RoundRequest & Shown)
  /** `seq`: the last log entry of the task on screen. */
  | { act: "later"; task: string; seq: number; untilMs: number | null };

type RoundRequest =
  | {
      act: "redo";
      task: string;
      quickIssues: readonly string[];
      customFeedback: string;
      option: "keep" | "fresh" | "checkpoint";
      priority: "same" | "bump" | "lower";
    }
  | { act: "reject"; task: string; reason: string }
  | { act: "override"; task: string; reason: string }
  | { act: "undo"; task: string }
  | { act: "release"; task: string; offered: string | null; way: WayOut }
  | { act: "mode"; task: string; mode: Mode }
  | {
      act: "retry" | "cancel";
      task: string;
      requirement: string;
      reviewer: string;
    }
  | { act: "review"; task: string }
  | { act: "dismiss"; task: string; finding: string; reason: string };

/** A request for the sprint. */
export type SprintRequest =
  | {
      do: "start";
      tasks: readonly string[];
      target: SprintTarget;
      pauseOnFailure: boolean;
    }
  | { do: "add"; tasks: readonly string[] }
  | { do: "pause" | "resume" | "stop" };

/** An effect outside the model. */
export type TuiEffect =
  | { type: "send"; sending: TaskRequest }
  | { type: "sprint"; request: SprintRequest }
  | { type: "release_repository"; repo: string; tip: string }
  /** The held key comes back as a message with this token. */
  | { type: "wait_to_decide"; token: number; ms: number }
  | { type: "refresh" }
  | { type: "copy"; text: string }
  /**
   * Opens the person's shell; if the directory is not on this machine, copies the command that goes
   * there.
   */
  | { type: "shell"; directory: string }
  | { type: "edit_text"; text: string }
  | { type: "open_file"; path: string; line: number }
  /** A text in the person's pager, or both versions of a file in their difftool. */
  | { type: "page"; text: string }
  | {
      type: "compare";
      task: string;
      since: number | null;
      until: number | null;
      path: string;
    }
  /** Writes the activity to a new file. */
  | { type: "export"; path: string; kind: EntryKind; filter: string }
  | { type: "mouse"; on: boolean }
  | { type: "redraw" }
  | { type: "stop" }
  | { type: "leave" };

export type ModelStep = { readonly model: Model; readonly effects: readonly TuiEffect[] };

export function withoutEffects(model: Model): ModelStep {
  return { model, effects: [] };
}

export function withEffect(model: Model, ...effects: readonly TuiEffect[]): ModelStep {
  return { model, effects };
}

const NOTICE_MS = 6_000;

/** Shows a notice at the bottom of the screen for a while. */
export function showNotice(
  model: Model,
  text: string,
  paint: "plain" | "warn" | "bad" = "plain",
): Model {
  return { ...model, notice: { text, paint, untilMs: model.nowMs + NOTICE_MS } };
}

const DONE_WORDS: Readonly<Record<Act, string>> = {
  approve: "APPROVED",
  redo: "SENT BACK",
  reject: "REJECTED",
  override: "OVERRIDDEN",
};

export function doneWord(act: Act): string {
  return DONE_WORDS[act];
}
