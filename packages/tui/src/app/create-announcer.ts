import { type Notify, quietMinutesLeft, routeNotification } from "@countersign/api";
import type { Model } from "../model/model.ts";
import { pendingTasks } from "../model/tasks.ts";

const ESCAPE = String.fromCodePoint(0x1b);
const BELL = String.fromCodePoint(0x07);

export type Announcer = {
  /** Announces tasks that have begun to wait for the person since the last call. */
  look(model: Pick<Model, "data" | "sent">): void;
  /** Restores the terminal's own title. */
  end(): void;
};

/**
 * Rings the terminal of an open board when a task begins to wait for the person, according to the
 * policy's routes. Writes only ids, because titles are foreign text.
 */
export function createAnnouncer(
  notify: Notify,
  write: (text: string) => void,
  nowMs: () => number,
): Announcer {
  let known: ReadonlySet<string> | null = null;
  let title: number | null = null;

  /** Rings for tasks of one route; defers them during quiet hours. */
  const ring = (
    me: string,
    isUrgent: boolean,
    fresh: readonly WaitingTask[],
  ): readonly WaitingTask[] => {
    const { channels, quietHours } = routeNotification(notify, me, isUrgent);
    const mine = fresh.filter((one) => one.isUrgent === isUrgent);
    if (mine.length === 0 || quietMinutesLeft(quietHours, localMinute(nowMs())) > 0) return [];
    for (const channel of channels) write(SIGNALS[channel]?.(textOf(mine)) ?? "");
    return mine;
  };
  const showTitle = (me: string, count: number): void => {
    if (title === count || !wantsTitle(notify, me)) return;
    if (title === null) write(`${ESCAPE}[22;2t`);
    title = count;
    write(`${ESCAPE}]2;${count === 0 ? "" : `(${count}) `}countersign${BELL}`);
  };

  return {
    look(model) {
      const { me, inboxRead } = model.data;
      if (me === null || !inboxRead) return;
      const waiting = waitingIn(model);
      const before = known ?? new Set(waiting.map(nameOf));
      const fresh = waiting.filter((one) => !before.has(nameOf(one)));
      const told = [...ring(me, true, fresh), ...ring(me, false, fresh)];
      const old = waiting.filter((one) => before.has(nameOf(one)));
      known = new Set([...old, ...told].map(nameOf));
      showTitle(me, waiting.length);
    },
    end() {
      if (title !== null) write(`${ESCAPE}[23;2t`);
    },
  };
}

/** A task that waits for the person; urgent when it is on hold. */
type WaitingTask = { task: string; isUrgent: boolean };

function waitingIn(model: Pick<Model, "data" | "sent">): WaitingTask[] {
  return pendingTasks(model).map(({ task, state }) => ({ task, isUrgent: state === "held" }));
}

/** The escape sequence of each channel. */
const SIGNALS: Readonly<Record<string, (text: string) => string>> = {
  terminal: () => BELL,
  osc9: (text) => `${ESCAPE}]9;${text}${BELL}`,
  osc777: (text) => `${ESCAPE}]777;notify;countersign;${text}${BELL}`,
};

function wantsTitle(notify: Notify, me: string): boolean {
  return [true, false].some((isUrgent) =>
    routeNotification(notify, me, isUrgent).channels.includes("terminal"),
  );
}

/** Names a task so that an escalated task is announced again, even if it was already waiting. */
function nameOf({ task, isUrgent }: WaitingTask): string {
  return isUrgent ? `${task} held` : task;
}

function textOf(waiting: readonly WaitingTask[]): string {
  return waiting.length === 1
    ? `${waiting[0]?.task ?? ""} is waiting for you`
    : `${waiting.length} tasks are waiting for you`;
}

function localMinute(ms: number): number {
  const date = new Date(ms);
  return date.getHours() * 60 + date.getMinutes();
}
