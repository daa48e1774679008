import { clockText } from "@countersign/review";
import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useCommands, useRunCommand } from "../commands/Commands.tsx";
import { useLostSince } from "../data/Live.tsx";
import { usePendingCount } from "../data/lists.ts";
import { useDecider } from "../decisions/Decisions.tsx";
import { useNotice } from "../frame/Notices.tsx";
import { useSession } from "../session/Session.tsx";
import { FrameDialogs } from "./FrameDialogs.tsx";

/** The frame of every page: navigation, the page, and the bar with the last message. */
export function Shell() {
  const { undoLast } = useDecider();
  const navigate = useNavigate();
  useCommands(
    "board",
    {
      "review.undo": undoLast,
      "app.back": () => void navigate({ to: "/" }),
    },
    "frame",
  );
  return (
    <div className="flex h-dvh flex-col sm:flex-row">
      <a href="#main" className="button sr-only focus:not-sr-only">
        To the content
      </a>
      <Rail />
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <LostBanner />
        <main id="main" tabIndex={-1} className="min-h-0 grow overflow-auto">
          <Outlet />
        </main>
        <NoticeBar />
      </div>
      <FrameDialogs />
    </div>
  );
}

function Rail() {
  const { me, signOut } = useSession();
  const run = useRunCommand();
  const pending = usePendingCount();
  useEffect(() => {
    document.title = pending === null || pending === 0 ? "countersign" : `(${pending}) countersign`;
  }, [pending]);
  return (
    <nav
      aria-label="Pages"
      className="flex shrink-0 flex-wrap items-center gap-2 border-edge border-b bg-panel p-2 sm:w-36 sm:flex-col sm:items-stretch sm:border-r sm:border-b-0"
    >
      <Link to="/" className="button" activeProps={{ "aria-current": "page" }}>
        <span className="grow">Inbox</span>
        {pending !== null && <span>{pending}</span>}
      </Link>
      <Link to="/board" className="button" activeProps={{ "aria-current": "page" }}>
        Board
      </Link>
      <Link to="/settings" className="button" activeProps={{ "aria-current": "page" }}>
        Settings
      </Link>
      <button
        type="button"
        className="button"
        aria-keyshortcuts="Control+K"
        onClick={() => run("app.command")}
      >
        Commands
      </button>
      <span className="grow" />
      <span className="truncate text-muted">{me.actor.id}</span>
      <button type="button" className="button" onClick={signOut}>
        Sign out
      </button>
    </nav>
  );
}

function LostBanner() {
  const lostSinceMs = useLostSince();
  if (lostSinceMs === null) return null;
  return (
    <p role="status" className="border-warning border-b bg-panel px-4 py-1 text-warning">
      Not live since {clockText(lostSinceMs)}. Retrying; decisions are kept and sent again.
    </p>
  );
}

function NoticeBar() {
  const { notice, clear } = useNotice();
  return (
    <div className="border-edge border-t bg-panel empty:border-0">
      <div role="status" aria-live="polite">
        {notice !== null && !notice.isFailure && (
          <p className="flex items-center gap-3 px-4 py-1">
            <span className="grow">{notice.text}</span>
            {notice.undo !== null && (
              <button type="button" className="button" onClick={notice.undo}>
                Undo <kbd className="key">U</kbd>
              </button>
            )}
          </p>
        )}
      </div>
      <div role="alert">
        {notice?.isFailure && (
          <p className="flex items-center gap-3 px-4 py-1 text-critical">
            <span className="grow">{notice.text}</span>
            <button type="button" className="button" onClick={clear}>
              Close
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
