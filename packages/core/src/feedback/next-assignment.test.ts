import { describe, expect, it } from "vitest";
import {
  nextAssignmentText,
  type OfferedAssignment,
  stopForAssignment,
} from "./next-assignment.ts";

const NEW: OfferedAssignment = {
  task: "cs-b",
  title: 'Write "tests"',
  is: "new",
  branch: { name: "cs-b", from: "main" },
};

describe("the offer of the next assignment", () => {
  it.each<[string, OfferedAssignment, string]>([
    [
      "names a new task and the branch that it begins on",
      NEW,
      `cs-b "Write 'tests'" is your next task. Commit your work and run "git switch -c cs-b main" before you accept it.`,
    ],
    [
      "names no branch where the one that is checked out is free",
      { ...NEW, branch: null },
      `cs-b "Write 'tests'" is your next task.`,
    ],
    [
      "names the branch of work that came back",
      { ...NEW, is: "elsewhere", branch: { name: "agent/fix", from: null } },
      `cs-b "Write 'tests'" waits for you. Commit your work and run "git switch agent/fix" before you accept it.`,
    ],
    [
      "writes no command with a name that a shell would read otherwise",
      { ...NEW, is: "elsewhere", branch: { name: "x;reboot", from: null } },
      `cs-b "Write 'tests'" waits for you. Commit your work and switch to its branch, "x;reboot", before you accept it.`,
    ],
    [
      "keeps a title on one line",
      { ...NEW, title: "a\n## b", branch: null },
      'cs-b "a ## b" is your next task.',
    ],
  ])("%s", (_, offered, expected) => {
    expect(nextAssignmentText(offered)).toBe(expected);
  });

  it("tells an agent that stops that it may, and that it is asked once [R-025]", () => {
    expect(stopForAssignment(NEW)).toBe(
      `countersign: your work is submitted. cs-b "Write 'tests'" is your next task. Commit your work and run "git switch -c cs-b main" before you accept it. Then call accept_assignment cs-b and work on it. If you were asked for one thing only, stop: cs-b is offered once.`,
    );
  });
});
