import "./diff.css";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { DiffTable } from "./DiffTable.tsx";
import { DiffToolbar } from "./DiffToolbar.tsx";
import { createRowLister, type DiffRows } from "./diff-rows.ts";
import type { DiffViewProps, JumpTarget } from "./diff-view-props.ts";
import { FileList } from "./FileList.tsx";
import { type DiffSettings, useDiffSettings } from "./use-diff-settings.ts";
import { type TableWidth, useTableWidth } from "./use-table-width.ts";

const RULER = "0".repeat(100);

/** A change: its toolbar, the list of its files, and the table of its lines. */
export function DiffView(props: DiffViewProps) {
  const { findings, task, reading } = props;
  const frame = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLSpanElement>(null);
  const width = useTableWidth(frame, ruler);
  const options = useDiffSettings({ ...props, canSplit: width?.canSplit === true });
  const [find, setFind] = useState("");
  const wanted = useDeferredValue(find.toLowerCase());
  const diff = useDiffRows(props, options, width);
  const jump = useRef<((to: JumpTarget) => void) | null>(null);
  // Two versions need the room of the lists, except on a very wide screen.
  const lists = options.isSplit ? "hidden 2xl:contents" : "contents";
  return (
    <div className="flex min-h-80 min-w-0 flex-1 flex-col">
      <DiffToolbar
        options={options}
        canSplit={width?.canSplit === true}
        hasRounds={props.hasRounds}
        find={find}
        onFind={setFind}
      />
      <div className="flex min-h-0 flex-1">
        <div className={lists}>
          <FileList
            files={options.files}
            task={task}
            read={reading.read}
            findings={findings}
            onChoose={(path) => jump.current?.({ path })}
          />
        </div>
        <section
          ref={frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
          tabIndex={0}
          aria-label="The change"
          className="relative min-h-0 min-w-0 flex-1 overflow-y-auto overflow-x-hidden contain-content"
        >
          <span ref={ruler} className="diff invisible absolute w-auto" aria-hidden="true">
            {RULER}
          </span>
          {diff !== null && width !== null && (
            <DiffTable
              {...props}
              frame={frame}
              diff={diff}
              options={options}
              isNarrow={width.isNarrow}
              wanted={wanted}
              onFind={setFind}
              jump={jump}
            />
          )}
        </section>
        <div className={lists}>{props.beside?.((to) => jump.current?.(to))}</div>
      </div>
    </div>
  );
}

/** Lists the rows again when what they depend on has changed; null until the width is known. */
function useDiffRows(
  { change, findings, comments }: DiffViewProps,
  { files, opened, readBefore, around, whole, isSplit, isBlankHidden }: DiffSettings,
  width: TableWidth | null,
): DiffRows | null {
  const [lister] = useState(createRowLister);
  return useMemo(() => {
    if (width === null) return null;
    const shown = { change, files, findings, comments };
    const look = { opened, readBefore, around, whole, isSplit, isBlankHidden };
    return lister({ ...shown, ...look, ...width });
  }, [
    lister,
    change,
    files,
    findings,
    comments,
    opened,
    readBefore,
    around,
    whole,
    isSplit,
    isBlankHidden,
    width,
  ]);
}
