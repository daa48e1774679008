import {
  contract,
  type TaskLine as LineView,
  type TaskPage,
  type TriedModes,
  type WhyView,
} from "@countersign/api";
import type { Page, Principal, TaskSummary, TriedMode, Why } from "@countersign/engine";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";
import { taskFilter, taskQuery } from "../http/task-query.ts";
import { viewAnswer } from "../views/view-answer.ts";
import { viewDiff } from "../views/view-diff.ts";
import { needsLog, viewTask } from "../views/view-task.ts";

export function addTaskRoutes(server: Server): void {
  listRoutes(server);
  const { engine } = server;
  /** Reads accept a unique prefix of an id. */
  const read = async <Found>(
    { by, params }: { by: Principal; params: { task: string } },
    ask: (task: string) => Promise<Found>,
  ): Promise<Found> => ask(await engine.findTask(by, params.task));

  implementPostRoute(server, contract.createTask, async ({ by, key, body }) =>
    viewAnswer(await engine.createTask(by, key, body)),
  );
  implementRoute(server, contract.showTask, (asked) =>
    read(asked, async (id) => {
      const task = await engine.task(asked.by, id);
      const log = needsLog(task) ? await engine.log(asked.by, id) : [];
      const attemptLimit = await engine.attemptLimit(asked.by, task);
      return viewTask(task, { attemptLimit, atWork: engine.progress(asked.by, id), log });
    }),
  );
  implementRoute(server, contract.readLog, (asked) =>
    read(asked, async (task) => {
      const items = await engine.log(asked.by, task, asked.query.from);
      return { task, items: items.map((entry) => ({ ...entry, event: { ...entry.event } })) };
    }),
  );
  implementRoute(server, contract.showDiff, (asked) =>
    read(asked, async (task) => viewDiff(task, await engine.diff(asked.by, task, asked.query))),
  );
  implementRoute(server, contract.why, (asked) =>
    read(asked, async (task) => viewWhy(await engine.why(asked.by, task))),
  );
  implementRoute(server, contract.tryModes, (asked) =>
    read(asked, async (task) => ({
      task,
      items: viewModes(await engine.tryModes(asked.by, task)),
    })),
  );
  implementRoute(server, contract.readFeedback, (asked) =>
    read(asked, (task) => engine.feedback(asked.by, task)),
  );
}

const DAY_MS = 86_400_000;

function listRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.listTasks, async ({ by, query }) =>
    viewPage(by, await engine.tasks(by, taskQuery(query))),
  );
  implementRoute(server, contract.inbox, async ({ by, query }) => {
    const mine = taskQuery({ order: "oldest", ...query, who: by.actor.id });
    const asked = { ...mine, snoozed: { by: by.actor.id, is: false } };
    const page = viewPage(by, await engine.tasks(by, asked));
    const { counts, waitingForMe, snoozed } = await engine.taskCounts(by);
    return { ...page, counts: { ...counts }, waitingForMe, putOff: snoozed };
  });
  implementRoute(server, contract.countSections, async ({ by, query }) => {
    const { doneSince: doneSinceMs = Date.now() - DAY_MS, ...filter } = query;
    return { counts: await engine.sections(by, { ...taskFilter(filter), doneSinceMs }) };
  });
}

function viewPage(by: Principal, { items, next }: Page<TaskSummary>): TaskPage {
  return { items: items.map((line) => viewLine(by, line)), next };
}

function viewLine({ actor }: Principal, summary: TaskSummary): LineView {
  const { turnHolder, turnWho, sentBackBy, labels, batchObstacles, ...line } = summary;
  return {
    ...line,
    turn: { holder: turnHolder, who: turnWho },
    labels: [...labels],
    isReturned: sentBackBy.includes(actor.id),
    batchObstacles: [...batchObstacles],
  };
}

function viewModes(tried: readonly TriedMode[]): TriedModes["items"] {
  return tried.map((one) => ({ ...one, waitsFor: [...one.waitsFor] }));
}

function viewWhy({ flags, decisions, story, ...why }: Why): WhyView {
  return { ...why, flags: [...flags], decisions: [...decisions], story: [...story] };
}
