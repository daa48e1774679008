import { type RepositoryLine, State, StatusView } from "@countersign/api";
import { cappedCount, countText } from "@countersign/review";
import { z } from "zod";
import { myName } from "../../client/me.ts";
import { openSession } from "../../client/open-session.ts";
import { strandedWork, strandedWorkLines } from "../../client/stranded-work.ts";
import { waitingMergeLines, waitingMerges } from "../../client/waiting-merges.ts";
import { defineCommand } from "../../command/define-command.ts";
import { findConnections } from "../../connections/find-connections.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";
import { newNotices, rememberTips } from "../../shown/shown-memory.ts";
import { connectionsText, unreportedLines } from "../../views/connections-text.ts";
import {
  heldRepositoryLines,
  repositoriesText,
  trustRequestLines,
  unreadablePolicyLines,
  unreviewedLines,
} from "../../views/repositories-text.ts";

const SHOWN = State.options.filter((state) => state !== "rejected");

const ConnectedAgent = z.object({
  agent: z.string(),
  name: z.string(),
  heardMs: z.number().nullable(),
  isTrusted: z.boolean(),
});

const WorktreeCoverage = z.object({
  repo: z.string(),
  root: z.string(),
  branch: z.string().nullable(),
  agent: z.string().nullable(),
  heardMs: z.number().nullable(),
  isUnreported: z.boolean(),
});

export const status = defineCommand({
  usage: "status",
  examples: ["countersign status", "countersign status --json=waitingForMe"],

  output: {
    "status.show": StatusView.extend({
      url: z.string(),
      me: z.string(),
      agents: z.array(ConnectedAgent),
      worktrees: z.array(WorktreeCoverage),
    }),
  },
  async run(context) {
    const session = await openSession(context);
    const [me, now, merges] = await Promise.all([
      myName(session),
      session.client.status(),
      waitingMerges(session.client),
    ]);
    const connections = await findConnections(context, session, now.repositories);
    const stranded = await strandedWork(context, session, now.repositories);
    await rememberTips(context, session, now.repositories);
    const notices = await newNotices(context, session, now.repositories);
    return {
      schema: "status.show",
      data: { ...now, url: session.url, me, ...connections },
      plain: Object.entries(now.counts).map(([state, number]) => [state, String(number)]),
      text: (style) =>
        [
          ...waitingMergeLines(merges, style),
          ...strandedWorkLines(stranded, style),
          ...unreportedLines(connections.worktrees, style),
          ...notices.map((notice) => display(notice, style)),
          statusText(now, style, { me, url: session.url }),
          ...connectionsText(connections, style),
        ].join("\n\n"),
    };
  },
});

function statusText(
  { waitingForMe, putOff, counts, repositories, version, sandbox }: StatusView,
  style: Style,
  { me, url }: { me: string; url: string },
): string {
  const yours =
    waitingForMe === 0
      ? "Nothing waits for you."
      : `${style.paint("strong", countText(waitingForMe, "task"))} for you. See them: countersign inbox`;
  const states = SHOWN.filter((state) => (counts[state] ?? 0) > 0);
  const numbers = states.map((state) => `${state} ${cappedCount(counts[state] ?? 0)}`).join("  ");
  const rows = [
    ["tasks", numbers === "" ? "none yet" : numbers],
    ...(putOff === 0 ? [] : [["later", `${countText(putOff, "task")} that you put off`]]),
    ["engine", `${version} at ${url}, as ${display(me)}`],
    ["sandbox", display(sandbox)],
  ];
  const table = columns(rows.map(([name = "", value = ""]) => [style.paint("faint", name), value]));
  const warnings = [
    ...heldRepositoryLines(repositories, style),
    ...unreadablePolicyLines(repositories, style),
    ...unreviewedLines(repositories, style),
    ...trustRequestLines(repositories, style),
  ];
  return [[yours, ...warnings].join("\n"), table, repositoryPart(repositories, style)].join("\n\n");
}

function repositoryPart(repositories: readonly RepositoryLine[], style: Style): string {
  if (repositories.length === 0) return "No repository yet. Set one up with: countersign init";
  return `${style.paint("faint", "repositories")}\n${repositoriesText(repositories, style)}`;
}
