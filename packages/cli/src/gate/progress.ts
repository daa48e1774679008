import { display } from "../output/display.ts";
import type { UsualTimes } from "./usual-times.ts";

const REDRAW_MS = 200;
const CLEAR_LINE = `\r${String.fromCodePoint(0x1b)}[2K`;
const MAX_NAMED = 3;

type Stage = "read" | "review";

/** Says how far a review is: one line per stage, of which the last is drawn again and again. */
export type Progress = {
  begin(stage: Stage): void;
  /** Reviewers that have begun or ended. */
  asked(reviewer: string): void;
  ended(reviewer: string): void;
  end(how?: "done" | "stopped"): void;
  /** How long each stage that ended took. */
  took: ReadonlyMap<Stage, number>;
};

export type ProgressInput = {
  stream: { write(text: string): unknown; columns?: number };
  /** `live` draws on a terminal, `lines` says when a stage ends, `none` is quiet. */
  as: "live" | "lines" | "none";
  usual: Pick<UsualTimes, "of">;
};

export function createProgress({ stream, as, usual }: ProgressInput): Progress {
  const took = new Map<Stage, number>();
  const waiting = new Set<string>();
  let answered = 0;
  let current: { stage: Stage; began: number; timer: NodeJS.Timeout | null } | null = null;

  const line = (stage: Stage, ms: number): string => {
    const time = timeText(ms, usual.of(stage));
    const all = answered + waiting.size;
    const who = stage === "review" && all > 0 ? `${answered} of ${all} answered` : "";
    return [stage.padEnd(7), who, time, waitingText(waiting)]
      .filter((part) => part !== "")
      .join("  ");
  };
  const draw = (): void => {
    if (current === null || as !== "live") return;
    const text = line(current.stage, performance.now() - current.began);
    stream.write(`${CLEAR_LINE}${text.slice(0, Math.max(10, (stream.columns ?? 80) - 1))}`);
  };
  const end = (how: "done" | "stopped" = "done"): void => {
    if (current === null) return;
    const { stage, began, timer } = current;
    const ms = performance.now() - began;
    if (timer !== null) clearInterval(timer);
    took.set(stage, ms);
    current = null;
    const said =
      how === "done" ? line(stage, ms) : `${stage.padEnd(7)}  stopped after ${seconds(ms)}`;
    if (as !== "none") stream.write(`${as === "live" ? CLEAR_LINE : ""}${said}\n`);
  };
  return {
    took,
    end,
    begin(stage) {
      end();
      const timer = as === "live" ? setInterval(draw, REDRAW_MS) : null;
      current = { stage, began: performance.now(), timer };
      draw();
    },
    asked(reviewer) {
      waiting.add(reviewer);
      draw();
    },
    ended(reviewer) {
      if (waiting.delete(reviewer)) answered += 1;
      draw();
    },
  };
}

function timeText(ms: number, usualMs: number | null): string {
  return usualMs === null ? seconds(ms) : `${seconds(ms)}, usually ${seconds(usualMs)}`;
}

function seconds(ms: number): string {
  return ms < 9_950 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`;
}

function waitingText(waiting: ReadonlySet<string>): string {
  if (waiting.size === 0) return "";
  const names = [...waiting].slice(0, MAX_NAMED).map((name) => display(name));
  const rest = waiting.size - names.length;
  return `waiting for ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
