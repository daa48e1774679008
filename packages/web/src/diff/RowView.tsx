import { countText, type DiffLine, type Slice, safeText, type Tints } from "@countersign/review";
import { memo } from "react";
import type { DiffRow, LineRow, PairRow } from "./diff-rows.ts";
import { FileRow } from "./FileRow.tsx";
import { linePieces } from "./line-pieces.ts";
import { NoteCard } from "./NoteCard.tsx";
import type { RowActions } from "./row-actions.ts";

export type RowProps = {
  row: DiffRow;
  /** Index among all rows. */
  at: number;
  isSplit: boolean;
  isCursor: boolean;
  isUnread: boolean;
  isInRange: boolean;
  /** What is known of the row's file or finding: read, accepted. */
  isDone: boolean;
  /** Whether its lines were moved from or to another place of the change. */
  isMoved: boolean;
  /** Text that the reader looks for; empty in rows without it. */
  wanted: string;
  tints: Tints | undefined;
  leftTints: Tints | undefined;
  actions: RowActions;
  measure: (element: HTMLElement | null) => void;
};

/** A row of the table. Remembered, so that a key draws two rows again and not sixty. */
export const RowView = memo(function RowView(props: RowProps) {
  const { row, at, isSplit, isCursor, isUnread, isInRange, actions } = props;
  const all = isSplit ? 4 : 3;
  const shared = {
    "aria-rowindex": at + 2,
    "aria-current": isCursor ? ("true" as const) : undefined,
    onMouseDown: (event: React.MouseEvent) => actions.point(at, event.shiftKey),
  };
  const look = classes({
    "is-cursor": isCursor,
    "is-unread": isUnread,
    "is-in-range": isInRange,
    "is-moved": props.isMoved,
  });
  switch (row.is) {
    case "line":
      return <UnifiedLine {...props} row={row} shared={shared} look={look} />;
    case "pair":
      return <PairedLine {...props} row={row} shared={shared} look={look} />;
    case "note":
      return (
        <tr {...shared} className={look} data-index={at} ref={props.measure}>
          <td colSpan={all}>
            <NoteCard note={row.note} isAccepted={props.isDone} actions={actions} />
          </td>
        </tr>
      );
    case "file":
      return (
        <tr {...shared} className={`file-row ${look}`}>
          <td colSpan={all}>
            <FileRow file={row.file} isOpen={row.isOpen} isRead={props.isDone} actions={actions} />
          </td>
        </tr>
      );
    default:
      return (
        <tr {...shared} className={`band-row ${look}`}>
          <td colSpan={all}>
            <span className="block truncate">{bandText(row)}</span>
          </td>
        </tr>
      );
  }
});

type BandRow = Extract<DiffRow, { is: "hunk" | "closed" | "unshown" | "unplaced" }>;

function bandText(row: BandRow): string {
  switch (row.is) {
    case "closed":
      return `Closed: ${row.why}. Enter opens it.`;
    case "unshown":
      return safeText(`${row.path}: not shown (${row.why})`);
    case "unplaced":
      return `Unplaced (${row.count}): not about a line of the files below`;
    case "hunk": {
      const skipped = row.skipped === 0 ? "" : countText(row.skipped, "unchanged line");
      const about = [skipped, row.head].filter((part) => part !== "").join(", ");
      return about === "" ? "From the first line" : safeText(`@@ ${about}`);
    }
  }
}

type LineProps<Row> = Omit<RowProps, "row"> & {
  row: Row;
  look: string;
  shared: Pick<React.HTMLAttributes<HTMLElement>, "aria-current" | "onMouseDown">;
};

function UnifiedLine({ row, isSplit, isMoved, wanted, tints, look, shared }: LineProps<LineRow>) {
  const { line, other, slice, isMarked } = row;
  const isFirst = slice.from === 0;
  const tone = classes({ [`is-${WORDS[line.sign]}`]: true, "is-marked": isMarked });
  return (
    <tr {...shared} className={`${tone} ${look}`}>
      {!(isSplit && line.old === null) && <LineNumber value={isFirst ? line.old : null} />}
      {!(isSplit && line.old !== null) && <LineNumber value={isFirst ? line.new : null} />}
      <td className={isFirst ? "code" : "code is-continued"} colSpan={isSplit ? 3 : 1}>
        {isMoved && <span className="sr-only">moved, </span>}
        <Code line={line} other={other} slice={slice} tints={tints} wanted={wanted} />
      </td>
    </tr>
  );
}

function PairedLine({ row, wanted, tints, leftTints, look, shared }: LineProps<PairRow>) {
  const { left, right, leftSlice, rightSlice, isMarked } = row;
  const isEdit = left !== right;
  return (
    <tr {...shared} className={classes({ [look]: true, "is-marked": isMarked })}>
      <Side
        line={left}
        number={left?.old ?? null}
        other={isEdit ? right : null}
        slice={leftSlice}
        tints={leftTints}
        wanted={wanted}
      />
      <Side
        line={right}
        number={right?.new ?? null}
        other={isEdit ? left : null}
        slice={rightSlice}
        tints={tints}
        wanted={wanted}
      />
    </tr>
  );
}

type SideProps = Omit<CodeProps, "line" | "slice"> & {
  line: DiffLine | null;
  slice: Slice | null;
  number: number | null;
};

/** One of two versions; empty where it has no line. */
function Side({ line, number, slice, ...rest }: SideProps) {
  if (line === null || slice === null)
    return (
      <>
        <td className="number" />
        <td className="code" />
      </>
    );
  const tone = `is-${WORDS[line.sign]}`;
  return (
    <>
      <LineNumber value={slice.from === 0 ? number : null} tone={tone} />
      <td className={`code ${tone} ${slice.from === 0 ? "" : "is-continued"}`}>
        <Code line={line} slice={slice} {...rest} />
      </td>
    </>
  );
}

const WORDS = { "+": "added", "-": "removed", " ": "unchanged", "\\": "remark" } as const;

function LineNumber({ value, tone = "" }: { value: number | null; tone?: string }) {
  return value === null ? (
    <td className={`number ${tone}`} />
  ) : (
    <th scope="row" className={`number ${tone}`}>
      {value}
    </th>
  );
}

type CodeProps = Parameters<typeof linePieces>[0];

function Code({ line, other, slice, tints, wanted }: CodeProps) {
  const word = slice.from === 0 ? WORDS[line.sign] : `${WORDS[line.sign]}, continued`;
  return (
    <>
      <span className="sr-only">{word} </span>
      {linePieces({ line, other, slice, tints, wanted }).map(({ text, kind, isMatch }, at) => {
        const shown = safeText(text);
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no other name
        if (isMatch) return <mark key={at}>{shown}</mark>;
        if (kind === null) return shown;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no other name
          <span key={at} className={`t-${kind}`}>
            {shown}
          </span>
        );
      })}
    </>
  );
}

function classes(names: Readonly<Record<string, boolean>>): string {
  return Object.keys(names)
    .filter((name) => names[name] === true && name !== "")
    .join(" ");
}
