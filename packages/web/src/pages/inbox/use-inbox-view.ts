import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { ListOrder } from "./inbox-order.ts";
import { keepClosedSections, readClosedSections } from "./inbox-search.ts";
import type { ListSection } from "./list-sections.ts";

export type InboxViewState = ReturnType<typeof useInboxView>;

/** The filter and order of the address, and the closed sections of this browser. */
export function useInboxView() {
  const { q = "", order = "risk" } = useSearch({ from: "/" });
  const navigate = useNavigate({ from: "/" });
  const [closed, setClosed] = useState(readClosedSections);
  return {
    filter: q.trim(),
    order,
    closed,
    change(search: { q?: string; order?: ListOrder }): void {
      void navigate({ to: "/", search: { q, order, ...search }, replace: true });
    },
    toggle(section: ListSection): void {
      const next = new Set(closed);
      if (!next.delete(section)) next.add(section);
      keepClosedSections(next);
      setClosed(next);
    },
  };
}
