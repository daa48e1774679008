import { expect, it } from "vitest";
import { createOutputTail } from "./output-tail.ts";

it.each([
  { max: 4, chunks: [], kept: "", dropped: 0 },
  { max: 4, chunks: ["abcd"], kept: "abcd", dropped: 0 },
  { max: 4, chunks: ["abc", "def"], kept: "cdef", dropped: 2 },
  { max: 4, chunks: ["abcdefghij", "k"], kept: "hijk", dropped: 7 },
  { max: 0, chunks: ["abc"], kept: "", dropped: 3 },
])("keeps the last $max bytes of $chunks", ({ max, chunks, kept, dropped }) => {
  const tail = createOutputTail(max);

  for (const chunk of chunks) tail.add(Buffer.from(chunk));

  expect(Buffer.from(tail.bytes()).toString()).toBe(kept);
  expect(tail.droppedBytes()).toBe(dropped);
});
