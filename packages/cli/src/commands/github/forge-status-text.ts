import type { ForgeStatusView } from "@countersign/api";
import { countText } from "@countersign/review";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";
import { ageText } from "../../output/words.ts";

type RepositoryStatus = ForgeStatusView["repositories"][number];

/** Describes the connection to GitHub: the app, its repositories, what needs attention, and the accounts. */
export function forgeStatusText(status: ForgeStatusView, style: Style, nowMs: number): string {
  if (status.host === null)
    return "This engine is not connected to GitHub. Connect it: countersign github setup";
  const blocks = [
    [`App ${status.app} on ${display(status.host)}`, ...problemLines(status, style, nowMs)],
    repositoryLines(status, style),
    status.repositories.flatMap((repository) => attentionLines(repository, style)),
    accountLines(status),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function problemLines({ problem, pauses }: ForgeStatusView, style: Style, nowMs: number): string[] {
  return [
    ...(problem === null ? [] : [style.paint("bad", display(problem))]),
    ...pauses.map(({ installation, untilMs }) => {
      const seconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1_000));
      return style.paint(
        "warn",
        `GitHub asked installation ${installation} to pause for ${seconds} s`,
      );
    }),
  ];
}

function repositoryLines({ repositories, unlinked }: ForgeStatusView, style: Style): string[] {
  const rows = repositories.map(({ repo, name, openChanges, polledMs }) => [
    display(name),
    display(repo),
    countText(openChanges, "pull request"),
    polledMs === null ? "not read yet" : `read ${ageText(polledMs)} ago`,
  ]);
  const more = unlinked.map((name) => `countersign github add ${display(name)}`);
  return [
    ...(rows.length === 0 ? ["No repository is linked."] : [columns(rows)]),
    ...(more.length === 0 ? [] : [style.paint("faint", "Also installed on:"), ...more]),
  ];
}

/** What a person should look at: failed polls, foreign checks, gaps in the branch rules and hints. */
function attentionLines(
  { name, problem, foreignChecks, gaps, hints = [] }: RepositoryStatus,
  style: Style,
): string[] {
  const warn = (text: string) => style.paint("warn", `${display(name)}: ${display(text)}`);
  return [
    ...(problem === null ? [] : [warn(problem)]),
    ...foreignChecks.map(({ number, by }) =>
      warn(`pull request ${number} has a check with our name by ${by}; it does not count`),
    ),
    ...(gaps === null
      ? [warn("the branch rules cannot be read")]
      : gaps.map(({ says }) => warn(says))),
    ...hints.map(({ says }) => warn(says)),
  ];
}

function accountLines({ accounts }: ForgeStatusView): string[] {
  if (accounts.length === 0)
    return [
      "No account is linked: reviews on GitHub are only noted. Link one: countersign github link",
    ];
  return accounts.map(({ account, login, person, how }) => {
    const named = login === null ? String(account) : `${account} (${display(login)})`;
    return `${display(person)} is ${named}${how === "signIn" ? ", by sign-in" : ""}`;
  });
}
