import type { BuiltinCheck } from "../../../packages/engine/src/review/checks/builtin/builtin.ts";
import type { SketchedFile } from "../../../packages/engine/src/review/checks/testing/sketch-change.ts";

/** What a rule means, shown on two changes. `checkedBy` names the program that tells them apart. */
export type Example = {
  fails: readonly SketchedFile[];
  passes: readonly SketchedFile[];
  checkedBy?: BuiltinCheck;
  /** What the policy must say for the rule to apply; left out: the defaults. */
  policy?: object;
};

export type Examples = Readonly<Record<string, Example>>;

/** Two new files of one name, for rules that need a reader. */
export function pair(path: string, fails: string, passes: string): Example {
  return { fails: [{ path, after: `${fails}\n` }], passes: [{ path, after: `${passes}\n` }] };
}

type Edit = readonly [before: string | null, after: string | null];

/** Two edits of one file that a program tells apart. */
export function edit(checkedBy: BuiltinCheck, path: string, fails: Edit, passes: Edit): Example {
  const file = ([before, after]: Edit) => ({ path, before: line(before), after: line(after) });
  return { checkedBy, fails: [file(fails)], passes: [file(passes)] };
}

function line(text: string | null): string | null {
  return text === null ? null : `${text}\n`;
}
