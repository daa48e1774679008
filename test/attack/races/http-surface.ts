import { type Client, createClient, listChainSeats, type TaskView } from "@countersign/api";
import { CONTENT_ACTIONS, type ContentAction, type PersonAction } from "./person-actions.ts";
import { meanwhile, outcomeOf, type Surface } from "./race.ts";
import type { Arena } from "./race-arena.ts";

type OnTask = ContentAction | "snooze";
type Decide = (client: Client, view: TaskView) => Promise<unknown>;

const shown = ({ round }: TaskView) => ({
  round: round?.number ?? null,
  tree: round?.content.tree ?? null,
});

function seat(view: TaskView) {
  const found = listChainSeats(view).find(({ progress }) => progress === "waiting");
  if (found === undefined) throw new Error(`${view.id} waits for no reviewer`);
  return { ...shown(view), requirement: found.requirement, reviewer: found.reviewer };
}

/** The request of a client that names what its last answer said. */
const DECIDE: Readonly<Record<OnTask, Decide>> = {
  approve: async (client, { id: task, round }) => {
    if (round === null) throw new Error(`${task} has no round`);
    const { number, content } = round;
    return await client.approve({ task, body: { round: number, tree: content.tree } });
  },
  redo: (client, view) =>
    client.redo({ task: view.id, body: { ...shown(view), customFeedback: "again" } }),
  reject: (client, view) =>
    client.reject({ task: view.id, body: { ...shown(view), reason: "no" } }),
  override: (client, view) =>
    client.override({ task: view.id, body: { ...shown(view), reason: "read it" } }),
  release: (client, view) => {
    const offered = view.hold?.offeredTree ?? null;
    const body = { ...shown(view), offered, resolutions: [{ do: "retry" as const }] };
    return client.release({ task: view.id, body });
  },
  undo: (client, view) => client.undo({ task: view.id, body: shown(view) }),
  reopen: (client, view) => client.reopen({ task: view.id, body: shown(view) }),
  dispose: (client, view) => {
    const body = { is: "dismissed", reason: "known", ...shown(view) } as const;
    return client.dispose({ task: view.id, finding: "F-1", body });
  },
  retry_reviewer: (client, view) => client.retryReviewer({ task: view.id, body: seat(view) }),
  cancel_reviewer: (client, view) => client.cancelReviewer({ task: view.id, body: seat(view) }),
  change_mode: (client, view) =>
    client.changeMode({ task: view.id, body: { ...shown(view), mode: "skip" } }),
  cancel: (client, view) =>
    client.cancel({ task: view.id, body: { ...shown(view), reason: "no" } }),
  snooze: (client, { id, seq }) => client.putOff({ task: id, body: { seq, untilMs: null } }),
};

const ACTIONS: readonly PersonAction[] = [...CONTENT_ACTIONS, "snooze"];

function isOnTask(action: PersonAction): action is OnTask {
  return ACTIONS.includes(action);
}

/** A client of the HTTP interface: it reads the task and its diff, and decides on what it read. */
export function httpSurface({ lab, token }: Arena): Surface {
  const client = createClient({ baseUrl: lab.url, token, timeoutMs: 60_000 });
  return {
    name: "http",
    actions: ACTIONS,
    async run({ action, task: { id, versions }, dice, change }) {
      if (!isOnTask(action)) throw new Error(`There is no request for ${action}`);
      const view = await client.showTask({ task: id });
      const trees = [view.round?.content.tree, view.hold?.offeredTree];
      const marks = versions.filter(({ tree }) => trees.includes(tree)).map(({ mark }) => mark);
      const decide = DECIDE[action];
      const outcome = await meanwhile(dice, change, () => outcomeOf(() => decide(client, view)));
      return { seen: marks.join(" "), outcome };
    },
  };
}
