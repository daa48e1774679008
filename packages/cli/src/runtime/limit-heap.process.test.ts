import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const LIMIT_HEAP = fileURLToPath(new URL("limit-heap.ts", import.meta.url));

/** Keeps the newest of many objects, turn by turn, and prints the most memory that the process had, in MB. */
const WORK = `
const kept = [];
let peak = 0;
for (let turn = 0; turn < 300; turn += 1) {
  for (let at = 0; at < 20_000; at += 1) kept[at] = { turn, text: [turn, at, turn] };
  await new Promise((resolve) => setImmediate(resolve));
  peak = Math.max(peak, process.memoryUsage.rss());
}
console.log(peak / 2 ** 20, kept.length);
`;

function peakMb(before: string): number {
  const args = ["--input-type=module", "--eval", `${before}\n${WORK}`];
  return Number.parseFloat(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

it("keeps the heap of a process small in which much is made and little is kept", () => {
  const limited = peakMb(`import { limitHeap } from ${JSON.stringify(LIMIT_HEAP)}; limitHeap();`);
  expect(limited).toBeLessThan(peakMb("") * 0.8);
});
