import { CountersignError } from "@countersign/core";
import { z } from "zod";
import type { CommandContext } from "../command/context.ts";
import { duration } from "../command/duration.ts";
import { flag, type OptionValues, option, text } from "../command/options.ts";
import type { Result } from "../output/result.ts";
import { formatExplain } from "./format-explain.ts";
import { gateExitCode } from "./gate-exit-code.ts";
import type { GateReport } from "./gate-report.ts";
import { type Judging, judgeChange } from "./judge-change.ts";
import {
  formatReport,
  REPORT_FORMATS,
  readReportFiles,
  writeReportFiles,
} from "./report-formats.ts";

/** The options of `gate check`; `review run` has more. */
export const GATE_OPTIONS = {
  base: text(
    "--base <commit>",
    "the base to compare with (default: the merge base with the target)",
  ),
  head: text("--head <commit>", "the commit to check (default: HEAD)"),
  staged: flag("--staged", "check staged changes against HEAD"),
  worktree: flag(
    "--worktree",
    "check all changes in the worktree, including untracked files, against HEAD",
  ),
  format: option(
    "--format <name>",
    z.enum(REPORT_FORMATS).default("text"),
    "text, json, sarif, junit, github, markdown or codequality",
  ),
  output: option(
    "--output <file...>",
    z.array(z.string().min(1)).optional(),
    "write the report to files, in that format or in their own: sarif:gate.sarif",
  ),
  explain: flag("--explain", "also explain which reviewers were asked and why"),
  all: flag("--all", "show every finding, including info"),
  failOn: option(
    "--fail-on <severity>",
    z.enum(["critical", "major", "warning"]).default("major"),
    "lowest severity that fails: critical, major or warning",
  ),
  unsandboxed: flag(
    "--unsandboxed",
    "run checks without a sandbox if none is available, such as in CI without namespaces",
  ),
  wait: option(
    "--wait <time>",
    duration("10m").optional(),
    "decide after this time with the results so far (default: wait for all)",
  ),
};
type GateOptions = OptionValues<typeof GATE_OPTIONS>;

export type LocalReview = {
  schema: string;
  /** Whether agents are asked as well. */
  asks: "checks" | "everybody";
  options: GateOptions;
  /** The reviewers to ask; undefined: all. */
  only?: readonly string[] | undefined;
};

/** Reviews local work without an engine, for `gate check` and `review run`. */
export async function reviewLocalWork(
  context: CommandContext,
  { schema, asks, options, only }: LocalReview,
): Promise<Result> {
  const report = await judgeChange(context, {
    work: workOf(options),
    asks: context.dryRun ? "none" : asks,
    only,
    waitMs: options.wait,
    unsandboxed: options.unsandboxed,
    progress: progressFor(context),
  });
  if (context.dryRun) return planned(schema, report);
  return await answer(context, { schema, report, options });
}

function workOf({ base, head, staged, worktree }: GateOptions): Judging["work"] {
  const kinds = [staged && "--staged", worktree && "--worktree", head !== undefined && "--head"];
  const chosen = kinds.filter((kind) => kind !== false);
  if (chosen.length > 1) {
    throw new CountersignError("invalid_input", `${chosen.join(" and ")} cannot be used together`, {
      hint: "See the options: --help",
    });
  }
  const take = staged ? "staged" : worktree ? "worktree" : "committed";
  return { take, base: base ?? null, head: head ?? null };
}

function progressFor({ streams, env, quiet, verbose }: CommandContext): Judging["progress"] {
  if (quiet) return "none";
  if (streams.err.isTTY === true && env.TERM !== "dumb") return "live";
  return verbose ? "lines" : "none";
}

/** Lists the reviewers that would run, without running any. */
function planned(schema: string, report: GateReport): Result {
  return { schema, data: report, text: (style) => formatExplain(report, style) };
}

type Answering = { schema: string; report: GateReport; options: GateOptions };

async function answer(
  context: CommandContext,
  { schema, report, options }: Answering,
): Promise<Result> {
  const { explain, all, failOn } = options;
  const form = { schema, report, explain, all };
  const { printed, files } = readReportFiles(options, context.env.PWD ?? context.directory);
  await writeReportFiles(form, files);
  return {
    schema,
    data: report,
    text: (style) => formatReport(form, printed, style),
    plain: report.findings.map(({ severity, file, line, id, message }) => [
      severity,
      file ?? "",
      String(line ?? ""),
      id,
      message,
    ]),
    exitCode: gateExitCode(report, failOn),
  };
}
