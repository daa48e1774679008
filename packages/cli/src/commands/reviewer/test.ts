import { basename } from "node:path";
import {
  type Content,
  CountersignError,
  closest,
  loadPolicy,
  type Policy,
  type Reviewer,
} from "@countersign/core";
import { type MachineResult, type ReviewDeps, tryReviewer } from "@countersign/engine";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { readConfigFile } from "../../config-file/config-file.ts";
import { withScratchDirectory } from "../../gate/in-scratch.ts";
import { createReviewDeps } from "../../gate/review-deps.ts";
import { policyHere } from "../../reviewers/insert-reviewer.ts";
import { TrialView, trialText, trialView } from "../../reviewers/trial-view.ts";
import { findWorkplace } from "../../workplace/find-workplace.ts";

/** No result; the same as for a gate that waits for one. */
const NO_RESULT = 8;

/** Asks one reviewer of this working directory's policy about the last commit. Nothing is recorded. */
export const reviewerTest = defineCommand({
  usage: "test <name>",
  examples: ["countersign reviewer test security", "countersign reviewer test money --json"],

  output: {
    "reviewer.test": TrialView,
  },
  async run(context, { args }) {
    const policy = await workingPolicy(context);
    const reviewer = namedReviewer(args.name, policy);
    const { root } = await findWorkplace(context.directory);
    if (context.dryRun) {
      const says = `would ask ${reviewer.id} about the last commit; nothing would be recorded`;
      return { schema: "dryrun.show", data: { wouldDo: says }, text: () => says };
    }
    context.say(`Asking ${reviewer.id} about the last commit…`);
    const { content, result } = await withScratchDirectory(
      "reviewer",
      async (directory, signal) => {
        const parts = await createReviewDeps(directory, context.env, {
          agents: "asked",
          unsandboxed: false,
        });
        const content = await lastCommit(parts, root, policy);
        const asked = { content, policy, reviewer: reviewer.id, title: "The last commit" };
        const result = await tryReviewer(parts, { ...asked, nowMs: Date.now(), signal });
        return { content, result };
      },
    );
    const view = trialView(reviewer, content, result);
    return {
      schema: "reviewer.test",
      data: view,
      text: (style) => trialText(view, style),
      exitCode: hasNoResult(result) ? NO_RESULT : 0,
    };
  },
});

/** The policy as it lies here, so that a reviewer can be tried before it is committed. */
async function workingPolicy({ directory, env }: CommandContext): Promise<Policy> {
  const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
  if (file.text !== null) return await policyHere(file);
  const shipped = loadPolicy({ version: 1 });
  if (shipped.ok) return shipped.policy;
  throw new CountersignError("internal", "The default policy cannot be read");
}

async function lastCommit(
  { mirror }: ReviewDeps,
  root: string,
  { merge }: Policy,
): Promise<Content> {
  const repository = { id: basename(root), path: root };
  const head = await mirror.pin(repository, "HEAD");
  const base = head === null ? null : await mirror.pin(repository, "HEAD~1");
  if (head === null || base === null)
    throw new CountersignError(
      "invalid_input",
      "The repository has only one commit, so there is no change to review",
      {
        hint: "Commit a change and run the command again",
      },
    );
  const { commit, tree } = head;
  return { repo: repository.id, target: merge.target, base: base.commit, head: commit, tree };
}

function hasNoResult(result: MachineResult): boolean {
  return "noResult" in result;
}

/** The entry of a reviewer, by its name. */
function namedReviewer(name: string, { reviewers }: Pick<Policy, "reviewers">): Reviewer {
  const found = reviewers.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const names = reviewers.map(({ id }) => id);
  const meant = closest(name, names);
  const hint = meant === undefined ? "" : `, did you mean \`${meant}\`?`;
  throw new CountersignError("not_found", `Unknown reviewer "${name}"${hint}`, {
    hint: "List reviewers: countersign reviewer list",
  });
}
