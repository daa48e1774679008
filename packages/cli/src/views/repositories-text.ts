import type { RepositoryLine } from "@countersign/api";
import { columns } from "../output/columns.ts";
import { display } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import { timeText } from "../output/words.ts";

const WHY: Readonly<Record<string, string>> = {
  target_moved: "the target branch has commits that were not reviewed",
  first_policy: "the first policy is waiting for your confirmation",
  policy_unreadable: "the policy is invalid, so the last valid one stays in force",
  target_unreadable: "git and countersign may read the target differently",
  repository_gone: "its directory is gone",
  registered_twice: "the same repository is registered twice",
  history_altered: "git shows a history that differs from the commits",
  unapproved_merge: "a merge was not approved",
  seal_lost: "the database differs from the sealed one",
  log_damaged: "a log was changed after it was written",
  proofs_changed: "the proofs of merges were changed, or cannot be continued",
};

const TRUST_KINDS = {
  root: "The beginning of trust",
  change: "A change of trust",
  waypoint: "A waypoint",
} as const;

/** One line per repository whose merges are stopped, for screens that are about tasks. */
export function heldRepositoryLines(items: readonly RepositoryLine[], style: Style): string[] {
  return items.flatMap(({ id, hold }) => {
    if (hold === null) return [];
    const why = WHY[hold.why] ?? display(hold.why);
    const text = `Merges to ${display(id)} are stopped: ${why}. See countersign repo list.`;
    return [style.paint("bad", text)];
  });
}

/** One line per repository whose policy on the target cannot be read. */
export function unreadablePolicyLines(items: readonly RepositoryLine[], style: Style): string[] {
  return items.flatMap(({ id, target, hold, problem }) => {
    if (problem === null || hold !== null) return [];
    const what = `The policy on ${display(target)} of ${display(id)} cannot be read: ${display(problem, style)}.`;
    return [
      style.paint(
        "bad",
        `${what} If one was valid before, it stays in force. See countersign doctor.`,
      ),
    ];
  });
}

/** One line per repository with commits that were accepted without a review. */
export function unreviewedLines(items: readonly RepositoryLine[], style: Style): string[] {
  return items.flatMap(({ id, unreviewed }) =>
    unreviewed === null
      ? []
      : [style.paint("warn", `${display(id)}: ${display(unreviewed, style)}`)],
  );
}

/** One line per repository in which a change of trust waits for signatures, with the person who proposed it. */
export function trustRequestLines(items: readonly RepositoryLine[], style: Style): string[] {
  return items.flatMap(({ id, target, trustRequest }) => {
    if (trustRequest === null) return [];
    const { kind, proposedBy, untilMs } = trustRequest;
    const where = `${display(target)} of ${display(id)}`;
    const text = `${TRUST_KINDS[kind]} on ${where} waits for signatures until ${timeText(untilMs)}. ${display(proposedBy)} proposed it. See countersign trust show.`;
    return [style.paint("warn", text)];
  });
}

/** Repositories with what keeps merges from going on. */
export function repositoriesText(items: readonly RepositoryLine[], style: Style): string {
  const rows = items.map((item) => [
    `  ${style.paint("strong", display(item.id))}`,
    display(item.target),
    stateText(item, style),
    display(item.path, style),
  ]);
  return [columns(rows), ...items.flatMap((item) => detailLines(item, style))].join("\n");
}

function stateText({ hold, problem }: RepositoryLine, style: Style): string {
  if (hold !== null)
    return style.paint("bad", hold.why === "repository_gone" ? "gone" : "merges stopped");
  return problem === null ? style.paint("good", "ok") : style.paint("bad", "cannot be used");
}

function detailLines(line: RepositoryLine, style: Style): string[] {
  const { id, hold, problem } = line;
  const open = line.unsandboxed
    ? [
        `  ${display(id)}: ${style.paint("warn", "its commands may run without a sandbox, with your rights")}`,
        `    fix: countersign repo allow-unsandboxed ${display(id)} --undo`,
      ]
    : [];
  const held =
    hold === null
      ? []
      : [
          `  ${display(id)}: ${WHY[hold.why] ?? display(hold.why)} (${display(hold.detail, style)})`,
          ...lookLines(line),
          `    fix: ${fixOf(hold.why, display(id))}`,
        ];
  const broken =
    problem === null
      ? []
      : [`  ${display(id)}: ${display(problem, style)}`, "    fix: countersign doctor"];
  return [...open, ...held, ...broken];
}

/** What moved the target, commit by commit, up to the one that a release accepts. */
function lookLines({ path, tip, found }: RepositoryLine): string[] {
  if (tip === null || found === null || tip === found) return [];
  return [`    see: git -C ${display(path)} log --stat ${tip.slice(0, 12)}..${found.slice(0, 12)}`];
}

/** What a person does about a hold. */
export function fixOf(why: string, id: string): string {
  if (why === "repository_gone")
    return `bring it back, or countersign repo move ${id} <path>, or countersign repo remove ${id}`;
  const release =
    why === "seal_lost" ? "countersign audit accept" : `countersign repo release ${id}`;
  return `look at it, then ${release} --reason '<what you found>'`;
}
