import type { TaskView } from "@countersign/api";
import { oneLine } from "@countersign/api";
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { changePage } from "../tool/change-pages.ts";
import { MAX_TOKENS, PAGE_TOKENS, takeFitting } from "../tool/limits.ts";
import { type McpSession, refuseCall } from "../tool/session.ts";
import { listStandingFindings, shortTitle, turnHolderText, viewFindings } from "../tool/views.ts";
import { JSON_TYPE, MARKDOWN, readResource } from "./read-resource.ts";

const MAX_LISTED = 40;
const MAX_SUMMARY = 500;
const ROUND = /^[1-9][0-9]{0,8}$/;

/** Adds the resources of a single task. */
export function addTaskResources(server: McpServer, session: McpSession): void {
  const { client } = session;
  const show = (id: unknown) => client.showTask({ task: String(id) });
  server.registerResource(
    "task",
    new ResourceTemplate("countersign://task/{id}", { list: undefined }),
    { description: "A task with its findings", mimeType: JSON_TYPE },
    (uri, { id }) => readResource(uri, JSON_TYPE, async () => viewOne(await show(id))),
  );
  server.registerResource(
    "feedback",
    new ResourceTemplate("countersign://task/{id}/feedback", { list: undefined }),
    { description: "The feedback to the author of a task", mimeType: MARKDOWN },
    (uri, { id }) =>
      readResource(uri, MARKDOWN, async () => {
        const { text } = await client.readFeedback({ task: String(id) });
        return text ?? "Nothing came back.";
      }),
  );
  server.registerResource(
    "diff",
    new ResourceTemplate("countersign://task/{id}/diff/{round}", { list: undefined }),
    { description: "The change of one round, as much as fits", mimeType: JSON_TYPE },
    (uri, { id, round }) =>
      readResource(uri, JSON_TYPE, async () => viewDiff(session, await show(id), String(round))),
  );
  server.registerResource(
    "report",
    new ResourceTemplate("countersign://report/{id}", { list: undefined }),
    { description: "The review report of a task's last round", mimeType: JSON_TYPE },
    (uri, { id }) => readResource(uri, JSON_TYPE, async () => viewReport(await show(id))),
  );
}

function viewOne(view: TaskView) {
  return {
    task: view.id,
    title: shortTitle(view),
    state: view.state,
    turn: turnHolderText(view),
    round: view.round?.number ?? null,
    attempt: view.attempt,
    gate: view.gate,
    findings: viewFindings(listStandingFindings(view), "full"),
  };
}

/** Returns the change as fenced text with its author's name. */
async function viewDiff({ client }: McpSession, { id, authors }: TaskView, word: string) {
  if (!ROUND.test(word)) refuseCall("invalid_input", "The round is a number.");
  const diff = await client.showDiff({ task: id, until: Number(word) });
  const tokens = PAGE_TOKENS.full;
  const by = authors.join(", ") || "its author";
  const page = changePage(diff.files, undefined, { tokens, by });
  return {
    task: id,
    round: diff.round,
    files: page?.files ?? [],
    unshown: diff.unshown.slice(0, MAX_LISTED).map(({ path, why }) => ({ path, why })),
    untrusted: true,
    isWhole: page?.cursor === null,
  };
}

function viewReport(view: TaskView) {
  const { round } = view;
  return {
    task: view.id,
    title: shortTitle(view),
    round: round?.number ?? null,
    gate: view.gate,
    requirements: (round?.requirements ?? []).map(({ id, status, verdicts }) => ({
      id,
      status,
      verdicts: takeFitting(
        verdicts.map(({ by, opinion, summary }) => ({
          by,
          opinion,
          summary: oneLine(summary, MAX_SUMMARY),
        })),
        MAX_TOKENS.concise,
      ),
    })),
    noResult: round?.noResult ?? [],
    findings: viewFindings(findingsOf(view), "full"),
    untrusted: true,
  };
}

/** Selects the findings that were raised in this round. */
function findingsOf({ findings, round }: TaskView): TaskView["findings"] {
  return findings.filter(({ rounds }) => round !== null && rounds.includes(round.number));
}
