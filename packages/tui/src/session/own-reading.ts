import { hash } from "node:crypto";
import {
  applyMarkChange,
  EMPTY_DRAFT,
  fromStoredDraft,
  MARK_LENGTH,
  mergeDrafts,
  mergeMarks,
  noteMarks,
  updateReadLines,
} from "@countersign/review";
import { NO_OWN_DATA, type OwnAnswer } from "../data/own-data.ts";
import type { Model } from "../model/model.ts";
import { showNotice } from "../model/step.ts";
import type { Unsent } from "../model/unsent.ts";

/** Returns the stored form of a line that was read. */
export function digestLine(line: string): string {
  return hash("sha256", line, "base64url").slice(0, MARK_LENGTH);
}

/** Merges what the engine has sent with what the person has changed here since `before`. */
export function takeOwnAnswer(model: Model, before: Model, answer: OwnAnswer): Model {
  if (answer.is === "draft") return takeDraft(model, before, answer.view.task);
  if (answer.is === "marks") return takeMarks(model, before, answer.view.task);
  return model;
}

function takeDraft(model: Model, before: Model, task: string): Model {
  const theirs = model.data.own.drafts.get(task)?.draft ?? null;
  const { drafts, sent } = before.data.own;
  const base = drafts.get(task)?.draft ?? null;
  const mine = model.drafts.get(task) ?? EMPTY_DRAFT;
  const { draft, isJoined } = mergeDrafts({ base, mine, theirs, sent: sent.get(task) });
  const next = { ...model, drafts: new Map([...model.drafts, [task, draft]]) };
  return isJoined
    ? showNotice(
        next,
        `The feedback to ${task} was changed elsewhere too: it has both texts.`,
        "warn",
      )
    : next;
}

function takeMarks(model: Model, before: Model, task: string): Model {
  const { reading, data } = model;
  const mine = reading.marks.get(task) ?? new Map();
  const stored = before.data.own.marks.get(task) ?? new Map();
  const theirs = data.own.marks.get(task) ?? new Map();
  const merged = mergeMarks(task, { stored, mine, theirs });
  const changes = [...data.changes.values()].filter((change) => change.task === task);
  const read = updateReadLines(reading.read, { before: mine, after: merged }, changes, digestLine);
  const marks = new Map([...reading.marks, [task, merged]]);
  return { ...model, reading: { ...reading, read, marks } };
}

/** Marks the lines that were read since `before`. */
export function noteReadMarks(model: Model, before: Model): Model {
  const { read, marks } = model.reading;
  if (read === before.reading.read) return model;
  const next = new Map(marks);
  for (const task of tasksWithChange(before.reading.read, read)) {
    const lines = { before: before.reading.read, after: read };
    next.set(task, noteMarks(marks.get(task) ?? new Map(), task, lines, digestLine));
  }
  return { ...model, reading: { ...model.reading, marks: next } };
}

type ReadLines = Model["reading"]["read"];

function tasksWithChange(before: ReadLines, after: ReadLines): ReadonlySet<string> {
  const keys = [...after].filter(([key, lines]) => before.get(key) !== lines);
  return new Set(keys.map(([key]) => key.slice(0, key.indexOf(" "))));
}

/** Puts drafts and marks that an earlier session could not send into the model, to be sent now. */
export function restoreUnsent(model: Model, { drafts, marks }: Unsent): Model {
  const own = {
    ...NO_OWN_DATA,
    drafts: new Map(drafts.map(({ task, base }) => [task, base])),
    marks: new Map(
      marks.map(({ task, change: { unread } }) => [
        task,
        applyMarkChange(new Map(), task, { read: unread, unread: [] }),
      ]),
    ),
  };
  const mine = marks.map(({ task, change: { read, unread } }) => {
    const nothing = unread.map(({ path }) => ({ path, lines: [] }));
    const change = { read: [...nothing, ...read], unread: [] };
    return [task, applyMarkChange(new Map(), task, change)] as const;
  });
  return {
    ...model,
    drafts: new Map(drafts.map(({ task, draft }) => [task, fromStoredDraft(draft)])),
    reading: { ...model.reading, marks: new Map(mine) },
    data: { ...model.data, own },
  };
}
