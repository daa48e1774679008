import type { TaskId } from "../kernel/ids.ts";
import { oneLine } from "./untrusted.ts";

/** The next task of an agent. */
export type OfferedAssignment = {
  task: TaskId;
  title: string;
  /** At the agent's location, on another branch of its directory, or new. */
  is: "here" | "elsewhere" | "new";
  /** The branch to work on, if another one is checked out. `from` is the start of a new branch. */
  branch: { name: string; from: string | null } | null;
};

const MAX_TITLE = 120;
const MAX_BRANCH = 120;

/** Branch names that need no quoting in a shell. */
const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9_./@+-]*$/;

/** Names the next assignment, and how to get to its branch. The title is quoted, because it is untrusted text. */
export function nextAssignmentText({ task, title, is, branch }: OfferedAssignment): string {
  const what = is === "new" ? "is your next task" : "waits for you";
  const named = `${task} "${oneLine(title, MAX_TITLE).replaceAll('"', "'")}" ${what}.`;
  return branch === null ? named : `${named} ${branchSteps(branch)}`;
}

/** Returns the steps to switch to the branch of an assignment. */
function branchSteps({ name, from }: NonNullable<OfferedAssignment["branch"]>): string {
  const isPlain = [name, from ?? name].every((one) => PLAIN_NAME.test(one));
  if (!isPlain)
    return `Commit your work and switch to its branch, "${oneLine(name, MAX_BRANCH)}", before you accept it.`;
  const command = from === null ? `git switch ${name}` : `git switch -c ${name} ${from}`;
  return `Commit your work and run "${command}" before you accept it.`;
}

/** Offers the next assignment to an agent that wants to stop. */
export function stopForAssignment(offered: OfferedAssignment): string {
  return `countersign: your work is submitted. ${nextAssignmentText(offered)} Then call accept_assignment ${offered.task} and work on it. If you were asked for one thing only, stop: ${offered.task} is offered once.`;
}
