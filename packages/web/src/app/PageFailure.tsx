import { safeText } from "@countersign/review";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";

/** Shown in place of a page that failed; the frame and the other pages still work. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <section className="p-6">
      <h1 className="mb-2 text-xl font-semibold">This page failed</h1>
      <p role="alert" className="mb-4">
        {safeText(error instanceof Error ? error.message : String(error))}
      </p>
      <button type="button" className="button mr-3" onClick={reset}>
        Try again
      </button>
      <Link to="/" className="button">
        To the inbox
      </Link>
    </section>
  );
}

export function NoPage() {
  return (
    <section className="p-6">
      <h1 className="mb-2 text-xl font-semibold">There is no such page</h1>
      <Link to="/" className="link">
        To the inbox
      </Link>
    </section>
  );
}
