import { afterEach, describe, expect, it } from "vitest";
import type { EnginePort } from "../../data/engine-port.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";
import { READ_READY } from "../../testing/read-ready.ts";

let lab: Lab;
afterEach(() => lab.close());

type Line = { task: string; repo: string; location: unknown };
const WORKTREE = "/home/me/ledger claude";

/** Tasks of two repositories; the first works in a worktree. */
function inRepository<Told extends Line>(line: Told): Told {
  const location = { author: "agent-1", branch: "claude/t1", worktree: WORKTREE };
  return line.task === "ch-abc1" || line.task === "ch-abc2"
    ? { ...line, repo: "ledger", location }
    : { ...line, repo: "website" };
}

const two = (engine: EnginePort): EnginePort => ({
  ...engine,
  listTasks: async (query) => {
    const page = await engine.listTasks(query);
    return { ...page, items: page.items.map(inRepository) };
  },
  inbox: async (query) => {
    const inbox = await engine.inbox(query);
    return { ...inbox, items: inbox.items.map(inRepository) };
  },
  showTask: async (asked) => {
    const view = await engine.showTask(asked);
    const { repo, location } = inRepository({ ...view, task: view.id });
    return { ...view, repo, location };
  },
});

const cards = () => lab.lines().filter((line) => /ch-abc\d/.test(line)).length;

describe("tasks of several repositories", () => {
  it("name theirs on the card, and f shows one repository after the other", async () => {
    lab = await openLab({ engine: two, size: { columns: 80, rows: 34 } });
    expect(lab.screen()).toContain("ledger");
    expect(lab.screen()).toContain("website");
    expect(lab.lines()[0]).toContain("countersign  all repositories");
    const all = cards();

    await lab.press("f");
    expect(lab.screen()).toContain("Repository ledger.");
    expect(lab.lines()[0]).toContain("countersign  ledger");
    expect(cards()).toBe(2);
    await lab.press("f");
    expect(cards()).toBe(all - 2);
    await lab.press("f");
    expect(cards()).toBe(all);
  });

  it("are found by the name of their repository", async () => {
    lab = await openLab({ engine: two });
    await lab.press("/", ..."ledger", "Enter");
    expect(lab.model().filter).toBe("ledger");
    expect(lab.screen()).not.toContain("ch-abc3");
  });

  it("name theirs on the sheet that approves several, and in the head of a task", async () => {
    lab = await openLab({ engine: two, confirmBatch: "always" });
    await lab.press("R", ...READ_READY, "A");
    expect(lab.screen()).toMatch(/ch-abc2 +ledger +Fix login bug/);
    await lab.press("Esc", "1");
    expect(lab.screen()).toContain("ledger  [1/5] ch-abc1");
  });
});

describe("the worktree of a task", () => {
  it("is gone to by a shell, or by a command that is copied where it is elsewhere", async () => {
    lab = await openLab({ engine: two });
    await lab.press("w");
    expect(lab.copied).toEqual([`cd '${WORKTREE}'`]);
    expect(lab.screen()).toContain(`copied: cd '${WORKTREE}'`);
  });

  it("is told where there is none", async () => {
    lab = await openLab();
    await lab.press("w");
    expect(lab.screen()).toContain("ch-abc1 has no worktree");
    expect(lab.copied).toEqual([]);
  });
});

describe("at 80 columns", () => {
  it.each([60, 80, 100, 120])("%i columns keep help and quit in the last line", async (columns) => {
    lab = await openLab({ size: { columns, rows: 24 } });
    expect(lab.screen()).toContain("[?] help  [q] quit");
  });

  it("shows state words whole, below the title where they do not fit beside the id", async () => {
    lab = await openLab({
      size: { columns: 80, rows: 24 },
      engine: (engine) => ({
        ...engine,
        listTasks: async (query: Parameters<EnginePort["listTasks"]>[0]) => {
          const page = await engine.listTasks(query);
          return { ...page, items: page.items.map(longer) };
        },
        inbox: async (query: Parameters<EnginePort["inbox"]>[0]) => ({
          ...(await engine.inbox(query)),
          items: [],
        }),
        showTask: async (asked: { task: string }) => {
          throw new Error(`${asked.task} is not read`);
        },
      }),
    });
    expect(lab.screen()).toContain("! held");
    expect(lab.screen()).not.toContain("! he…");
  });
});

function longer<Told extends { task: string; state: string }>(line: Told): Told {
  return { ...line, task: `cs-${line.task.slice(3)}xyzw`, state: "held" };
}
