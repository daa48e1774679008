import { dirname, join } from "node:path";
import { RepositoryLine } from "@countersign/api";
import { z } from "zod";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, option, text } from "../../command/options.ts";
import { applyInit } from "../../init/apply-init.ts";
import { confirmPlan, diffsText, isFileChange } from "../../init/plan/confirm-plan.ts";
import { initSteps, planText, section } from "../../init/plan-text.ts";
import { type InitSetup, prepareInit } from "../../init/prepare-init.ts";
import { CI_SYSTEMS } from "../../init/repository/ci-files.ts";
import { quoteShellWord } from "../../launcher/quote-shell.ts";
import { display } from "../../output/display.ts";
import type { Result } from "../../output/result.ts";
import type { Style } from "../../output/style.ts";
import { wouldDo } from "../../output/would-do.ts";
import { InitStep } from "../../output-schemas/setup.ts";

export const init = defineCommand({
  usage: "init",
  examples: ["countersign init", "countersign init --yes --commit"],
  options: {
    agents: option(
      "--agents <names>",
      z.string().min(1).optional(),
      "agents to connect: claude-code, codex, gemini, opencode, copilot, cursor, amp or none (default: all installed)",
    ),
    guide: flag(
      "--guide",
      "add lines to AGENTS.md for agents without hooks (default: only update existing lines)",
    ),
    agentReviewers: flag(
      "--no-agent-reviewers",
      "set up no reviewing agent (default: the first program that passes a trial run)",
    ),
    ci: option(
      "--ci <system>",
      z.enum(CI_SYSTEMS).optional(),
      "run the gate in CI: github or gitlab (default: write no CI file)",
    ),
    undo: flag("--undo", "restore every file that init changed"),
    target: text("--target <branch>", "branch to merge into (default: the current branch)"),
    commit: flag("--commit", "commit the configuration"),
  },

  output: {
    "init.apply": z.object({
      repository: RepositoryLine,
      config: z.string(),
      written: z.boolean(),
      committed: z.boolean(),
      steps: z.array(InitStep),
    }),
    "init.undo": z.array(InitStep),
  },
  async run(context, { options }) {
    if (options.undo) {
      const { undoInit } = await import("../../init/undo-init.ts");
      return await undoInit(context);
    }
    const setup = await prepareInit(context, options);
    if (context.dryRun) return planned(setup, context.verbose);
    context.say((style) => planText(setup, style));
    const files = await confirmed(context, setup);
    const startedMs = Date.now();
    const chosen = { ...setup, files };
    const line = await applyInit(context, chosen);
    const tookMs = Date.now() - startedMs;
    return {
      schema: "init.apply",
      data: {
        repository: line,
        config: setup.file.path,
        written: setup.text !== null,
        committed: setup.commit,
        steps: initSteps(chosen),
      },
      text: (style) => doneText(line, chosen, { tookMs, style, program: context.program }),
      plain: [[line.id, line.target]],
    };
  },
});

/** Where everything is as an earlier init left it, there is nothing to ask. */
async function confirmed(context: CommandContext, setup: InitSetup) {
  const { files, removals, done, text } = setup;
  const isSame = text === null && removals.length === 0 && !files.some(isFileChange);
  if (done !== null && isSame) return files;
  return await confirmPlan(
    context,
    files,
    (chosen) => (style) => planText({ ...setup, files: chosen }, style),
  );
}

function planned(setup: InitSetup, verbose: boolean): Result {
  const about = { steps: initSteps(setup), text: setup.text };
  const diffs = verbose
    ? `\n\n${diffsText(setup.files)}`
    : " To see every line, run countersign init --dry-run --verbose";
  return wouldDo(
    "init",
    about,
    (style) => `${planText(setup, style)}\nNothing was changed.${diffs}`,
  );
}

type Telling = { tookMs: number; style: Style; program: string };

function doneText(
  line: RepositoryLine,
  setup: InitSetup,
  { tookMs, style, program }: Telling,
): string {
  const seconds = Math.max(1, Math.round(tookMs / 1000));
  const hasChanged =
    setup.files.some(isFileChange) || setup.removals.length > 0 || setup.text !== null;
  const done = hasChanged ? `Done in ${seconds} s.` : "Everything is up to date.";
  const next = section("Next", [...commitText(line, setup), ...workText(setup, program)], style);
  return `${style.paint("good", done)} Undo at any time: countersign init --undo\n${next}`;
}

/** The configuration counts from the target branch alone, and the first one once a person confirms it. */
function commitText({ id, target, problem }: RepositoryLine, { file, place }: InitSetup): string[] {
  if (problem === null) return [];
  const where = place.branch === target ? "" : `, on ${display(target)}`;
  return [
    `${file.name} counts once it is committed${where} and you confirm it:`,
    `  git add ${file.name} && git commit -m 'Add the configuration of countersign'`,
    `  countersign repo release ${quoteShellWord(id)} --reason 'My first policy'`,
  ];
}

function workText({ agents }: InitSetup, program: string): string[] {
  const [agent] = agents;
  const plugin = join(dirname(program), "plugin");
  return [
    agent === undefined
      ? "let an agent work on a branch:  countersign task submit --title '<what it is>'"
      : `work as usual, for example:     ${agent.program}`,
    "review when you like:           countersign, then press R",
    ...(agents.some(({ id }) => id === "claude-code")
      ? [`skills for Claude Code:         claude --plugin-dir ${quoteShellWord(plugin)}`]
      : []),
  ];
}
