import { describe, expect, it } from "vitest";
import { createFrameReader, createWriteWatch, isCommit } from "./frames.ts";

function startup(text: string): Buffer {
  const body = Buffer.from(text);
  const frame = Buffer.alloc(4 + body.length);
  frame.writeUInt32BE(frame.length);
  body.copy(frame, 4);
  return frame;
}

function query(text: string): Buffer {
  return Buffer.concat([Buffer.from("Q"), startup(`${text}\0`)]);
}

describe("the messages of a client", () => {
  it.each([1, 2, 3, 7, 1_000])("are found in pieces of %i bytes", (size) => {
    const sent = [startup("user"), query("BEGIN"), query("SELECT 1"), query("COMMIT")];
    const stream = Buffer.concat(sent);
    const found: string[] = [];
    const read = createFrameReader((frame) => found.push(frame.toString("hex")));
    for (let at = 0; at < stream.length; at += size) read(stream.subarray(at, at + size));

    expect(found).toEqual(sent.map((frame) => frame.toString("hex")));
  });

  it.each([
    ["COMMIT", true],
    ["commit", true],
    ["BEGIN", false],
    ["SELECT 'COMMIT'", false],
    ["COMMITTED", false],
  ])("%s ends a transaction: %s", (text, ends) => {
    expect(isCommit(query(text))).toBe(ends);
  });
});

describe("a message writes", () => {
  const message = (type: string, ...texts: string[]) =>
    Buffer.concat([Buffer.from(type), startup(texts.map((text) => `${text}\0`).join(""))]);

  it.each([
    ["INSERT INTO a VALUES (1)", true],
    ["WITH b AS (UPDATE a SET x = 1 RETURNING x) SELECT x FROM b", true],
    ["SELECT x FROM a FOR UPDATE", false],
  ])("when it is %s: %s", (text, writes) => {
    expect(createWriteWatch()(query(text))).toBe(writes);
  });

  it("when it uses a prepared statement that does", () => {
    const isWrite = createWriteWatch();
    const said = [
      isWrite(message("P", "put", "INSERT INTO a VALUES ($1)")),
      isWrite(message("P", "get", "SELECT 1")),
      isWrite(message("B", "", "get")),
      isWrite(message("B", "", "put")),
    ];

    expect(said).toEqual([false, false, false, true]);
  });
});
