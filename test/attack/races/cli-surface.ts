import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { tell } from "../../../packages/cli/src/testing/in-process.ts";
import { CONTENT_ACTIONS, type ContentAction, type PersonAction } from "./person-actions.ts";
import { meanwhile, type Surface } from "./race.ts";
import type { Arena } from "./race-arena.ts";

type OnTask = ContentAction | "snooze";

/** What a person types to look, and then to decide. */
type Typed = { look: (task: string) => string[]; decide: (task: string) => string[] };

const diff = (task: string) => ["diff", task];

const TYPED: Readonly<Record<OnTask, Typed>> = {
  approve: { look: diff, decide: (task) => ["approve", task] },
  redo: { look: diff, decide: (task) => ["redo", task, "--message", "again"] },
  reject: { look: diff, decide: (task) => ["reject", task, "--reason", "no"] },
  override: { look: diff, decide: (task) => ["override", task, "--reason", "read it"] },
  release: { look: diff, decide: (task) => ["release", task, "--retry"] },
  undo: { look: diff, decide: (task) => ["undo", task] },
  reopen: { look: diff, decide: (task) => ["task", "reopen", task] },
  dispose: { look: diff, decide: (task) => ["finding", "dismiss", `${task}/F-1`, "--reason", "x"] },
  retry_reviewer: { look: diff, decide: (task) => ["review", "retry", task, "never-answers"] },
  cancel_reviewer: { look: diff, decide: (task) => ["review", "cancel", task, "never-answers"] },
  change_mode: { look: diff, decide: (task) => ["task", "mode", task, "skip"] },
  cancel: { look: diff, decide: (task) => ["task", "cancel", task, "--reason", "no"] },
  snooze: { look: diff, decide: (task) => ["task", "later", task, "1h"] },
};

const ACTIONS: readonly PersonAction[] = [...CONTENT_ACTIONS, "snooze"];

function isOnTask(action: PersonAction): action is OnTask {
  return ACTIONS.includes(action);
}

/** A person at a terminal that cannot be asked anything, with a memory of what was shown. */
export function cliSurface({ lab, token }: Arena): Surface & { type: TypeCommand } {
  const folder = mkdtempSync(join(tmpdir(), "countersign-races-"));
  let homes = 0;
  const type: TypeCommand = (home, args) =>
    tell(["--server", lab.url, ...args], {
      directory: folder,
      program: inject("program"),
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        XDG_DATA_HOME: join(folder, home),
        COUNTERSIGN_TOKEN: token,
      },
      atTerminal: true,
    });
  return {
    name: "command line",
    actions: ACTIONS,
    type,
    async run({ action, task: { id }, dice, change }) {
      if (!isOnTask(action)) throw new Error(`There is no command for ${action}`);
      homes += 1;
      const home = `home-${homes}`;
      const { look, decide } = TYPED[action];
      const seen = await type(home, look(id));
      if (seen.code !== 0) throw new Error(`${look(id).join(" ")}: ${seen.err}`);
      const outcome = await meanwhile(dice, change, async () => {
        const { code, err } = await type(home, decide(id));
        return code === 0 ? "ok" : `${code} ${err.trim()}`;
      });
      return { seen: seen.out, outcome };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Types a command with the memory of one person's home. */
export type TypeCommand = (
  home: string,
  args: readonly string[],
) => Promise<{ code: number; out: string; err: string }>;
