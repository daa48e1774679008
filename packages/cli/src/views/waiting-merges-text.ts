import type { WaitingMerge } from "../client/waiting-merges.ts";
import { display, displayShort } from "../output/display.ts";
import type { Style } from "../output/style.ts";

const TITLE = 60;

/** Two lines per merge that waits: which task, and what is in its way with the command that helps. */
export function waitingMergeLines(merges: readonly WaitingMerge[], style: Style): string[] {
  return merges.map(({ task, title, detail }) => {
    const name = `${style.paint("strong", task)}  ${displayShort(title, TITLE, style)}`;
    return `${style.paint("warn", "Not merged yet:")} ${name}\n  ${display(detail, style)}`;
  });
}
