import type { RecurringFinding } from "@countersign/api";
import { countText } from "@countersign/review";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";

/** What came back, and whether it seems to be noise. */
export function recurringText(findings: readonly RecurringFinding[], style: Style): string {
  if (findings.length === 0) return "No finding came back.";
  return findings
    .map(({ repo, last, tasks, rounds, dismissed, raisedBy }) => {
      const place = last.file === undefined ? repo : `${repo}: ${last.file}`;
      const often = `${countText(tasks, "task")}, ${countText(rounds, "round")}, dismissed in ${dismissed}`;
      return [
        `${style.paint("strong", last.severity)} ${display(last.message)}`,
        `  ${display(place)} · ${often} · raised by ${display(raisedBy.join(", "))}`,
        `  last: ${display(last.task)}/${last.id}`,
      ].join("\n");
    })
    .join("\n");
}
