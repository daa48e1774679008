import { CountersignError } from "@countersign/api";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";

const SKELETON_AFTER_MS = 200;

type Loaded<Data> = Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;

/** Shows a page's data, or that it is loading, or what failed. Data stays on screen while newer data loads. */
export function PageState<Data>({
  query,
  what,
  children,
}: {
  query: Loaded<Data>;
  /** What is loaded, for messages: "the inbox". */
  what: string;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <Skeleton what={what} />;
  return (
    <section className="p-6">
      <h1 className="mb-2 text-xl font-semibold">{titleOf(error, what)}</h1>
      <p role="alert" className="mb-4">
        {error.message}
      </p>
      <button type="button" className="button" onClick={() => void refetch()}>
        Try again
      </button>
    </section>
  );
}

function titleOf(error: Error, what: string): string {
  const code = error instanceof CountersignError ? error.code : "internal";
  if (code === "not_found") return "Not found";
  if (code === "forbidden") return "You may not see this";
  return `Cannot load ${what}`;
}

function Skeleton({ what }: { what: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <section aria-busy="true" className="p-6">
      <p className="text-muted">Loading {what}…</p>
    </section>
  );
}
