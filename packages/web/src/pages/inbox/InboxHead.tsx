import { firstKey } from "@countersign/review";
import { useEffect, useRef, useState } from "react";
import type { FactLine } from "../../data/line-facts.ts";
import { useSettings } from "../../settings/Settings.tsx";
import { INBOX_ORDERS, type ListOrder, ORDER_NAMES } from "./inbox-order.ts";
import { totalText } from "./inbox-rows.ts";
import type { InboxViewState } from "./use-inbox-view.ts";

type HeadProps = {
  own: readonly FactLine[];
  /** The number of snoozed tasks. */
  snoozed: number;
  /** False while more tasks load. */
  isWhole: boolean;
  view: InboxViewState;
  onRun(): void;
  onApproveAll(): void;
};

/** The title with the total, the filter, the order and what it means. */
export function InboxHead({ own, snoozed, isWhole, view, onRun, onApproveAll }: HeadProps) {
  const { keymap } = useSettings();
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-edge border-b px-4 py-2">
      <h1 className="font-semibold text-xl">Inbox</h1>
      <p role="status" className="text-muted">
        {totalText(own)}
        {snoozed > 0 && `, +${snoozed} later`}
        {!isWhole && ", loading more…"}
      </p>
      <button type="button" className="button" data-kind="main" onClick={onRun}>
        Review <kbd className="key">{firstKey(keymap, "review.open")}</kbd>
      </button>
      <button type="button" className="button" onClick={onApproveAll}>
        Approve ready tasks <kbd className="key">{firstKey(keymap, "review.approveAll")}</kbd>
      </button>
      <span className="grow" />
      <FilterField view={view} />
      <OrderField view={view} />
      <p id="order-meaning" className="w-full text-muted">
        {INBOX_ORDERS[view.order]}
      </p>
    </header>
  );
}

function FilterField({ view }: { view: InboxViewState }) {
  const [text, setText] = useState(view.filter);
  const field = useRef<HTMLInputElement>(null);
  const { filter } = view;
  useEffect(() => {
    // A link or a button changed the filter. What the person types is never replaced.
    if (document.activeElement !== field.current) setText(filter);
  }, [filter]);
  return (
    <input
      ref={field}
      id="inbox-filter"
      type="search"
      className="field max-w-64"
      aria-label="Filter"
      aria-keyshortcuts="/"
      placeholder="Filter: words, repo:name"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        view.change({ q: target.value });
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
      }}
    />
  );
}

function OrderField({ view }: { view: InboxViewState }) {
  return (
    <label className="flex items-center gap-2">
      Order
      <select
        className="field w-auto"
        value={view.order}
        aria-describedby="order-meaning"
        onChange={({ target }) => view.change({ order: target.value as ListOrder })}
      >
        {ORDER_NAMES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
