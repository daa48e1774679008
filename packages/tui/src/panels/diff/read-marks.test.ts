import { CountersignError } from "@countersign/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EnginePort } from "../../data/engine-port.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";

let lab: Lab;
let engine: EnginePort | undefined;
beforeEach(() => {
  engine = undefined;
});
afterEach(() => lab.close());

/** Gives every program of a test the engine of its first one, which has stored the marks. */
function keepEngine(first: EnginePort): EnginePort {
  engine ??= first;
  return engine;
}

async function digestsOf(task: string, path: string): Promise<string[]> {
  const { files } = (await engine?.listReadLines({ task })) ?? { files: [] };
  return files.find((file) => file.path === path)?.lines ?? ["nothing stored"];
}

const share = (): string => /read \d+%/.exec(lab.screen())?.[0] ?? "";

describe("what was read", () => {
  it("is still read after a restart, and what was not read is not", async () => {
    lab = await openLab({ engine: keepEngine });
    await lab.press("R", "Enter", "D", "v");
    const before = share();
    expect(before).not.toBe("read 0%");
    await lab.finish();
    lab = await openLab({ engine: keepEngine });
    await lab.press("R", "Enter", "D");
    expect(share()).toBe(before);
    expect(lab.screen()).toContain("✓ login.ts");
    expect(lab.screen()).not.toContain("✓ logout.ts");
    await lab.press("Esc", "N", "D");
    expect(share()).toBe("read 0%");
  });

  it("is found in the whole change also where less of it was looked at first", async () => {
    lab = await openLab({ engine: keepEngine });
    await lab.press("R", "3", "D", "I", "v");
    const before = share();
    await lab.finish();
    let isSinceTold = (): void => undefined;
    const sinceTold = new Promise<void>((resolve) => {
      isSinceTold = resolve;
    });
    lab = await openLab({
      engine: (first) => ({
        ...keepEngine(first),
        async showDiff(given) {
          if (given.task !== "ch-abc3") return await first.showDiff(given);
          if (given.since === undefined) await sinceTold;
          else setImmediate(isSinceTold);
          return await first.showDiff(given);
        },
      }),
    });
    await lab.press("R", "3", "D", "I");
    expect(before).not.toBe("read 0%");
    expect(share()).toBe(before);
  });

  it("can be taken back, also after a restart", async () => {
    lab = await openLab({ engine: keepEngine });
    await lab.press("R", "Enter", "D", "v");
    await lab.finish();
    lab = await openLab({ engine: keepEngine });
    await lab.press("R", "Enter", "D", "v");
    expect(share()).toBe("read 0%");
    await lab.finish();
    expect(await digestsOf("ch-abc1", "src/auth/login.ts")).toEqual([]);
  });

  it("is kept as digests, not as text", async () => {
    lab = await openLab({ engine: keepEngine });
    await lab.press("R", "Enter", "D", "v");
    await lab.finish();
    const digests = await digestsOf("ch-abc1", "src/auth/login.ts");
    expect(digests.length).toBeGreaterThan(50);
    for (const digest of digests) expect(digest).toMatch(/^[\w-]{16}$/);
  });

  it("comes back when the engine is reached again after a failure", async () => {
    lab = await openLab({
      engine: (engine) => ({
        ...keepEngine(engine),
        markReadLines: () => Promise.reject(new CountersignError("unreachable", "away")),
      }),
    });
    await lab.press("R", "Enter", "D", "v");
    const before = share();
    await lab.finish();
    const unsent = lab.kept.at(-1);
    expect(unsent?.marks.map(({ task }) => task)).toEqual(["ch-abc1"]);
    lab = await openLab({ engine: () => engine ?? failed(), unsent: unsent ?? failed() });
    lab.program.start();
    await lab.finish();
    expect(lab.kept.at(-1)).toEqual({ drafts: [], marks: [] });
    lab = await openLab({ engine: keepEngine });
    await lab.press("R", "Enter", "D");
    expect(share()).toBe(before);
  });
});

function failed(): never {
  throw new Error("There is none");
}
