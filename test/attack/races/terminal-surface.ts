import { createClient } from "@countersign/api";
import type { Dice } from "../../../packages/core/src/testing/walk/dice.ts";
import type { EnginePort } from "../../../packages/tui/src/data/engine-port.ts";
import type { TaskRequest } from "../../../packages/tui/src/model/step.ts";
import { type Lab, openLab } from "../../../packages/tui/src/testing/open-lab.ts";
import type { PersonAction } from "./person-actions.ts";
import type { Race, RaceEnd, Surface } from "./race.ts";
import type { Arena, RaceTask } from "./race-arena.ts";

/** The keys of a decision on a task, pressed where the task is open or on its card of the board. */
type Keys = { action: PersonAction; keys: readonly string[]; on?: "card" | "reviewers" };

/**
 * Everything that the terminal sends about a task; a new one does not compile without its keys. A release is
 * left out: the board closes its list of ways out when the task has changed. So is a request for a review, which lets
 * nothing through.
 */
const KEYS: Readonly<Record<Exclude<TaskRequest["act"], "release" | "review">, Keys>> = {
  approve: { action: "approve", keys: ["A"] },
  redo: { action: "redo", keys: ["R", "1", "Tab", "n", "o", "Enter"] },
  reject: { action: "reject", keys: ["X", "n", "o", "Enter"] },
  override: { action: "override", keys: ["O", "o", "k", "Enter"] },
  undo: { action: "undo", keys: ["U"] },
  mode: { action: "change_mode", keys: ["m", "G", "Enter"] },
  retry: { action: "retry_reviewer", keys: ["+"], on: "reviewers" },
  cancel: { action: "cancel_reviewer", keys: ["-"], on: "reviewers" },
  later: { action: "snooze", keys: ["t", "Enter"], on: "card" },
  dismiss: { action: "dispose", keys: ["D", "}", "-", "o", "k", "Enter"] },
};

const MAX_WAIT_MS = 20_000;

/** Counts the calls that have no answer yet. */
function watchCalls(engine: EnginePort) {
  let open = 0;
  const port = new Proxy(engine, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function" || name === "events") return method;
      return (given: unknown) => {
        open += 1;
        const done = Promise.resolve(Reflect.apply(method, target, [given]));
        return done.finally(() => {
          open -= 1;
        });
      };
    },
  });
  const idle = async (): Promise<void> => {
    let calm = 0;
    for (const end = Date.now() + MAX_WAIT_MS; calm < 3 && Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      calm = open === 0 ? calm + 1 : 0;
    }
  };
  return { port, idle };
}

/** The board with its real keys and its real model, on the real engine: all but the terminal itself. */
export function terminalSurface({ lab: { url }, token }: Arena): Surface {
  const client = createClient({ baseUrl: url, token, timeoutMs: 60_000 });
  return {
    name: "terminal",
    actions: Object.values(KEYS).map(({ action }) => action),
    async run(race) {
      const { port, idle } = watchCalls(client);
      const lab = await openLab({ engine: () => port, size: { columns: 120, rows: 60 } });
      try {
        await idle();
        return await pressAll(lab, idle, client, race);
      } finally {
        lab.close();
      }
    },
  };
}

async function pressAll(
  lab: Lab,
  idle: () => Promise<void>,
  client: EnginePort,
  { action, task, dice, change }: Race,
): Promise<RaceEnd> {
  const { keys, on } = keysOf(action);
  const press = async (key: string): Promise<void> => {
    await lab.press(key);
    await idle();
  };
  await goTo(lab, press, task, on);
  let seen = "";
  let landing: Promise<void> | undefined;
  const { landsAt, newsAt } = moments(dice, keys.length);
  for (const [at, key] of keys.entries()) {
    if (at === landsAt) landing = change();
    if (at === newsAt) await landing?.then(() => tellNews(lab, client, task.id)).then(idle);
    await lab.pass(dice.pick([0, 1_500]));
    seen = marksOn(lab.screen(), task) || seen;
    await press(key);
  }
  await (landing ?? change());
  await idle();
  const said = lab.model().notice?.text ?? "";
  return { seen, outcome: said.startsWith("Cannot") ? said : "ok" };
}

/** Opens the task by its name, or chooses its card on the board. */
async function goTo(
  lab: Lab,
  press: (key: string) => Promise<void>,
  { id }: RaceTask,
  on: Keys["on"],
): Promise<void> {
  await press(on === undefined ? ":" : "/");
  lab.program.send({ type: "pasted", text: id });
  for (const key of on === "reviewers" ? ["Enter", "Enter"] : ["Enter"]) await press(key);
}

/** The versions on the screen, by their content; the reviewers at work stand under the number of their round. */
function marksOn(screen: string, { versions }: RaceTask): string {
  const [, round] = /REVIEWERS AT WORK.* round (\d+) /.exec(screen) ?? [];
  const shown = versions.filter(
    ({ mark }, index) => screen.includes(mark) || Number(round) === index + 1,
  );
  return shown.map(({ mark }) => mark).join(" ");
}

/** At which key the newer work lands, and at which the board hears of it; it may hear too late. */
function moments(dice: Dice, keys: number): { landsAt: number; newsAt: number } {
  const landsAt = dice.roll(keys + 1);
  return { landsAt, newsAt: dice.chance(70) ? landsAt + dice.roll(keys + 1 - landsAt) : -1 };
}

/** What the board asks for when the stream tells of a change. */
async function tellNews(lab: Lab, client: EnginePort, task: string): Promise<void> {
  const view = await client.showTask({ task });
  const { items } = await client.listTasks({ order: "newest", limit: 50 });
  const lines = items.filter((line) => line.task === task);
  lab.program.send({ type: "answered", answer: { type: "changed", lines } });
  const atMs = lab.model().nowMs;
  lab.program.send({ type: "answered", answer: { type: "view", view, atMs } });
}

function keysOf(action: PersonAction): Keys {
  const found = Object.values(KEYS).find((keys) => keys.action === action);
  if (found === undefined) throw new Error(`There is no key for ${action}`);
  return found;
}
