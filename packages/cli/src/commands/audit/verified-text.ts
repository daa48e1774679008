import type { VerifyResult } from "@countersign/engine";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";

const SHOWN = 50;

/** What was verified, then every problem in a sentence. */
export function verifiedText(result: VerifyResult, style: Style): string {
  const { seals, tasks, entries, unsealed, first, last, problems, more } = result;
  const range = last === null ? "nothing is sealed yet" : `seals ${first} to ${last.number}`;
  const counted = `${entries} entries of ${tasks} tasks and the organisation, ${seals} seals (${range})`;
  const rest =
    unsealed === 0 ? [] : [`${unsealed} entries are not sealed yet and were not checked`];
  if (problems.length === 0)
    return [`${style.paint("good", "nothing was changed")}: ${counted}`, ...rest].join("\n");
  const hidden = problems.length + more - Math.min(problems.length, SHOWN);
  return [
    `${style.paint("bad", "not as it was written")}: ${counted}`,
    ...rest,
    ...problems.slice(0, SHOWN).map(({ text }) => `  ${display(text, style)}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ].join("\n");
}
