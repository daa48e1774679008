import type { TaskView } from "@countersign/api";
import { countText } from "@countersign/review";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useCommands } from "../../commands/Commands.tsx";
import type { ScreenCommands } from "../../commands/command-layers.ts";
import { isEnded } from "../../data/ended.ts";
import type { FactLine } from "../../data/line-facts.ts";
import { type LoadedInbox, useInbox, useOtherTasks } from "../../data/lists.ts";
import { useIsDecided } from "../../decisions/Decisions.tsx";
import { useNotice } from "../../frame/Notices.tsx";
import { PageState } from "../../frame/PageState.tsx";
import { useSession } from "../../session/Session.tsx";
import { EmptyInbox } from "./EmptyInbox.tsx";
import { InboxHead } from "./InboxHead.tsx";
import { InboxList } from "./InboxList.tsx";
import { type ListOrder, ORDER_NAMES } from "./inbox-order.ts";
import { inboxRows } from "./inbox-rows.ts";
import { createRestingTask, type RestingTask, useRestingTask } from "./resting-task.ts";
import { type PreviewProps, TaskPreview } from "./TaskPreview.tsx";
import { type InboxViewState, useInboxView } from "./use-inbox-view.ts";

// Dialogs are loaded when the first one opens.
const SnoozeDialog = lazy(async () => ({
  default: (await import("./SnoozeDialog.tsx")).SnoozeDialog,
}));
const BatchDialog = lazy(async () => ({
  default: (await import("./BatchDialog.tsx")).BatchDialog,
}));

const PreviewSheet = lazy(async () => ({
  default: (await import("./PreviewSheet.tsx")).PreviewSheet,
}));

/** The tasks that wait for the person, by section, with a preview. */
export function InboxPage() {
  return (
    <PageState query={useInbox()} what="the inbox">
      {(inbox) => <InboxContents inbox={inbox} />}
    </PageState>
  );
}

type OpenDialog =
  | { is: "snooze"; line: FactLine }
  | { is: "batch" }
  | { is: "redo" | "reject"; view: TaskView }
  | null;

function InboxContents({ inbox }: { inbox: LoadedInbox }) {
  const navigate = useNavigate();
  const view = useInboxView();
  const { rows, own } = useInboxContent(inbox, view);
  const [resting] = useState(createRestingTask);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const closeDialog = useCallback(() => setDialog(null), []);
  const startRun = useStartRun(inbox, own.length, view.filter);
  useCommands("board", {
    "review.open": startRun,
    "review.approveAll": () => setDialog({ is: "batch" }),
    "review.order": () => view.change({ order: nextOrder(view.order) }),
    "list.filter": () => document.getElementById("inbox-filter")?.focus(),
  });
  const open = ({ task }: FactLine): void => void navigate({ to: "/t/$task", params: { task } });
  const commandsOf = (line: FactLine | null): ScreenCommands =>
    line === null
      ? {}
      : {
          "review.later": () => setDialog({ is: "snooze", line }),
          "review.why": () => void navigate({ to: "/t/$task/why", params: { task: line.task } }),
        };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <InboxHead
        own={own}
        snoozed={inbox.putOff}
        isWhole={inbox.isWhole}
        view={view}
        onRun={startRun}
        onApproveAll={() => setDialog({ is: "batch" })}
      />
      <div className="flex min-h-0 grow">
        <div className="flex min-h-0 min-w-0 grow flex-col">
          {own.length === 0 && (
            <EmptyInbox
              counts={inbox.counts}
              filter={view.filter}
              onClear={() => view.change({ q: "" })}
            />
          )}
          {rows.length > 0 && (
            <InboxList
              rows={rows}
              resting={resting}
              onOpen={open}
              onToggle={({ section }) => view.toggle(section)}
              commands={commandsOf}
            />
          )}
        </div>
        <PreviewPane
          resting={resting}
          onOpen={open}
          onLater={(line) => setDialog({ is: "snooze", line })}
          onSheet={setDialog}
        />
      </div>
      <Suspense>
        {dialog?.is === "snooze" && <SnoozeDialog line={dialog.line} onClose={closeDialog} />}
        {dialog?.is === "batch" && <BatchDialog lines={own} onClose={closeDialog} />}
        {(dialog?.is === "redo" || dialog?.is === "reject") && (
          <PreviewSheet view={dialog.view} act={dialog.is} onClose={closeDialog} />
        )}
      </Suspense>
    </div>
  );
}

type PaneProps = {
  resting: RestingTask;
  onOpen(line: FactLine): void;
  onLater(line: FactLine): void;
  onSheet: PreviewProps["onSheet"];
};

function PreviewPane({ resting, onOpen, onLater, onSheet }: PaneProps) {
  const line = useRestingTask(resting);
  if (line === null) return null;
  return (
    <TaskPreview
      key={line.task}
      line={line}
      onOpen={() => onOpen(line)}
      onLater={() => onLater(line)}
      onSheet={onSheet}
    />
  );
}

function nextOrder(order: ListOrder): ListOrder {
  return ORDER_NAMES[(ORDER_NAMES.indexOf(order) + 1) % ORDER_NAMES.length] ?? "risk";
}

function useInboxContent({ items }: LoadedInbox, view: InboxViewState) {
  const { me } = useSession();
  const isDecided = useIsDecided();
  const others = useOtherTasks();
  const { filter, order, closed } = view;
  return useMemo(() => {
    const mine = new Set(items.map(({ task }) => task));
    // Tasks of the person that are not in the inbox are snoozed.
    const rest = (others ?? []).filter(
      (line) => !mine.has(line.task) && line.turn.who !== me.actor.id && isRecent(line),
    );
    const lines = [...items, ...rest].filter((line) => !isDecided(line));
    return inboxRows(lines, me.actor.id, { filter, order, closed });
  }, [items, others, me, isDecided, filter, order, closed]);
}

/** Returns whether a task is unfinished or ended today. */
function isRecent({ state, updatedMs }: FactLine): boolean {
  return !isEnded(state) || updatedMs >= new Date().setHours(0, 0, 0, 0);
}

/** Starts the review run, or says why there is nothing to review. */
function useStartRun({ counts }: LoadedInbox, pending: number, filter: string): () => void {
  const navigate = useNavigate();
  const { show } = useNotice();
  return () => {
    if (pending > 0)
      return void navigate({ to: "/run", search: filter === "" ? {} : { q: filter } });
    const working = countText(counts.in_progress, "task");
    show(`Nothing to review. ${working} with agents, ${counts.reviewing} in review.`);
  };
}
