import type { TaskView } from "@countersign/api";
import type { DecisionAct } from "../../decisions/decision.ts";
import { useShownView } from "../../decisions/use-shown-view.ts";
import { PageState } from "../../frame/PageState.tsx";
import { useSession } from "../../session/Session.tsx";
import { ChangePane } from "./ChangePane.tsx";
import { useRoundChoice } from "./compared-rounds.ts";
import { DecisionBar } from "./DecisionBar.tsx";
import { NewerRound } from "./NewerRound.tsx";
import { TaskDetails } from "./TaskDetails.tsx";
import { TaskHeader } from "./TaskHeader.tsx";
import { TaskSheets } from "./TaskSheets.tsx";
import { useDraft } from "./use-draft.ts";
import { useTaskChange } from "./use-task-change.ts";
import { useTaskCommands } from "./use-task-commands.ts";

type TaskReviewProps = { live: TaskView; onDecided: ((act: DecisionAct) => void) | undefined };

/** The review of the round that was opened. A newer round is announced and shown on request. */
export function TaskReview({ live, onDecided }: TaskReviewProps) {
  const { view, newer, showNewer } = useShownView(live);
  const { me } = useSession();
  const { draft, changeDraft } = useDraft(view, me.actor.id);
  const [rounds, chooseRounds] = useRoundChoice(view, me.actor.id);
  const { compared, reading, percent } = useTaskChange(view, rounds);
  const isSubmitted = view.round !== null;
  const { sheet, setSheet } = useTaskCommands({
    view,
    newer,
    showNewer,
    rounds,
    chooseRounds,
    percent,
    isLoading: isSubmitted && compared.isPending,
    onDecided,
  });
  const sheetProps = { view, draft, changeDraft, rounds, chooseRounds, onDecided };
  return (
    <article className="flex h-full min-w-0 flex-col">
      <TaskHeader
        view={view}
        isSince={rounds.since !== null}
        hasTabs={onDecided === undefined}
        onReviewers={() => setSheet({ is: "reviewers" })}
      />
      <DecisionBar view={view} draft={draft} percent={percent} rounds={rounds} />
      {newer !== null && <NewerRound shown={view} newer={newer} />}
      {isSubmitted ? (
        <PageState query={compared} what="the change" heading="h2">
          {(change) => (
            <ChangePane
              key={`${change.round} ${rounds.since}`}
              view={view}
              change={change}
              rounds={rounds}
              reading={reading}
              draft={draft}
              changeDraft={changeDraft}
              onSheet={setSheet}
            />
          )}
        </PageState>
      ) : (
        <div className="p-4">
          <p className="mb-2">Nothing was submitted for {view.id} yet.</p>
          <TaskDetails view={view} />
        </div>
      )}
      <TaskSheets {...sheetProps} sheet={sheet} onClose={() => setSheet(null)} />
    </article>
  );
}
