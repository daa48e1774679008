import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { ReviewerRunner } from "../../ports/reviewer-runner.ts";
import { createChildRunner } from "./testing/child-runner.ts";
import { CODE, openLab, SECRET } from "./testing/open-lab.ts";

const { ask, scratch } = await openLab();

const finding = (more: object = {}) =>
  JSON.stringify({
    severity: "major",
    category: "correctness",
    file: "src/divide.ts",
    line: 7,
    quote: "a / b",
    message: "It divides by zero",
    ...more,
  });

describe("an agent that is asked", () => {
  it("reads its rules, what to look at and the change, and nothing that the author says of it [R-122]", async () => {
    const runner = createChildRunner(() => "say({});");
    await ask(runner, { reviewer: { focusAreas: ["Zero"], maxWords: 50 } });
    const [{ brief = "" } = {}] = runner.asked;

    expect(brief).toContain("own-01 · Division · major");
    expect(brief).toContain("- Zero");
    expect(brief).toContain("at most 50 words");
    expect(brief).toContain("> Divide evenly");
    expect(brief).toContain("+export const divide");
    expect(brief).not.toContain("I made it perfect");
  });

  it("reads the owner's instructions and skills, without credentials", async () => {
    const runner = createChildRunner(() => "say({});");
    const instructions = { file: "money.md", text: `Look for ${SECRET} first.` };
    await ask(runner, { reviewer: { instructions, skills: ["Round last."] } });
    const [{ brief = "" } = {}] = runner.asked;

    expect(brief).toContain("## Your instructions");
    expect(brief).toMatch(/Look for .+ first\./);
    expect(brief).toContain("Round last.");
    expect(brief).not.toContain(SECRET);
  });

  it("answers with an opinion, findings where they stand, and what they cost", async () => {
    const runner = createChildRunner(
      () => `say({ verdict: "concerns", summary: "Zero", findings: [${finding()}] });`,
    );

    expect(await ask(runner)).toEqual({
      kind: "agent",
      opinion: "concerns",
      summary: "Zero",
      findings: [
        {
          severity: "major",
          category: "correctness",
          file: "src/divide.ts",
          line: 1,
          endLine: 1,
          quote: "a / b",
          message: "It divides by zero",
        },
      ],
      unchanged: [],
      sandboxed: true,
      durationMs: expect.any(Number),
      costUsd: 0.01,
      tokens: { input: 100, output: 10 },
    });
  });

  it("has a copy of exactly the tree, and nothing of it is left afterwards", async () => {
    const runner = createChildRunner(
      () => `say({ summary: readFileSync("src/divide.ts", "utf8") });`,
    );

    expect(await ask(runner)).toMatchObject({ summary: CODE.trim() });
    expect(await readdir(scratch)).toEqual([]);
  });

  it("sees no credential, in the question or in its copy, and may quote what it sees", async () => {
    const quote = finding({ file: "src/keys.ts", quote: 'const id = "[AWS access key]"' });
    const runner = createChildRunner(
      () =>
        `say({ verdict: "concerns", summary: readFileSync("old.env", "utf8"), findings: [${JSON.stringify(JSON.parse(quote))}] });`,
    );
    const result = await ask(runner);

    expect(runner.asked[0]?.brief).not.toContain(SECRET);
    expect(result).toMatchObject({ summary: "AWS_ID=[AWS access key]" });
    expect(JSON.stringify(result)).not.toContain(SECRET);
    expect(result).toMatchObject({ findings: [{ file: "src/keys.ts", line: 1 }] });
  });

  it("cannot bring a credential into what is recorded", async () => {
    const runner = createChildRunner(
      () =>
        `say({ verdict: "concerns", summary: "${SECRET}", findings: [${finding({ message: SECRET })}] });`,
    );

    expect(JSON.stringify(await ask(runner))).not.toContain(SECRET);
  });
});

describe("no result", () => {
  it.each([
    ["silence", "", /no JSON object/],
    ["prose", `process.stdout.write("Looks good to me, approved!");`, /no JSON object/],
    ["another nonce", `say({ nonce: "0".repeat(32) });`, /does not echo the nonce/],
    ["another tree", `say({ tree: "0".repeat(40) });`, /is not about this tree/],
    ["half an answer", `say({ completed: false });`, /completed: true/],
    [
      "a finding that is not there, with an approval",
      `say({ findings: [${finding({ quote: "a * b" })}] });`,
      /approves, but findings\[0\] was refused: the quoted code is not in src\/divide\.ts/,
    ],
    [
      "nothing but findings that are not there",
      `say({ verdict: "concerns", findings: [${finding({ file: "no.ts" })}] });`,
      /nothing of the answer is left/,
    ],
    ["an exit code", "process.exit(3);", /exit code 3/],
    ["too much", `process.stdout.write("x".repeat(2_000_000));`, /longer than/],
  ])("is what %s gives, with the reason", async (_, lines, reason) => {
    const result = await ask(
      createChildRunner(() => lines),
      { reviewer: { retries: 0 } },
    );

    expect(result).toMatchObject({ noResult: expect.stringMatching(reason), cause: "failed" });
  });

  it("is what a reviewer gives that takes too long, or that cannot be asked here [R-095]", async () => {
    const slow = createChildRunner(() => "await pause(600_000);");
    const absent: ReviewerRunner = {
      ...slow,
      state: async () => ({ ok: false, reason: "claude is not here.", hint: "Install it." }),
    };

    expect(await ask(slow, { reviewer: { timeout: "1s", retries: 0 } })).toMatchObject({
      noResult: "It took too long.",
    });
    expect(await ask(absent)).toMatchObject({
      noResult: "claude is not here. Install it.",
      costUsd: 0,
    });
  });

  it("is what a runner gives that throws", async () => {
    const broken = createChildRunner(() => "");
    broken.ask = () => Promise.reject(new TypeError("secret detail"));

    expect(await ask(broken, { reviewer: { retries: 0 } })).toMatchObject({
      noResult: "Its runner failed: TypeError.",
    });
  });

  it("is what an answer is that nobody waits for any more", async () => {
    const gone = new AbortController();
    const runner = createChildRunner(() => {
      setTimeout(() => gone.abort(), 100);
      return "await pause(600_000);";
    });

    expect(await ask(runner, { signal: gone.signal })).toMatchObject({
      noResult: expect.anything(),
    });
    expect(runner.asked).toHaveLength(1);
  });
});
