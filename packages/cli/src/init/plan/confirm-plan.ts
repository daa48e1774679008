import { createInterface } from "node:readline/promises";
import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../../command/context.ts";
import { proposeDiff } from "../../config-file/propose-diff.ts";
import { display } from "../../output/display.ts";
import { EXIT_CODES } from "../../runtime/exit-codes.ts";
import type { FileChange, PlannedFile } from "./plan-files.ts";

const CHOICES = "Apply? [Y] yes  [d] show diffs  [s] choose  [n] no: ";

/**
 * The one question: yes to all of it, a look at every line first, only some of it, or nothing. After a choice,
 * `planOf` shows what is left of the plan, and the question is asked again.
 */
export async function confirmPlan(
  { ask, say }: Pick<CommandContext, "ask" | "say">,
  planned: readonly PlannedFile[],
  planOf: (files: PlannedFile[]) => Parameters<CommandContext["say"]>[0],
): Promise<PlannedFile[]> {
  let files = [...planned];
  if (ask.yes) return files;
  if (!ask.allowed) {
    throw new CountersignError(
      "invalid_input",
      "Apply? This command cannot ask without a terminal",
      {
        hint: "Confirm with --yes, or preview with --dry-run",
      },
    );
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.once("SIGINT", () => process.exit(EXIT_CODES.interrupted.code));
  try {
    for (;;) {
      const answer = (await lines.question(CHOICES)).trim().toLowerCase();
      if (/^(?:y|yes)?$/.test(answer)) return files;
      if (answer === "d") say(diffsText(files));
      else if (answer === "s") {
        say(choicesText(files));
        files = removeByNumber(files, await lines.question("Numbers to leave out, such as 2 3: "));
        say(planOf(files));
      } else if (/^no?$/.test(answer)) break;
    }
  } finally {
    lines.close();
  }
  say("Nothing was changed.");
  throw new CountersignError("timed_out", "Cancelled");
}

/** Every change as a unified diff. */
export function diffsText(files: readonly PlannedFile[]): string {
  const diffs = files
    .filter(isFileChange)
    .map(({ done, found, text }) => display(proposeDiff(done.shown, found, text), { lines: true }));
  return diffs.join("\n");
}

/** The plan without the files of these numbers; what is no number counts for nothing. */
export function removeByNumber(files: readonly PlannedFile[], numbers: string): PlannedFile[] {
  const left = new Set(numbers.split(/[^0-9]+/).map(Number));
  const changes = files.filter(isFileChange);
  return files.filter((file) => !(isFileChange(file) && left.has(changes.indexOf(file) + 1)));
}

export function isFileChange(file: PlannedFile): file is PlannedFile & FileChange {
  return file.is === "new" || file.is === "edit";
}

function choicesText(files: readonly PlannedFile[]): string {
  return files
    .filter(isFileChange)
    .map(({ done }, index) => `  ${index + 1}  ${display(done.shown)}`)
    .join("\n");
}
