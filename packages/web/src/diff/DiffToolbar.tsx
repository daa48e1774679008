import { type KeyboardEvent, useState } from "react";
import { CommandButton } from "../commands/CommandButton.tsx";
import type { DiffSettings } from "./use-diff-settings.ts";

type ToolbarProps = {
  options: DiffSettings;
  canSplit: boolean;
  /** Whether there is another round to compare with. */
  hasRounds: boolean;
  find: string;
  onFind(text: string): void;
};

/** Everything about a change that keys can do, for the pointer. */
export function DiffToolbar({ options, canSplit, hasRounds, find, onFind }: ToolbarProps) {
  const [isWritten, setWritten] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    if (event.key === "Escape") onFind("");
    event.currentTarget.blur();
    document.querySelector<HTMLElement>('[aria-label="The change"]')?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label="The change"
      className="flex flex-wrap items-center gap-1 border-edge border-b bg-panel px-2 py-1"
    >
      <CommandButton id="diff.nextStop">Next unread</CommandButton>
      <CommandButton id="diff.nextFile">Next file</CommandButton>
      <CommandButton id="diff.comment">Comment</CommandButton>
      <CommandButton id="diff.range">Range</CommandButton>
      <CommandButton id="diff.viewed">Mark read</CommandButton>
      {canSplit && (
        <CommandButton id="diff.split" isPressed={options.isSplit}>
          Split
        </CommandButton>
      )}
      <CommandButton id="diff.space" isPressed={options.isBlankHidden}>
        Ignore spaces
      </CommandButton>
      <CommandButton id="diff.order">Files by {options.order}</CommandButton>
      {hasRounds && <CommandButton id="diff.rounds">Rounds</CommandButton>}
      <input
        id="find-in-change"
        type="search"
        className="field w-24 grow-0"
        aria-label="Find in the change"
        placeholder={isWritten ? "Enter: next is }" : "Find  /"}
        value={find}
        onFocus={() => setWritten(true)}
        onBlur={() => setWritten(false)}
        onChange={({ target }) => onFind(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
