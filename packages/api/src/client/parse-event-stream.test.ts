import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEventParser } from "./parse-event-stream.ts";

const TEXT =
  ': hello\n\nid: a1\nevent: entry\ndata: {"x":1}\n\n: still here\n\nid: a2\ndata: one\ndata: two\n\n';
const EVENTS = [
  { id: "a1", event: "entry", text: '{"x":1}' },
  { id: "a2", event: "", text: "one\ntwo" },
];

describe("createEventParser", () => {
  it("passes over comments and joins lines of data", () => {
    expect(createEventParser()(TEXT)).toEqual(EVENTS);
  });

  it("reads the same events however the text is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(TEXT.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), TEXT.length];
        const parse = createEventParser();
        const found = places.flatMap((place, index) => parse(TEXT.slice(place, places[index + 1])));
        expect(found.slice(0, EVENTS.length)).toEqual(EVENTS);
      }),
    );
  });

  it("takes lines that end as on Windows, and values without a space", () => {
    expect(createEventParser()("id:7\r\ndata:x\r\n\r\n")).toEqual([
      { id: "7", event: "", text: "x" },
    ]);
  });

  it("tells nothing of an event that has not ended", () => {
    expect(createEventParser()("id: 7\ndata: half\n")).toEqual([]);
  });
});
