import type { TaskView } from "@countersign/api";
import { type Change, type Note, parseChange, type RedoDraft } from "@countersign/review";
import { DiffView } from "../../diff/DiffView.tsx";
import type { LineReading } from "../../diff/use-reading.ts";
import { useNotice } from "../../frame/Notices.tsx";
import { useSession } from "../../session/Session.tsx";
import type { RoundChoice } from "./compared-rounds.ts";
import { FindingList } from "./FindingList.tsx";
import { RequestList } from "./RequestList.tsx";
import { TaskDetails } from "./TaskDetails.tsx";
import type { SheetState } from "./use-task-commands.ts";

type ChangePaneProps = {
  view: TaskView;
  change: Change;
  rounds: RoundChoice;
  reading: LineReading;
  draft: RedoDraft;
  changeDraft(change: (draft: RedoDraft) => RedoDraft): void;
  onSheet(sheet: SheetState): void;
};

/** The change with its findings and the comments that are not sent yet. */
export function ChangePane(props: ChangePaneProps) {
  const { view, change, rounds, reading, draft, changeDraft, onSheet } = props;
  const { engine } = useSession();
  const { show } = useNotice();
  const until = rounds.until ?? view.round?.number ?? 0;
  const loadWhole = async (path: string) => {
    const since = rounds.since === null ? {} : { since: rounds.since };
    const asked = { task: view.id, file: path, until, ...since };
    const diff = await engine.showDiff(asked).catch(() => null);
    return diff === null ? null : (parseChange(diff).files[0] ?? null);
  };
  const toggleFinding = (id: string): void =>
    changeDraft((one) => ({
      ...one,
      findings: one.findings.includes(id)
        ? one.findings.filter((other) => other !== id)
        : [...one.findings, id],
    }));
  const removeComment = (note: Note): void =>
    changeDraft((one) => ({
      ...one,
      comments: one.comments.filter((other) => note.is !== "comment" || other !== note.comment),
    }));
  return (
    <DiffView
      task={view.id}
      change={change}
      hasRounds={(view.round?.number ?? 0) > 1}
      findings={view.findings}
      comments={draft.comments}
      accepted={draft.findings}
      reading={reading}
      loadWhole={loadWhole}
      onComment={(range) => onSheet({ is: "comment", range })}
      onAccept={toggleFinding}
      onDismiss={(finding) => onSheet({ is: "dismiss", finding })}
      onRemoveComment={removeComment}
      onMessage={show}
      beside={(jump) => (
        <FindingList findings={view.findings} onChoose={(finding) => jump({ finding })} />
      )}
      intro={
        <>
          <TaskDetails view={view} />
          {rounds.since !== null && (
            <RequestList view={view} since={rounds.since} now={until} change={change} />
          )}
        </>
      }
    />
  );
}
