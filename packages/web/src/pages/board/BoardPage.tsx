import { BOARD_COLUMNS, cappedCount } from "@countersign/review";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { useCommands } from "../../commands/Commands.tsx";
import { useBoard } from "../../data/lists.ts";
import { PageState } from "../../frame/PageState.tsx";
import { useSession } from "../../session/Session.tsx";
import { BoardCard } from "./BoardCard.tsx";
import {
  type BoardColumn,
  type BoardCursor,
  boardColumns,
  moveBoardCursor,
} from "./board-cards.ts";

/** The cards that a half page holds. */
const HALF_PAGE = 4;

/** Every task in four columns. */
export function BoardPage() {
  return (
    <PageState query={useBoard()} what="the board">
      {(board) => <Columns board={board} />}
    </PageState>
  );
}

type Board = NonNullable<ReturnType<typeof useBoard>["data"]>;

function Columns({ board: { lines, inbox } }: { board: Board }) {
  const { me } = useSession();
  const columns = useMemo(() => boardColumns(lines, inbox), [lines, inbox]);
  const [cursor, setCursor] = useState<BoardCursor>({ column: "reviewing", task: "" });
  // A card that left its column gives its place to the first one.
  const here = moveBoardCursor(columns, cursor, {});
  useBoardCommands(columns, here, setCursor);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="px-4 py-2 font-semibold text-xl">Board</h1>
      {columns.every(({ count }) => count === 0) && (
        <p className="px-4 pb-2">
          Every task appears here, from the first submission to the merge. No agent has submitted
          anything yet; <code>countersign init</code> sets a repository up.
        </p>
      )}
      <div className="grid min-h-0 grow grid-cols-1 overflow-y-auto sm:grid-cols-2 sm:overflow-y-auto lg:grid-cols-4 lg:overflow-hidden">
        {columns.map(({ column, cards, count }) => (
          <section
            key={column}
            aria-labelledby={`column-${column}`}
            className="flex min-h-0 min-w-0 flex-col border-edge border-t lg:border-r"
          >
            <h2 id={`column-${column}`} className="px-3 py-2 font-semibold">
              {BOARD_COLUMNS[column].title}{" "}
              <span className="font-normal text-muted">{cappedCount(count)}</span>
            </h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
            <ul className="min-h-0 grow overflow-y-auto px-2 pb-2" tabIndex={0}>
              {cards.map((line) => (
                <BoardCard
                  key={line.task}
                  line={line}
                  me={me.actor.id}
                  isCursor={here.column === column && here.task === line.task}
                />
              ))}
            </ul>
            {count > cards.length && cards.length > 0 && (
              <p className="px-3 py-1 text-muted">
                {cappedCount(count - cards.length)} more are not shown.
              </p>
            )}
          </section>
        ))}
      </div>
    </div>
  );
}

function useBoardCommands(
  columns: readonly BoardColumn[],
  cursor: BoardCursor,
  setCursor: (cursor: BoardCursor) => void,
): void {
  const navigate = useNavigate();
  const { task } = cursor;
  const move = (by: Parameters<typeof moveBoardCursor>[2]) => () =>
    setCursor(moveBoardCursor(columns, cursor, by));
  const all = Number.MAX_SAFE_INTEGER;
  useCommands("board", {
    "board.left": move({ columns: -1 }),
    "board.right": move({ columns: 1 }),
    "nav.down": move({ cards: 1 }),
    "nav.up": move({ cards: -1 }),
    "nav.top": move({ cards: -all }),
    "nav.end": move({ cards: all }),
    "nav.halfDown": move({ cards: HALF_PAGE }),
    "nav.halfUp": move({ cards: -HALF_PAGE }),
    "review.open": () => void navigate({ to: "/run" }),
    ...(task === ""
      ? {}
      : {
          "task.open": () => void navigate({ to: "/t/$task", params: { task } }),
          "review.why": () => void navigate({ to: "/t/$task/why", params: { task } }),
        }),
  });
  const isMoved = useRef(false);
  useEffect(() => {
    if (isMoved.current)
      document.getElementById(`card-${task}`)?.scrollIntoView({ block: "nearest" });
    isMoved.current = true;
  }, [task]);
}
