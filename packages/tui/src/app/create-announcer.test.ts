import { type Notify, TaskLine } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { NO_DATA } from "../data/data.ts";
import { createAnnouncer } from "./create-announcer.ts";

const BELL = "\u0007";
const NOON = new Date(2026, 10, 16, 12, 0).getTime();

type Waiting = string | readonly [string, TaskLine["state"]];

function modelOf(tasks: readonly Waiting[]) {
  const lines = tasks.map((one): [string, TaskLine] => {
    const [task, state] = typeof one === "string" ? [one, "reviewing" as const] : one;
    const turn = { holder: "person", who: "ana" } as const;
    const line = { task, seq: 1, title: "\u001b]0;evil", repo: "shop", state, turn };
    return [task, TaskLine.parse({ ...line, gate: null, priority: "P1", updatedMs: 0 })];
  });
  const inbox = lines.map(([task]) => task);
  const data = { ...NO_DATA, me: "ana", inboxRead: true, lines: new Map(lines), inbox };
  return { data, sent: new Set<string>() };
}

function open(notify: Partial<Notify>, now = NOON) {
  const written: string[] = [];
  const clock = { ms: now };
  const all = { escalate: [], yourTurn: [], quietHours: null, group: "5m", people: {}, ...notify };
  const announcer = createAnnouncer(
    all,
    (text) => {
      if (text !== "") written.push(text);
    },
    () => clock.ms,
  );
  /** What the last look wrote. */
  const look = (...tasks: readonly Waiting[]): string[] => {
    written.length = 0;
    announcer.look(modelOf(tasks));
    return [...written];
  };
  return { look, clock, announcer, written };
}

describe("an open board", () => {
  it("rings the bell once when a task begins to wait, not for what waited before", () => {
    const { look } = open({ yourTurn: ["terminal"] });

    expect(look("cs-a").filter((text) => text === BELL)).toEqual([]);
    expect(look("cs-a", "cs-b")).toContain(BELL);
    expect(look("cs-a", "cs-b")).toEqual([]);
  });

  it("rings again when a task comes back, in its next round", () => {
    const { look } = open({ yourTurn: ["osc9"] });
    look();
    look("cs-a");
    look();

    expect(look("cs-a")).toEqual(["\u001b]9;cs-a is waiting for you\u0007"]);
  });

  it("says several tasks in one notification, and writes no foreign text", () => {
    const { look } = open({ yourTurn: ["osc9", "osc777"] });
    look();

    expect(look("cs-a", "cs-b")).toEqual([
      "\u001b]9;2 tasks are waiting for you\u0007",
      "\u001b]777;notify;countersign;2 tasks are waiting for you\u0007",
    ]);
  });

  it("announces an escalation by its own route, also of a task that was waiting", () => {
    const { look } = open({ escalate: ["osc9"] });
    look("cs-a");

    expect(look(["cs-a", "held"])).toEqual(["\u001b]9;cs-a is waiting for you\u0007"]);
  });

  it("is silent in quiet hours and rings when they are over; escalations ring at once", () => {
    const quietHours = { from: "11:00", to: "13:00" };
    const { look, clock } = open({ yourTurn: ["terminal"], escalate: ["osc9"], quietHours });
    look();

    expect(look("cs-a")).not.toContain(BELL);
    expect(look("cs-a", ["cs-b", "held"])).toContain("\u001b]9;cs-b is waiting for you\u0007");
    clock.ms += 3_600_000;
    expect(look("cs-a", ["cs-b", "held"])).toEqual([BELL]);
  });

  it("follows the route of the person who looks", () => {
    const { look } = open({ yourTurn: ["terminal"], people: { ana: { yourTurn: ["osc777"] } } });
    look();

    expect(look("cs-a")).toEqual(["\u001b]777;notify;countersign;cs-a is waiting for you\u0007"]);
  });

  it("shows in the title how many tasks wait, and gives the title back", () => {
    const { look, announcer, written } = open({ yourTurn: ["terminal"] });

    expect(look("cs-a", "cs-b")).toEqual(["\u001b[22;2t", "\u001b]2;(2) countersign\u0007"]);
    expect(look()).toEqual(["\u001b]2;countersign\u0007"]);
    announcer.end();
    expect(written.at(-1)).toBe("\u001b[23;2t");
  });

  it("leaves the terminal alone where no channel is its own", () => {
    const { look, announcer, written } = open({ yourTurn: ["desktop", "webhook:team"] });
    look();
    look("cs-a");
    announcer.end();

    expect(written).toEqual([]);
  });
});
