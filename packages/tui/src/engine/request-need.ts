import type { LogLine } from "@countersign/api";
import { BOARD_COLUMNS, type Column, parseChange } from "@countersign/review";
import type { EngineAnswer } from "../data/answers.ts";
import { triedModesKey } from "../data/data.ts";
import type { EnginePort } from "../data/engine-port.ts";
import type { Need } from "../data/need.ts";

const PAGE = 100;
const INBOX = 500;

type NeedOf<Is> = Extract<Need, { is: Is }>;

/** Requests a need from the engine. */
export async function requestNeed(
  engine: EnginePort,
  need: Need,
  nowMs: () => number,
): Promise<EngineAnswer> {
  switch (need.is) {
    case "me":
      return { type: "me", me: await engine.me() };
    case "inbox":
      return { type: "inbox", inbox: await engine.inbox({ order: need.order, limit: INBOX }) };
    case "column":
      return await askColumn(engine, need);
    case "view":
      return { type: "view", view: await engine.showTask({ task: need.task }), atMs: nowMs() };
    case "change":
      return await askChange(engine, need);
    case "whole":
      return await askWhole(engine, need);
    case "why":
      return { type: "why", why: await engine.why({ task: need.task }) };
    case "tried": {
      const { task, seq } = need;
      return {
        type: "tried",
        key: triedModesKey(task, seq),
        tried: await engine.tryModes({ task }),
      };
    }
    case "duration":
      return await askDuration(engine, need);
    case "status":
      return { type: "status", status: await engine.status(), minute: need.minute };
    case "sprint": {
      const { sprint } = await engine.showSprint();
      return { type: "sprint", sprint, minute: need.minute };
    }
    case "activity":
      return await askActivity(engine, need);
    case "draft": {
      const { task, count, is } = need;
      return { type: "own", own: { is, view: await engine.readDraft({ task }), count } };
    }
    case "marks": {
      const { task, count, is } = need;
      return { type: "own", own: { is, view: await engine.listReadLines({ task }), count } };
    }
  }
}

async function askColumn(
  engine: EnginePort,
  { column, after }: NeedOf<"column">,
): Promise<EngineAnswer> {
  const order = orderOf(column);
  const state = [...BOARD_COLUMNS[column].states];
  const page = await engine.listTasks({ state, order, limit: PAGE, after: after ?? undefined });
  return { type: "column", column, page, first: after === null };
}

function orderOf(column: Column): "newest" | "oldest" {
  return column === "done" ? "newest" : "oldest";
}

async function askChange(engine: EnginePort, need: NeedOf<"change">): Promise<EngineAnswer> {
  const { task, since, until } = need;
  const rounds = { since: since ?? undefined, until: until ?? undefined };
  const diff = await engine.showDiff({ task, ...rounds });
  return { type: "change", change: parseChange(diff), since };
}

async function askWhole(engine: EnginePort, need: NeedOf<"whole">): Promise<EngineAnswer> {
  const { task, since, until, path, whole } = need;
  const rounds = { since: since ?? undefined, until: until ?? undefined };
  const { files } = parseChange(await engine.showDiff({ task, ...rounds, file: path }));
  return { type: "whole", key: whole, file: files.find((file) => file.path === path) ?? null };
}

async function askDuration(
  engine: EnginePort,
  { task, round }: NeedOf<"duration">,
): Promise<EngineAnswer> {
  const { items } = await engine.readLog({ task });
  return { type: "duration", task, round, ms: workedMs(items, round) };
}

/**
 * Returns the time from the start of the work to the submission of the round; null if the log does
 * not contain it.
 */
function workedMs(log: readonly LogLine[], round: number): number | null {
  const end = log.find(({ event }) => event.type === "submitted" && event.round === round);
  if (end === undefined) return null;
  const begun = log.filter(({ seq, event }) => seq < end.seq && BEGINNINGS.has(event.type));
  const start = begun.at(-1);
  return start === undefined ? null : end.atMs - start.atMs;
}

const BEGINNINGS: ReadonlySet<string> = new Set(["created", "claimed", "rework_requested"]);

async function askActivity(
  engine: EnginePort,
  { after }: NeedOf<"activity">,
): Promise<EngineAnswer> {
  const { items, next } = await engine.listAuditEntries({ limit: PAGE, after: after ?? undefined });
  return { type: "activity", items, next, first: after === null };
}
