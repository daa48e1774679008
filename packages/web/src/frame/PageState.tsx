import { CountersignError } from "@countersign/api";
import { clockText, safeText } from "@countersign/review";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";

const SKELETON_AFTER_MS = 200;
const SLOW_AFTER_MS = 5_000;
const SKELETON_LINES = 6;

type Loaded<Data> = Pick<UseQueryResult<Data>, "data" | "error" | "refetch" | "errorUpdatedAt">;

/** Shows a page's data, or that it is loading, or what failed. Data stays on screen while newer data loads. */
export function PageState<Data>({
  query,
  what,
  heading = "h1",
  children,
}: {
  query: Loaded<Data>;
  /** What is loaded, for messages: "the inbox". */
  what: string;
  /** The element of the messages' heading. Default `h1`; a part of a page with a title of its own uses `h2`. */
  heading?: "h1" | "h2";
  children: (data: Data) => ReactNode;
}) {
  const { data, error, errorUpdatedAt, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton what={what} Heading={heading} />;
  return (
    <Failure
      error={error}
      what={what}
      Heading={heading}
      sinceMs={errorUpdatedAt}
      onRetry={() => void refetch()}
    />
  );
}

type FailureProps = {
  error: Error;
  what: string;
  Heading: "h1" | "h2";
  sinceMs: number;
  onRetry(): void;
};

function Failure({ error, what, Heading, sinceMs, onRetry }: FailureProps) {
  const code = error instanceof CountersignError ? error.code : "internal";
  const hint = error instanceof CountersignError ? error.hint : undefined;
  const { title, rest } = failureTexts(code, what, clockText(sinceMs));
  return (
    <section className="p-6">
      <Heading className="mb-2 font-semibold text-xl">{title}</Heading>
      <p role="alert" className="mb-2 [overflow-wrap:anywhere]">
        {safeText(error.message)}
      </p>
      {hint !== undefined && <p className="mb-2 [overflow-wrap:anywhere]">{safeText(hint)}</p>}
      <p className="mb-4 text-muted">{rest}</p>
      <p className="flex flex-wrap gap-2">
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
        <Link to="/" className="button">
          To the inbox
        </Link>
      </p>
    </section>
  );
}

/** Says what failed, and what the person can do. */
function failureTexts(code: string, what: string, since: string): { title: string; rest: string } {
  if (code === "not_found")
    return {
      title: "Not found",
      rest: "The address may be wrong, or it is in another repository.",
    };
  if (code === "forbidden")
    return {
      title: "You may not see this",
      rest: "An owner of the repository can give you access.",
    };
  return {
    title: `Cannot load ${what}`,
    rest: `Since ${since}. Other pages may still work. Quote “${code}” if you report it.`,
  };
}

/** Shows grey lines after a moment, and after some seconds what is loading and a way out. */
function Skeleton({ what, Heading }: { what: string; Heading: "h1" | "h2" }) {
  const [age, setAge] = useState<"new" | "late" | "slow">("new");
  useEffect(() => {
    const late = setTimeout(() => setAge("late"), SKELETON_AFTER_MS);
    const slow = setTimeout(() => setAge("slow"), SLOW_AFTER_MS);
    return () => {
      clearTimeout(late);
      clearTimeout(slow);
    };
  }, []);
  if (age === "new") return null;
  return (
    <section aria-busy="true" className="p-6">
      <Heading className="mb-4 text-muted">
        {age === "slow" ? `Still loading ${what}.` : `Loading ${what}…`}
      </Heading>
      {age === "slow" && (
        <Link to="/" className="button mb-4">
          To the inbox
        </Link>
      )}
      <div aria-hidden="true" className="flex flex-col gap-3">
        {Array.from({ length: SKELETON_LINES }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
          <span key={at} className="block h-5 rounded bg-panel odd:w-3/4" />
        ))}
      </div>
    </section>
  );
}
