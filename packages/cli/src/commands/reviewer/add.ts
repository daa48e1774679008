import { z } from "zod";
import { readConfigFile, writeConfigFile } from "../../config-file/config-file.ts";
import { proposeDiff } from "../../config-file/propose-diff.ts";
import type { Run } from "../../context.ts";
import { readOptions } from "../../given.ts";
import { display } from "../../output/display.ts";
import { readAgentSource } from "../../reviewers/agent-source.ts";
import { insertReviewer, policyHere } from "../../reviewers/insert-reviewer.ts";
import { ADAPTERS, reviewerEntry } from "../../reviewers/reviewer-entry.ts";

const Options = z.object({
  from: z.string("the file of the agent, such as .claude/agents/security.md").min(1),
  name: z.string().min(1).optional(),
  adapter: z.enum(ADAPTERS, `one of ${ADAPTERS.join(", ")}`).optional(),
  model: z.string().min(1).optional(),
  paths: z.array(z.string().min(1)).min(1).optional(),
  readOnly: z.boolean().default(false),
});

/** Registers an agent's file or a prompt as a reviewer, in the policy file of this working directory. */
export const reviewerAdd: Run = async (context, given) => {
  const { from, ...options } = readOptions(given, Options);
  const { directory, dryRun, env } = context;
  const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
  const policy = await policyHere(file);
  const source = await readAgentSource(env.PWD ?? directory, file.root, from);
  const { entry, reviewer, notes } = reviewerEntry(source, policy, options);
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
};
