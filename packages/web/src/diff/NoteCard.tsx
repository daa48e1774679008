import { commentLocation, type Note, safeText } from "@countersign/review";
import type { RowActions } from "./row-actions.ts";

type NoteCardProps = { note: Note; isAccepted: boolean; actions: RowActions };

/** A finding or a comment under its line. */
export function NoteCard({ note, isAccepted, actions }: NoteCardProps) {
  return (
    <section
      aria-label={note.is === "finding" ? `Finding ${note.finding.id}` : "Your comment"}
      className="m-2 rounded border border-edge bg-page p-2 font-sans text-sm"
    >
      {note.is === "finding" ? (
        <FindingText note={note} isAccepted={isAccepted} actions={actions} />
      ) : (
        <CommentText note={note} actions={actions} />
      )}
    </section>
  );
}

const TONES: Readonly<Record<string, string>> = {
  critical: "text-critical",
  major: "text-major",
  warning: "text-warning",
};

type FindingNote = Extract<Note, { is: "finding" }>;

function FindingText({ note, isAccepted, actions }: NoteCardProps & { note: FindingNote }) {
  const { finding, location } = note;
  const { id, severity, raisedBy, category, confidence, message, satisfiedWhen, disposition } =
    finding;
  const about = [
    severity,
    raisedBy.join(", "),
    raisedBy.includes(category) ? "" : category,
    confidence === undefined ? "" : `confidence ${confidence}`,
    disposition.is === "late" ? "late" : "",
    location,
  ].filter((part) => part !== "" && part !== undefined);
  return (
    <>
      <p className={`mb-1 font-semibold ${TONES[severity] ?? "text-muted"}`}>
        {safeText(about.join(" · "))}
      </p>
      <p className="mb-1 whitespace-pre-wrap break-words">{lines(message)}</p>
      {satisfiedWhen !== undefined && (
        <p className="mb-1 break-words text-muted">Done when: {lines(satisfiedWhen)}</p>
      )}
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-muted">{id}</span>
        <button
          type="button"
          className="button"
          aria-pressed={isAccepted}
          onClick={() => actions.accept(id)}
        >
          {isAccepted ? "In the feedback" : "Into the feedback"} <kbd className="key">+</kbd>
        </button>
        <button type="button" className="button" onClick={() => actions.dismiss(id)}>
          Dismiss <kbd className="key">-</kbd>
        </button>
      </p>
    </>
  );
}

type CommentNote = Extract<Note, { is: "comment" }>;

function CommentText({ note, actions }: { note: CommentNote; actions: RowActions }) {
  const { comment, isUnplaced } = note;
  return (
    <>
      <p className="mb-1 font-semibold">
        Your comment on {safeText(commentLocation(comment))}
        {isUnplaced && ", whose lines are gone"} (not sent yet)
      </p>
      {isUnplaced && (
        <pre className="mb-1 overflow-hidden whitespace-pre-wrap break-words text-muted">
          {lines(comment.quote)}
        </pre>
      )}
      <p className="mb-1 whitespace-pre-wrap break-words">{lines(comment.text)}</p>
      <button type="button" className="button" onClick={() => actions.removeComment(note)}>
        Remove
      </button>
    </>
  );
}

/** Keeps the lines of a text that anyone can write, and shows every hidden character in them. */
function lines(text: string): string {
  return text
    .split("\n")
    .map((line) => safeText(line))
    .join("\n");
}
