import { expect, it } from "vitest";
import { createOutputTail } from "./output-tail.ts";

it.each([
  { max: 4, chunks: [], kept: "", dropped: 0 },
  { max: 4, chunks: ["abcd"], kept: "abcd", dropped: 0 },
  { max: 4, chunks: ["abc", "def"], kept: "a\n[… 2 bytes left out …]\ndef", dropped: 2 },
  { max: 8, chunks: ["abcdefghij", "k"], kept: "ab\n[… 3 bytes left out …]\nfghijk", dropped: 3 },
  { max: 3, chunks: ["abcdefghij", "k"], kept: "ijk", dropped: 8 },
  { max: 0, chunks: ["abc"], kept: "", dropped: 3 },
])("keeps the first and the last of $max bytes of $chunks", ({ max, chunks, kept, dropped }) => {
  const tail = createOutputTail(max);

  for (const chunk of chunks) tail.add(Buffer.from(chunk));

  expect(Buffer.from(tail.bytes()).toString()).toBe(kept);
  expect(tail.droppedBytes()).toBe(dropped);
});

it("keeps the beginning through any number of chunks", () => {
  const tail = createOutputTail(400);

  for (let index = 0; index < 1_000; index += 1) tail.add(Buffer.from(`line ${index}\n`));

  const text = Buffer.from(tail.bytes()).toString();
  expect(text).toMatch(/^line 0\nline 1\n/);
  expect(text).toMatch(/line 998\nline 999\n$/);
  expect(text).toContain(`[… ${tail.droppedBytes()} bytes left out …]`);
});
