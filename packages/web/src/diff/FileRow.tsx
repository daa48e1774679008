import { type ChangedFile, SIGNS, safeText } from "@countersign/review";
import type { RowActions } from "./row-actions.ts";

const KINDS = { new: "new file", gone: "deleted", changed: "" } as const;

type FileRowProps = { file: ChangedFile; isOpen: boolean; isRead: boolean; actions: RowActions };

/** The head of a file: its path, its size, and what can be done with it. */
export function FileRow({ file, isOpen, isRead, actions }: FileRowProps) {
  const path = safeText(file.path);
  return (
    <div className="flex h-10 items-center gap-2">
      <h2 className="min-w-0 grow truncate font-semibold" title={path}>
        {path}
      </h2>
      <span className="hidden shrink-0 text-muted sm:inline">{KINDS[file.what]}</span>
      <span className="shrink-0">
        <span className="text-added-sign">+{file.added}</span>{" "}
        <span className="text-removed-sign">-{file.removed}</span>
      </span>
      <button
        type="button"
        className="button shrink-0"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? "Close" : "Open"} ${path}`}
        onClick={() => actions.openFile(file, !isOpen)}
      >
        {isOpen ? "Close" : "Open"}
      </button>
      {file.what === "changed" && (
        <button
          type="button"
          className="button hidden shrink-0 md:inline-flex"
          aria-label={`More lines of ${path}`}
          onClick={() => actions.showMore(file)}
        >
          More lines
        </button>
      )}
      <button
        type="button"
        className="button shrink-0"
        aria-pressed={isRead}
        aria-label={`Read ${path}`}
        onClick={() => actions.markFile(file, !isRead)}
      >
        {isRead ? `${SIGNS.tick} Read` : "Read"}
      </button>
    </div>
  );
}
