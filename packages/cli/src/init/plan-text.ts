import { columns } from "../output/columns.ts";
import { display } from "../output/display.ts";

/** What will be done, one step per line. */
export function planText(steps: readonly (readonly [what: string, detail: string])[]): string {
  return columns(steps.map(([what, detail]) => [`  ${what}`, display(detail)]));
}
