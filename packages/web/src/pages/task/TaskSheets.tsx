import { waysOut } from "@countersign/api";
import { commentLocation, listRoundPairs, safeText } from "@countersign/review";
import { useDecider } from "../../decisions/Decisions.tsx";
import { decisionSubject } from "../../decisions/decision.ts";
import { useNotice } from "../../frame/Notices.tsx";
import { useSession } from "../../session/Session.tsx";
import { ChoiceSheet } from "./ChoiceSheet.tsx";
import { RedoSheet } from "./RedoSheet.tsx";
import { ReviewersSheet } from "./ReviewersSheet.tsx";
import type { TaskSheetsProps } from "./sheet-props.ts";
import { TextSheet } from "./TextSheet.tsx";
import { useSend } from "./use-send.ts";
import { type SheetState, useOnDecided } from "./use-task-commands.ts";

/** The modes, strictest first. */
const MODES = [
  { name: "per-task", about: "you look at it as soon as it is done" },
  { name: "batch", about: "it waits until you review several" },
  { name: "auto", about: "checks may approve it; otherwise it waits for you" },
  { name: "skip", about: "no review by you" },
] as const;

/** The sheet that is open beside the change, if any. */
export function TaskSheets(props: TaskSheetsProps) {
  const { sheet, view, onClose } = props;
  const { engine } = useSession();
  const send = useSend(view.id);
  const subject = decisionSubject(view);
  if (sheet === null) return null;
  if (sheet.is === "comment") return <CommentSheet {...props} sheet={sheet} />;
  if (subject === null) return null;
  const { task, round, tree } = subject;
  switch (sheet.is) {
    case "redo":
      return <RedoSheet {...props} subject={subject} />;
    case "reject":
    case "override":
      return <ReasonSheet {...props} act={sheet.is} />;
    case "dismiss":
      return (
        <TextSheet
          title={`Dismiss ${sheet.finding}`}
          label="Reason"
          action="Dismiss the finding"
          onClose={onClose}
          onSend={(reason) =>
            send(`Dismissed ${sheet.finding}.`, () =>
              engine.dispose({
                task,
                finding: sheet.finding,
                body: { is: "dismissed", reason, round, tree },
              }),
            )
          }
        />
      );
    case "mode":
      return (
        <ChoiceSheet
          title="Review mode"
          panel="mode"
          choices={MODES}
          current={view.round?.plan?.mode ?? null}
          onClose={onClose}
          onChoose={({ name }) =>
            send(`The mode is ${name}.`, () =>
              engine.changeMode({ task, body: { round, tree, mode: name } }),
            )
          }
        />
      );
    case "release":
      return <ReleaseSheet {...props} seq={sheet.seq} />;
    case "rounds":
      return (
        <ChoiceSheet
          title="Compare rounds"
          panel="rounds"
          choices={listRoundPairs(round)}
          onClose={onClose}
          onChoose={({ since, until }) => props.chooseRounds({ since, until })}
        />
      );
    case "reviewers":
      return <ReviewersSheet view={view} onClose={onClose} />;
  }
}

type CommentSheetProps = TaskSheetsProps & { sheet: Extract<SheetState, { is: "comment" }> };

function CommentSheet({ sheet: { range }, changeDraft, onClose }: CommentSheetProps) {
  return (
    <TextSheet
      title={`Comment on ${safeText(commentLocation({ ...range, text: "" }))}`}
      label="Comment, sent with the next request for changes"
      action="Add the comment"
      onClose={onClose}
      onSend={(text) =>
        changeDraft((draft) => ({ ...draft, comments: [...draft.comments, { ...range, text }] }))
      }
    >
      <pre className="mb-3 max-h-40 overflow-auto whitespace-pre-wrap break-words border-edge border-l-2 pl-2 text-muted">
        {range.quote
          .split("\n")
          .map((line) => safeText(line))
          .join("\n")}
      </pre>
    </TextSheet>
  );
}

const REASONS = {
  reject: { title: "Reject", action: "Reject: end the task without a merge", isOptional: true },
  override: {
    title: "Override the gate",
    action: "Override the gate (recorded permanently)",
    isOptional: false,
  },
} as const;

function ReasonSheet({
  view,
  act,
  onClose,
  onDecided,
}: TaskSheetsProps & { act: "reject" | "override" }) {
  const decider = useDecider();
  const decided = useOnDecided(onDecided);
  const { title, action, isOptional } = REASONS[act];
  return (
    <TextSheet
      title={`${title} ${view.id}`}
      label={isOptional ? "Reason (optional)" : "Reason"}
      action={action}
      isOptional={isOptional}
      onClose={onClose}
      onSend={(text) => {
        const subject = decisionSubject(view);
        if (subject === null) return;
        decider.decide([{ ...subject, act, reason: text === "" ? "rejected" : text }]);
        decided(act);
      }}
    />
  );
}

function ReleaseSheet({ view, seq, onClose }: TaskSheetsProps & { seq: number }) {
  const { engine, me } = useSession();
  const { fail } = useNotice();
  const send = useSend(view.id);
  const subject = decisionSubject(view);
  return (
    <ChoiceSheet
      title={`Release ${view.id}`}
      panel="release"
      choices={waysOut(view, me.actor.id)}
      onClose={onClose}
      onChoose={({ name, resolutions }) => {
        if (subject === null || view.seq !== seq) {
          fail(`${view.id} has changed. Look at it again.`);
          return;
        }
        const { task, round, tree } = subject;
        const offered = view.hold?.offeredTree ?? null;
        send(`Released ${task}: ${name}.`, () =>
          engine.release({
            task,
            body: { round, tree, offered, resolutions: [...resolutions] },
          }),
        );
      }}
    />
  );
}
