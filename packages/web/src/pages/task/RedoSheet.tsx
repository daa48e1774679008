import {
  commentLocation,
  createField,
  feedbackText,
  REDO_OPTIONS,
  REDO_PRIORITIES,
  safeText,
} from "@countersign/review";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { usePolicyFacts } from "../../data/policy.ts";
import { useDecider } from "../../decisions/Decisions.tsx";
import type { decisionSubject } from "../../decisions/decision.ts";
import { useSession } from "../../session/Session.tsx";
import { Sheet } from "./Sheet.tsx";
import type { TaskSheetsProps } from "./sheet-props.ts";
import { useOnDecided } from "./use-task-commands.ts";

type RedoSheetProps = TaskSheetsProps & {
  subject: NonNullable<ReturnType<typeof decisionSubject>>;
};

const OPTIONS = {
  keep: "Keep the changes and continue",
  fresh: "Start again from the target branch",
  checkpoint: "Go back to the last checkpoint",
} as const;
const PRIORITIES = {
  same: "Same priority",
  bump: "Raise the priority",
  lower: "Lower the priority",
} as const;

/** Asks the author for changes, and shows the text that the agent will read. */
export function RedoSheet(props: RedoSheetProps) {
  const { view, draft, changeDraft, subject, onClose } = props;
  const [problem, setProblem] = useState("");
  const decider = useDecider();
  const decided = useOnDecided(props.onDecided);
  const send = (): void => {
    const customFeedback = feedbackText(draft, view.findings);
    if (draft.issues.length === 0 && customFeedback === "") {
      setProblem("Say at least one thing to change.");
      return;
    }
    const { issues: quickIssues, option, priority } = draft;
    decider.decide([{ ...subject, act: "redo", quickIssues, customFeedback, option, priority }]);
    onClose();
    decided("redo");
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !event.ctrlKey) return;
    event.preventDefault();
    send();
  };
  return (
    <Sheet
      title={`Request changes: ${view.id}, round ${subject.round}`}
      panel="redo"
      onClose={onClose}
      isWide
    >
      <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid gap-4 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <QuickIssues {...props} />
          <label className="block">
            <span className="mb-1 block font-semibold">Feedback</span>
            <textarea
              className="field min-h-40"
              maxLength={10_000}
              value={draft.feedback.text}
              onChange={({ target }) =>
                changeDraft((one) => ({ ...one, feedback: createField(target.value) }))
              }
            />
          </label>
          <Attached {...props} />
          <Choices
            legend="Start from"
            names={REDO_OPTIONS}
            words={OPTIONS}
            value={draft.option}
            onChange={(option) => changeDraft((one) => ({ ...one, option }))}
          />
          <Choices
            legend="Priority"
            names={REDO_PRIORITIES}
            words={PRIORITIES}
            value={draft.priority}
            onChange={(priority) => changeDraft((one) => ({ ...one, priority }))}
          />
          <p role="alert" className="text-critical">
            {problem}
          </p>
          <p className="flex flex-wrap gap-2">
            <button type="submit" className="button" data-kind="main">
              Send to {safeText(subject.author ?? "the author")}{" "}
              <kbd className="key">Ctrl+Enter</kbd>
            </button>
            <button type="button" className="button" onClick={onClose}>
              Keep for later <kbd className="key">Esc</kbd>
            </button>
          </p>
        </div>
        <section aria-label="What the agent will read" className="min-w-0">
          <h3 className="mb-1 font-semibold">What the agent will read</h3>
          <Preview {...props} />
        </section>
      </form>
    </Sheet>
  );
}

/** Shows the text that the engine would write. */
function Preview({ view, draft, subject }: RedoSheetProps) {
  const { engine } = useSession();
  const { task, round, tree } = subject;
  const { issues, option, priority } = draft;
  const customFeedback = useDeferredValue(feedbackText(draft, view.findings));
  const body = { round, tree, quickIssues: [...issues], customFeedback, option, priority };
  const isEmpty = issues.length === 0 && customFeedback === "";
  const { data, error } = useQuery({
    queryKey: ["preview", task, body],
    queryFn: () => engine.previewFeedback({ task, body }),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  });
  if (isEmpty)
    return (
      <p className="text-muted">
        Nothing yet. Choose an issue, write feedback, comment on a line or add a finding.
      </p>
    );
  if (error !== null) return <p role="alert">Cannot load the text: {safeText(error.message)}</p>;
  return (
    <pre className="whitespace-pre-wrap rounded border border-edge bg-page p-2 text-sm [overflow-wrap:anywhere]">
      {(data?.text ?? "Loading…")
        .split("\n")
        .map((line) => safeText(line))
        .join("\n")}
    </pre>
  );
}

function QuickIssues({ view, draft, changeDraft }: RedoSheetProps) {
  const { quickIssues: known } = usePolicyFacts(view.repo);
  const all = [...new Set([...known, ...draft.issues])];
  if (all.length === 0) return null;
  const toggle = (issue: string, isChosen: boolean): void =>
    changeDraft((one) => ({
      ...one,
      issues: isChosen ? [...one.issues, issue] : one.issues.filter((other) => other !== issue),
    }));
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Issues</legend>
      {all.map((issue) => (
        <label key={issue} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            checked={draft.issues.includes(issue)}
            onChange={({ target }) => toggle(issue, target.checked)}
          />
          {safeText(issue)}
        </label>
      ))}
    </fieldset>
  );
}

function Attached({ draft, changeDraft }: RedoSheetProps) {
  const { comments, findings } = draft;
  if (comments.length + findings.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">Comments and findings</h3>
      <ul>
        {comments.map((comment) => (
          <li
            key={`${commentLocation(comment)} ${comment.text}`}
            className="flex items-center gap-2"
          >
            <span className="min-w-0 grow truncate">
              {safeText(`${commentLocation(comment)} ${comment.text}`)}
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Remove the comment on ${safeText(commentLocation(comment))}`}
              onClick={() =>
                changeDraft((one) => ({
                  ...one,
                  comments: one.comments.filter((other) => other !== comment),
                }))
              }
            >
              Remove
            </button>
          </li>
        ))}
        {findings.map((finding) => (
          <li key={finding} className="flex items-center gap-2">
            <span className="grow">{finding}</span>
            <button
              type="button"
              className="button"
              aria-label={`Remove ${finding}`}
              onClick={() =>
                changeDraft((one) => ({
                  ...one,
                  findings: one.findings.filter((other) => other !== finding),
                }))
              }
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ChoicesProps<Name extends string> = {
  legend: string;
  names: readonly Name[];
  words: Readonly<Record<Name, string>>;
  value: Name;
  onChange(name: Name): void;
};

function Choices<Name extends string>({
  legend,
  names,
  words,
  value,
  onChange,
}: ChoicesProps<Name>) {
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {names.map((name) => (
        <label key={name} className="flex min-h-6 items-center gap-2">
          <input
            type="radio"
            className="size-4"
            name={group}
            checked={name === value}
            onChange={() => onChange(name)}
          />
          {words[name]}
        </label>
      ))}
    </fieldset>
  );
}
