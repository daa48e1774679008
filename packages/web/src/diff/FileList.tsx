import type { Finding } from "@countersign/api";
import {
  baseName,
  type ChangedFile,
  isFileRead,
  type ReadLines,
  SIGNS,
  safeText,
} from "@countersign/review";
import { memo } from "react";

type FileListProps = {
  files: readonly ChangedFile[];
  task: string;
  read: ReadLines;
  findings: readonly Finding[];
  onChoose(path: string): void;
};

/** Longer lists cost more than they help; `J` and the search remain. */
const MAX_LISTED = 300;

/** The files of a change on wide screens, with a sign at those that were read. */
export const FileList = memo(
  function FileList({ files, task, read, findings, onChoose }: FileListProps) {
    const found = new Set(
      findings.filter(({ disposition }) => disposition.is === "open").map(({ file }) => file),
    );
    return (
      <nav
        aria-label="Files of the change"
        className="hidden w-60 shrink-0 overflow-y-auto border-edge border-r bg-panel p-1 xl:block"
      >
        <ul>
          {files.slice(0, MAX_LISTED).map((file) => {
            const isRead = isFileRead(read, task, file);
            return (
              <li key={file.path}>
                <button
                  type="button"
                  className="flex min-h-7 w-full items-center gap-1 rounded px-1 text-left hover:bg-selected"
                  title={safeText(file.path)}
                  onClick={() => onChoose(file.path)}
                >
                  <span className="w-4 shrink-0 text-ok">
                    {isRead && (
                      <>
                        <span aria-hidden="true">{SIGNS.tick}</span>
                        <span className="sr-only">read </span>
                      </>
                    )}
                  </span>
                  <span className="min-w-0 grow truncate">{safeText(baseName(file.path))}</span>
                  {found.has(file.path) && (
                    <span className="shrink-0 text-warning">
                      <span aria-hidden="true">{SIGNS.warning}</span>
                      <span className="sr-only"> has findings</span>
                    </span>
                  )}
                  <span className="shrink-0 text-muted">{file.added + file.removed}</span>
                </button>
              </li>
            );
          })}
        </ul>
        {files.length > MAX_LISTED && (
          <p className="p-1 text-muted">and {files.length - MAX_LISTED} more</p>
        )}
      </nav>
    );
  },
  (one, other) =>
    one.files === other.files && one.read === other.read && one.findings === other.findings,
);
