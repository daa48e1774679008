import type { StrandedWork } from "../client/stranded-work.ts";
import { display } from "../output/display.ts";
import type { Style } from "../output/style.ts";

/** Two lines per task whose directory is gone: where it waits, and how it can be continued. */
export function strandedWorkLines(work: readonly StrandedWork[], style: Style): string[] {
  return work.map(
    ({ detail, fix }) =>
      `${style.paint("warn", "Directory gone:")} ${display(detail, style)}\n  ${display(fix, style)}`,
  );
}
