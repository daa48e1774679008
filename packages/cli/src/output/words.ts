import { hasTurnHolder } from "@countersign/api";
import { display } from "./display.ts";
import type { PaintText, Style } from "./style.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, in the largest unit that fits. */
export function ageText(atMs: number, nowMs: number = Date.now()): string {
  const ms = Math.max(0, nowMs - atMs);
  if (ms < MINUTE) return `${Math.floor(ms / 1_000)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

export function timeText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace("T", " ");
}

/** Whose turn it is: `you`, a name, or the kind of machine. */
export function displayTurn(
  { holder, who }: { holder: string; who: string | null },
  me: string | null,
): string {
  if (who !== null && who === me) return "you";
  if (holder === "person") return display(who ?? "a person");
  if (holder === "agent") return who === null ? "any agent" : `agent ${display(who)}`;
  return holder;
}

/** What happens with submitted work now, as a sentence. */
export function waitingText(turn: { holder: string; who: string | null }): string {
  if (turn.holder === "engine" || turn.holder === "checks") return "Checks are running.";
  if (turn.holder === "reviewers") return "Reviewers are reading it.";
  return hasTurnHolder(turn) ? `Waiting for ${displayTurn(turn, null)}.` : "Nothing is waiting.";
}

const GATE_PAINT: Readonly<Record<string, PaintText>> = {
  pass: "good",
  pass_with_warnings: "warn",
  needs_fixes: "warn",
  fail: "bad",
};

export function gateText(gate: string | null, style: Style): string {
  if (gate === null) return "-";
  return style.paint(GATE_PAINT[gate] ?? "faint", gate);
}

const SEVERITY_PAINT: Readonly<Record<string, PaintText>> = {
  critical: "bad",
  major: "bad",
  warning: "warn",
  info: "faint",
};

export function severityText(severity: string, style: Style): string {
  return style.paint(SEVERITY_PAINT[severity] ?? "faint", severity);
}
