import { Dialog } from "@base-ui/react/dialog";
import { countText, readShareText, safeText } from "@countersign/review";
import { useState } from "react";
import { useCommands } from "../../commands/Commands.tsx";
import type { FactLine } from "../../data/line-facts.ts";
import { useTasks } from "../../data/queries.ts";
import { useDecider } from "../../decisions/Decisions.tsx";
import { useSession } from "../../session/Session.tsx";
import { type BatchTask, batchApprovals, judgeForBatch, lineObstacle } from "./batch-tasks.ts";
import { useReadShares } from "./use-read-shares.ts";

/** The number of tasks that one batch can hold. */
const MAX_TASKS = 50;
/** The number of other tasks that are named. */
const MAX_LEFT_OUT = 20;

type BatchProps = { lines: readonly FactLine[]; onClose(): void };

/** Lists exactly what a batch approval approves, and what it leaves out. The list is fixed when the dialog opens. */
export function BatchDialog({ lines, onClose }: BatchProps) {
  const [{ tasks, left }] = useState(() => splitLines(lines));
  const results = useTasks(tasks);
  const views = results.flatMap(({ data }) => data ?? []);
  const isLoading = results.some(({ isPending }) => isPending);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Popup className="sheet top-12 left-1/2 flex max-h-[80vh] w-[min(48rem,94vw)] -translate-x-1/2 flex-col p-4">
          <Dialog.Title className="mb-2 font-semibold">Approve ready tasks</Dialog.Title>
          {isLoading ? (
            <p aria-busy="true">Loading {countText(tasks.length, "task")}…</p>
          ) : (
            <BatchList loaded={views} left={left} onClose={onClose} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Separates the tasks that must be read from those that a batch leaves out in any case. */
function splitLines(lines: readonly FactLine[]): { tasks: string[]; left: LeftOutTask[] } {
  const judged = lines.map(({ task, title, ...line }) => ({
    task,
    title,
    why: lineObstacle(line),
  }));
  const open = judged.filter(({ why }) => why === null);
  const more = open.slice(MAX_TASKS).map((one) => ({ ...one, why: "for the next batch" }));
  const left = judged.flatMap(({ task, title, why }) =>
    why === null ? [] : [{ task, title, why }],
  );
  return { tasks: open.slice(0, MAX_TASKS).map(({ task }) => task), left: [...left, ...more] };
}

type LeftOutTask = { task: string; title: string; why: string };

type ListProps = {
  loaded: readonly BatchTask["view"][];
  left: readonly LeftOutTask[];
  onClose(): void;
};

function BatchList({ loaded, left, onClose }: ListProps) {
  const { me } = useSession();
  const { decide } = useDecider();
  // A round that arrives while the dialog is open is not part of it.
  const [judged] = useState(() => loaded.map((view) => judgeForBatch(view, me.actor.id)));
  const included = judged.filter(({ obstacles }) => obstacles.length === 0);
  const others = judged
    .filter(({ obstacles }) => obstacles.length > 0)
    .map(({ view, obstacles }) => ({
      task: view.id,
      title: view.title,
      why: obstacles.join("; "),
    }));
  const shares = useReadShares(included.map(({ view }) => view));
  const approve = (): void => {
    decide(batchApprovals(included, shares));
    onClose();
  };
  useCommands(
    "confirm",
    { "app.back": onClose, ...(included.length === 0 ? {} : { "confirm.yes": approve }) },
    "dialog",
  );
  return (
    <>
      <Dialog.Description className="mb-3">
        {included.length === 0
          ? "No task can be approved together with others."
          : `Approve ${countText(included.length, "task")}? How much of each was read is recorded. One undo takes all of them back.`}
      </Dialog.Description>
      <div className="min-h-0 overflow-y-auto">
        {included.length > 0 && <IncludedTable tasks={included} shares={shares} />}
        <LeftOut tasks={[...others, ...left]} />
      </div>
      <div className="mt-3 flex gap-2">
        <button
          type="button"
          className="button"
          data-kind="main"
          data-decides=""
          disabled={included.length === 0}
          onClick={approve}
        >
          Approve {included.length} <kbd className="key">Y</kbd>
        </button>
        <Dialog.Close className="button">Cancel</Dialog.Close>
      </div>
    </>
  );
}

type IncludedProps = { tasks: readonly BatchTask[]; shares: ReadonlyMap<string, number> };

function IncludedTable({ tasks, shares }: IncludedProps) {
  return (
    <table className="mb-3 w-full text-left">
      <caption className="sr-only">Approved together</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col">Task</th>
          <th scope="col">Round</th>
          <th scope="col">Lines</th>
          <th scope="col">Files</th>
          <th scope="col">Read</th>
        </tr>
      </thead>
      <tbody>
        {tasks.map(({ view: { id, title, round } }) => (
          <tr key={id} className="border-edge/30 border-t align-top">
            <th scope="row" className="py-1 pr-3 font-normal [overflow-wrap:anywhere]">
              <code className="text-muted">{id}</code> {safeText(title)}
            </th>
            <td className="py-1 pr-3">{round?.number}</td>
            <td className="whitespace-nowrap py-1 pr-3">
              +{round?.change?.linesAdded ?? 0} −{round?.change?.linesDeleted ?? 0}
            </td>
            <td className="py-1">{round?.change?.files ?? 0}</td>
            <td className="py-1">{readShareText(shares.get(id) ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LeftOut({ tasks }: { tasks: readonly LeftOutTask[] }) {
  if (tasks.length === 0) return null;
  const hidden = tasks.length - MAX_LEFT_OUT;
  return (
    <section aria-label="Left out">
      <h3 className="mb-1 font-semibold">Left out: {tasks.length}</h3>
      <ul>
        {tasks.slice(0, MAX_LEFT_OUT).map(({ task, title, why }) => (
          <li key={task} className="mb-1">
            <code className="text-muted">{task}</code> {safeText(title)}: {safeText(why)}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="text-muted">and {countText(hidden, "more task")}</p>}
    </section>
  );
}
