import { describe, expect, it } from "vitest";
import { cpuMs } from "../../testing/cpu-ms.ts";
import { numbersFrom, tokenExample } from "../../testing/token-examples.ts";
import { findSecrets } from "./secret-text.ts";
import { TOKEN_FORMATS } from "./token-formats.ts";

const SIZE = 20_000;
const TIMES = 10;
/** Ten, and what a longer text costs in caches. */
const MAX_TIMES = 12;
const LEAST_MEASUREMENTS = 3;
const MAX_MEASUREMENTS = 30;
const REPEATED = 3;

const PREFIXES = TOKEN_FORMATS.flatMap(({ prefixes }) => prefixes);

const pick = numbersFrom(1);
const TOKENS = TOKEN_FORMATS.map((format) => tokenExample(format, format.prefixes[0] ?? "", pick));

describe("a scan of ten times the text takes at most twelve times as long", () => {
  it.for([
    {
      name: "code",
      piece: "export const total = items.reduce((sum, item) => sum + item.price, 0);\n",
    },
    { name: "tokens of every format", piece: TOKENS.join("\n") },
    { name: "prefixes of every format", piece: PREFIXES.join("-") },
    { name: "the beginnings of JSON web tokens", piece: "eyJ-" },
    { name: "JSON web tokens that end too early", piece: `eyJ${"-eyJ".repeat(50)}.` },
    { name: "one word", piece: "A" },
  ])("of $name", async ({ piece }, { annotate }) => {
    const small = piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
    const large = small.repeat(TIMES);
    let [ofSmall, ofLarge, ratio] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
    for (let time = 0; time < MAX_MEASUREMENTS; time += 1) {
      ofSmall = Math.min(ofSmall, msOf(small, TIMES * REPEATED) / TIMES);
      ofLarge = Math.min(ofLarge, msOf(large, REPEATED));
      ratio = ofLarge / ofSmall;
      if (time >= LEAST_MEASUREMENTS && ratio < MAX_TIMES) break;
    }

    await annotate(`${ratio.toFixed(1)} times as long`);
    expect(ratio).toBeLessThan(MAX_TIMES);
  });
});

/** Processor time of so many scans. What else the machine does only adds to it, so the least time counts. */
function msOf(text: string, times: number): number {
  const start = cpuMs();
  for (let time = 0; time < times; time += 1) findSecrets(text);
  return cpuMs() - start;
}
