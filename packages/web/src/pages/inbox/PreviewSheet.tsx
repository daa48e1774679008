import type { TaskView } from "@countersign/api";
import { useSession } from "../../session/Session.tsx";
import { TaskSheets } from "../task/TaskSheets.tsx";
import { useDraft } from "../task/use-draft.ts";

type PreviewSheetProps = { view: TaskView; act: "redo" | "reject"; onClose(): void };

const WHOLE = { since: null, until: null } as const;

/** Sends a task back or rejects it from the list, with the sheets of its own page. The list stays. */
export function PreviewSheet({ view, act, onClose }: PreviewSheetProps) {
  const { me } = useSession();
  const { draft, changeDraft } = useDraft(view, me.actor.id);
  return (
    <TaskSheets
      sheet={{ is: act }}
      view={view}
      draft={draft}
      changeDraft={changeDraft}
      rounds={WHOLE}
      chooseRounds={() => undefined}
      onClose={onClose}
      onDecided={() => undefined}
    />
  );
}
