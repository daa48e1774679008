import type { TaskLine } from "@countersign/api";

type FilteredLine = Pick<
  TaskLine,
  "task" | "title" | "repo" | "state" | "priority" | "gate" | "turn"
>;

/** Checks that a row contains every word of the filter. */
export function matchesLine(line: FilteredLine, filter: string): boolean {
  const { task, title, repo, state, priority, gate, turn } = line;
  const text = [task, title, repo, state, priority, gate ?? "", turn.who ?? turn.holder]
    .join(" ")
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word) || word === repositoryFilter(repo).toLowerCase());
}

/** Returns the filter word that selects the tasks of one repository. */
export function repositoryFilter(repo: string): string {
  return `repo:${repo}`;
}
