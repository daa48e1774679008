import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { flag, option } from "../../command/options.ts";
import { readConfigFile, writeConfigFile } from "../../config-file/config-file.ts";
import { proposeDiff } from "../../config-file/propose-diff.ts";
import { display } from "../../output/display.ts";
import { JsonValue } from "../../output-schemas/setup.ts";
import { readAgentSource } from "../../reviewers/agent-source.ts";
import { insertReviewer, policyHere } from "../../reviewers/insert-reviewer.ts";
import { ADAPTERS, reviewerEntry } from "../../reviewers/reviewer-entry.ts";

/** Registers an agent's file or a prompt as a reviewer, in the policy file of this working directory. */
export const reviewerAdd = defineCommand({
  usage: "add",
  examples: [
    "countersign reviewer add --from .claude/agents/security.md",
    "countersign reviewer add --from prompts/money.md --name money --paths 'src/pay/**'",
  ],
  options: {
    from: option(
      "--from <file>",
      z.string("the file of the agent, such as .claude/agents/security.md").min(1),
      "agent file (.claude/agents/*.md) or prompt",
    ),
    name: option(
      "--name <name>",
      z.string().min(1).optional(),
      "name of the reviewer (default: the file's)",
    ),
    adapter: option(
      "--adapter <program>",
      z.enum(ADAPTERS, `one of ${ADAPTERS.join(", ")}`).optional(),
      "claude, codex, gemini, opencode, acp, model or http (default: the policy's)",
    ),
    model: option(
      "--model <model>",
      z.string().min(1).optional(),
      "model to use (default: the file's)",
    ),
    paths: option(
      "--paths <globs...>",
      z.array(z.string().min(1)).min(1).optional(),
      "run it only on changes to these paths (default: every change)",
    ),
    readOnly: flag("--read-only", "drop the file's tools that can write"),
  },

  output: {
    "reviewer.add": z.object({
      path: z.string(),
      reviewer: z.record(z.string(), JsonValue),
      notes: z.array(z.string()),
      diff: z.string(),
      written: z.boolean(),
    }),
  },
  async run(context, { options }) {
    const { from, ...wanted } = options;
    const { directory, dryRun, env } = context;
    const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
    const policy = await policyHere(file);
    const source = await readAgentSource(env.PWD ?? directory, file.root, from);
    const { entry, reviewer, notes } = reviewerEntry(source, policy, wanted);
    const edit = await insertReviewer(file, policy, entry);
    const isWritten = edit !== null && !dryRun;
    if (isWritten) await writeConfigFile(edit, edit.after);
    const diff = edit === null ? "" : proposeDiff(edit.name, edit.before, edit.after);
    const { id, adapter, model } = reviewer;
    return {
      schema: "reviewer.add",
      data: { path: edit?.path ?? file.path, reviewer: entry, notes, diff, written: isWritten },
      text(style) {
        const said = notes.map((note) => style.paint("warn", display(note)));
        if (edit === null)
          return [
            `${display(file.name)} can only be changed by hand. Add this entry to its reviewers, with shippedReviewers: kept:`,
            display(JSON.stringify(entry, null, 2), { lines: true }),
            ...said,
          ].join("\n");
        if (dryRun) return [display(diff, { lines: true }).trimEnd(), ...said].join("\n");
        const program = model === null ? adapter : `${adapter}, ${model}`;
        const files = [edit.name, ...(source.inRepository === null ? [] : [source.inRepository])];
        return [
          `Registered ${style.paint("strong", display(id))} (${display(program)}) in ${display(edit.name)}.`,
          ...said,
          `Commit ${display(files.join(" and "))}. It is asked once an owner has approved that.`,
          `Try it now: countersign reviewer test ${display(id)}`,
        ].join("\n");
      },
    };
  },
});
