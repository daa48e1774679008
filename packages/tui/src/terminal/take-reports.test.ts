import { expect, it } from "vitest";
import type { MouseEvent } from "./read-mouse.ts";
import { createReportTaker } from "./take-reports.ts";

function taken(...chunks: readonly string[]): { rest: string[]; events: MouseEvent[] } {
  const events: MouseEvent[] = [];
  const take = createReportTaker((event) => events.push(event));
  return { rest: chunks.map(take), events };
}

const CLICK = "\u001b[<0;3;2M";

it("takes reports out, wherever they stand, and leaves keys", () => {
  const { rest, events } = taken(`j${CLICK}\u001b[A${CLICK}k`, "\u001b");
  expect(rest).toEqual(["j\u001b[Ak", "\u001b"]);
  expect(events).toHaveLength(2);
  expect(events[0]).toEqual({ is: "press", column: 2, row: 1 });
});

it("knows a report that comes in pieces", () => {
  const { rest, events } = taken("a\u001b[<0;3", ";2Mb");
  expect(rest).toEqual(["a", "b"]);
  expect(events).toHaveLength(1);
});

it("leaves what is pasted as it is, over several pieces too", () => {
  const paste = `\u001b[200~x${CLICK}`;
  const { rest, events } = taken(paste, `${CLICK}\u001b[201~${CLICK}`);
  expect(rest).toEqual([paste, `${CLICK}\u001b[201~`]);
  expect(events).toHaveLength(1);
});

it("takes away reports that mean nothing here", () => {
  expect(taken("\u001b[<0;3;2m\u001b[<35;3;2M")).toEqual({ rest: [""], events: [] });
});
