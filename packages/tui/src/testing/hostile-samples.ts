import { SAMPLES, type Sample } from "../tour/sample-tasks.ts";

const PIECES = [
  "\u001b[2J",
  "\u001b[31m",
  "\u001b]0;title\u0007",
  "\u001b]52;c;ZXZpbA==\u0007",
  "\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\",
  "\u001bP1$r\u001b\\",
  "\u001bc",
  "\u001b[?1049l",
  "\u001b[6n",
  "\u009b2J",
  "\u009d52;c;eA==\u009c",
  "\u0090x\u009c",
  "\r\n",
  "\r",
  "\b\b\b",
  "\u0007",
  "\u0000",
  "\u007f",
  "\u000e\u000f",
  "\u202eevil\u202c",
  "\u2066x\u2069",
  "\u200b\u200d\ufeff",
  "\u{e0041}\u{e0042}",
  "\u061c",
  "\ud800",
  "日本語",
  "e\u0301\u0301\u0301",
  "👩‍👩‍👧‍👦",
  "🏳️‍🌈",
  "\t",
  "%s%n",
  "a".repeat(300),
  "│┌┐",
] as const;

/** A random number generator with a fixed seed. */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Creates a text that tries to be interpreted as more than text. */
export function hostileText(random: () => number): string {
  const length = 1 + Math.floor(random() * 6);
  return Array.from({ length }, () => {
    if (random() < 0.2) return String.fromCodePoint(1 + Math.floor(random() * 0x2fff));
    return PIECES[Math.floor(random() * PIECES.length)] ?? "";
  }).join("");
}

/** Creates tasks with such texts in every drawn field. */
export function hostileSamples(seed: number) {
  const random = randomFrom(seed);
  const text = (): string => hostileText(random);
  const line = (): string => text().replaceAll("\n", " ");
  const all: readonly Sample[] = [
    ...SAMPLES,
    ...SAMPLES.slice(0, 2).map((sample) => ({ ...sample, state: "open" as const })),
    ...SAMPLES.slice(0, 1).map((sample) => ({ ...sample, atWork: [text(), text()] })),
  ];
  return all.map((sample, index) => ({
    ...sample,
    id: `${sample.id}${index}`,
    title: text(),
    agent: text(),
    labels: [text()],
    mode: text(),
    message: text(),
    findings: [
      {
        severity: index === 1 ? ("warning" as const) : ("major" as const),
        message: text(),
        file: `src/${line()}.ts`,
        line: 2,
        by: text(),
        satisfiedWhen: text(),
      },
    ],
    files: [0, 1].map((at) => {
      const path = at === 0 ? `src/${line()}.ts` : line();
      const body = Array.from({ length: 12 }, () => `+${line()}`).join("\n");
      return { path, patch: `diff --git a b\n@@ -0,0 +1,12 @@ ${line()}\n${body}\n` };
    }),
  }));
}
