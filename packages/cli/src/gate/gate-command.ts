import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CountersignError, durationMs } from "@countersign/core";
import { z } from "zod";
import type { CommandContext, Given, Run } from "../context.ts";
import { readOptions } from "../given.ts";
import { envelope } from "../output/envelope.ts";
import { guard } from "../output/guard.ts";
import type { Result } from "../output/result.ts";
import { createStyle, type Style } from "../output/style.ts";
import { calmJson } from "./calm.ts";
import { formatExplain } from "./format-explain.ts";
import { formatGithub } from "./format-github.ts";
import { formatJunit } from "./format-junit.ts";
import { formatMarkdown } from "./format-markdown.ts";
import { formatSarif } from "./format-sarif.ts";
import { formatText } from "./format-text.ts";
import { gateExitCode } from "./gate-exit-code.ts";
import type { GateReport } from "./gate-report.ts";
import { type Judging, judgeChange } from "./judge-change.ts";

const FORMATS = ["text", "json", "sarif", "junit", "github", "markdown"] as const;

const Options = z.object({
  base: z.string().optional(),
  head: z.string().optional(),
  staged: z.boolean().default(false),
  worktree: z.boolean().default(false),
  format: z.enum(FORMATS, `one of ${FORMATS.join(", ")}`).default("text"),
  output: z.string().min(1).optional(),
  explain: z.boolean().default(false),
  all: z.boolean().default(false),
  unsandboxed: z.boolean().default(false),
  reviewer: z.array(z.string().min(1)).min(1).optional(),
  wait: z
    .string()
    .regex(/^[1-9][0-9]{0,3}[smh]$/, "a time such as 10m")
    .optional(),
  failOn: z.enum(["critical", "major", "warning"], "critical, major or warning").default("major"),
  quiet: z.boolean().default(false),
  verbose: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

/** A command that reviews local work; `asks` says whether agents are asked as well. */
export function gateCommand(schema: string, asks: "checks" | "everybody"): Run {
  return async (context, given) => {
    const options = readOptions(given, Options);
    const report = await judgeChange(context, {
      work: workOf(options),
      asks: context.dryRun ? "nobody" : asks,
      only: options.reviewer,
      waitMs: options.wait === undefined ? undefined : durationMs(options.wait),
      unsandboxed: options.unsandboxed,
      progress: progressFor(context, options),
    });
    if (context.dryRun) return planned(schema, report);
    return await answer(context, { schema, report, options, given });
  };
}

function workOf({ base, head, staged, worktree }: Options): Judging["work"] {
  const kinds = [staged && "--staged", worktree && "--worktree", head !== undefined && "--head"];
  const chosen = kinds.filter((kind) => kind !== false);
  if (chosen.length > 1) {
    throw new CountersignError("invalid_input", `${chosen.join(" and ")} exclude each other`, {
      hint: "See what they mean with --help",
    });
  }
  const take = staged ? "staged" : worktree ? "worktree" : "committed";
  return { take, base: base ?? null, head: head ?? null };
}

function progressFor({ streams, env }: CommandContext, options: Options): Judging["progress"] {
  if (options.quiet) return "none";
  if (streams.err.isTTY === true && env.TERM !== "dumb") return "live";
  return options.verbose ? "lines" : "none";
}

/** Says who would be asked, and asks nobody. */
function planned(schema: string, report: GateReport): Result {
  return { schema, data: report, text: (style) => formatExplain(report, style) };
}

type Answering = { schema: string; report: GateReport; options: Options; given: Given };

async function answer(
  context: CommandContext,
  { schema, report, options }: Answering,
): Promise<Result> {
  const { format, output } = options;
  const form = (style: Style): string => formOf(schema, report, { ...options, style });
  if (output !== undefined) {
    const path = resolve(context.env.PWD ?? context.directory, output);
    await writeFile(path, `${guard(form(PLAIN), PLAIN).trimEnd()}\n`);
  }
  const shown = output !== undefined && format !== "text" ? "text" : format;
  return {
    schema,
    data: report,
    text: (style) => formOf(schema, report, { ...options, style, format: shown }),
    plain: report.findings.map(({ severity, file, line, id, message }) => [
      severity,
      file ?? "",
      String(line ?? ""),
      id,
      message,
    ]),
    exitCode: gateExitCode(report, options.failOn),
  };
}

const PLAIN = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

type Form = Pick<Options, "format" | "explain" | "all"> & { style: Style };

function formOf(schema: string, report: GateReport, { format, explain, all, style }: Form): string {
  switch (format) {
    case "json":
      return calmJson(envelope({ schema, data: report }));
    case "sarif":
      return formatSarif(report);
    case "junit":
      return formatJunit(report);
    case "github":
      return formatGithub(report);
    case "markdown":
      return formatMarkdown(report);
    case "text": {
      const text = formatText(report, style, all);
      return explain ? `${text}\n\n${formatExplain(report, style)}` : text;
    }
  }
}
