import type { BuiltinCheck } from "../../../packages/engine/src/review/checks/builtin/builtin.ts";
import type { SketchedFile } from "../../../packages/engine/src/review/checks/testing/sketch-change.ts";

/** A rule illustrated by two changes. `checkedBy` names the program that distinguishes them. */
export type Example = {
  fails: readonly SketchedFile[];
  passes: readonly SketchedFile[];
  checkedBy?: BuiltinCheck;
  /** The policy under which the rule applies. Default: the built-in defaults. */
  policy?: object;
};

export type Examples = Readonly<Record<string, Example>>;

/** Creates two versions of a new file, for rules that need a reader. */
export function newFileExample(path: string, fails: string, passes: string): Example {
  return { fails: [{ path, after: `${fails}\n` }], passes: [{ path, after: `${passes}\n` }] };
}

type Edit = readonly [before: string | null, after: string | null];

/** Creates two edits of one file that a program distinguishes. */
export function editExample(
  checkedBy: BuiltinCheck,
  path: string,
  fails: Edit,
  passes: Edit,
): Example {
  const file = ([before, after]: Edit) => ({ path, before: line(before), after: line(after) });
  return { checkedBy, fails: [file(fails)], passes: [file(passes)] };
}

function line(text: string | null): string | null {
  return text === null ? null : `${text}\n`;
}
