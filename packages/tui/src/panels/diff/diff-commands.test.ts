import { afterEach, describe, expect, it } from "vitest";
import { type Lab, type LabSettings, openLab } from "../../testing/open-lab.ts";
import { ON_TOUR } from "../../tour/create-tour-store.ts";

let lab: Lab;
afterEach(() => lab.close());

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ` line ${at + 1}`).join("\n");

/** An engine that knows three rounds of the third task, and a file with all of its lines. */
function withRounds(asked: unknown[]): NonNullable<LabSettings["engine"]> {
  return (engine) => ({
    ...engine,
    async showTask(given) {
      const view = await engine.showTask(given);
      const redo = { iteration: 2, timestamp: 1, by: ON_TOUR, decision: "redo" as const };
      return { ...view, feedback: [{ ...redo, customFeedback: "take it from the config" }] };
    },
    async showDiff(given) {
      asked.push(given);
      const diff = await engine.showDiff(given);
      const { since, until = diff.round, file } = given;
      const head = "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n";
      const lines =
        file === undefined
          ? `@@ -50,1 +50,2 @@\n line 50\n+round ${since ?? 0} to ${until}\n`
          : `@@ -1,60 +1,61 @@\n${numbered(50)}\n+round ${since ?? 0} to ${until}\n line 51\n`;
      return {
        ...diff,
        round: until,
        files: [{ path: "a.ts", patch: head + lines, base64: null }],
      };
    },
  });
}

async function open(...keys: readonly string[]): Promise<unknown[]> {
  const asked: unknown[] = [];
  lab = await openLab({ size: { columns: 100, rows: 30 }, engine: withRounds(asked) });
  await lab.press("R", "3", "D", ...keys);
  return asked;
}

describe("the lines around a change", () => {
  it("are asked for once, stay on the same line, and go away again", async () => {
    const asked = await open("I", "j", "j", "j");
    expect(lab.screen()).toContain("··· 49 unchanged lines  [z] more");
    await lab.press("z");
    expect(lab.screen()).toContain("▌        51 + round 0 to 3");
    expect(lab.screen()).toContain("   49   49   line 49");
    const line = lab.lines().findIndex((text) => text.includes("▌"));
    await lab.press("z");
    expect(lab.screen()).toContain("The whole file.");
    expect(lab.lines()[line]).toContain("▌        51 + round 0 to 3");
    await lab.press("g");
    expect(lab.screen()).toContain("    1    1   line 1 ");
    await lab.press("z");
    expect(lab.screen()).toContain("··· 49 unchanged lines");
    expect(asked.filter((one) => JSON.stringify(one).includes("a.ts"))).toHaveLength(1);
  });

  it("say so where the file cannot be shown with all of its lines", async () => {
    lab = await openLab({
      size: { columns: 100, rows: 30 },
      engine: (engine) => ({
        ...engine,
        async showDiff(given) {
          const diff = await engine.showDiff(given);
          return given.file === undefined ? diff : { ...diff, files: [] };
        },
      }),
    });
    await lab.press("R", "3", "D", "z");
    expect(lab.screen()).toContain("src/limit/limiter.ts is too large to show more of it.");
  });
});

describe("two rounds", () => {
  it("are the last that was answered and the newest at first", async () => {
    await open();
    expect(lab.screen()).toContain("SINCE YOUR LAST REVIEW");
    expect(lab.screen()).toContain("Round 2 → round 3");
    expect(lab.screen()).toContain("take it from the config");
    expect(lab.screen()).toContain("round 2 to 3");
    await lab.press("I");
    expect(lab.screen()).toContain("round 0 to 3");
  });

  it("can be picked, any two of them", async () => {
    const asked = await open("b");
    expect(lab.lines().filter((line) => line.includes("→"))).toHaveLength(3);
    await lab.press("j", "j", "j", "Enter");
    expect(lab.screen()).toContain("BETWEEN ROUNDS");
    expect(lab.screen()).toContain("round 1 to 2");
    expect(asked.at(-1)).toMatchObject({ since: 1, until: 2 });
  });

  it("that are not the newest cannot be approved by mistake", async () => {
    await open("b", "j", "j", "j", "Enter", "A");
    expect(lab.calls).toEqual([]);
    expect(lab.screen()).toContain("This is round 2, not the one that would be approved.");
    await lab.press("I", "A");
    expect(lab.calls).toMatchObject([{ name: "approve", given: { body: { round: 3 } } }]);
  });

  it("are not picked where there is one", async () => {
    lab = await openLab();
    await lab.press("R", "2", "D", "b");
    expect(lab.screen()).toContain("There is only one round.");
  });
});

describe("programs of the person's own", () => {
  it("get the change as a patch, and both versions of a file", async () => {
    await open("I", "|", "T");
    expect(lab.paged).toEqual([
      "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -50,1 +50,2 @@\n line 50\n+round 0 to 3\n",
    ]);
    expect(lab.compared.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(lab.compared[0]?.now).toContain("line 50\nround 0 to 3\nline 51\n");
    expect(lab.compared[0]?.old).toContain("line 50\nline 51\n");
  });
});
