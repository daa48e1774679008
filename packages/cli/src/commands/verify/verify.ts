import { join } from "node:path";
import type { ParsedProof } from "@countersign/core";
import { dataDirectory } from "@countersign/engine";
import { z } from "zod";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, type OptionValues, option, text } from "../../command/options.ts";
import { envelope } from "../../output/envelope.ts";
import type { Result } from "../../output/result.ts";
import type { Style } from "../../output/style.ts";
import { EXIT_CODES } from "../../runtime/exit-codes.ts";
import { gitProgram } from "../../runtime/git-program.ts";
import { limitHeap } from "../../runtime/limit-heap.ts";
import { VERSION } from "../../runtime/version.ts";
import { textOrStdin } from "../../terminal/read-text.ts";
import { formatBundle } from "../../verify/format-bundle.ts";
import { formatVerifyText } from "../../verify/format-text.ts";
import { formatVsa } from "../../verify/format-vsa.ts";
import { findQuarantine, judgePush, parseUpdates, type Refusal } from "../../verify/pre-receive.ts";
import { readRequirement } from "../../verify/read-requirement.ts";
import { type VerifyCloneOptions, verifyClone } from "../../verify/verify-clone.ts";
import { VerifyReport } from "../../verify/verify-report.ts";

const ROOT = /^csr1[0-9a-f]{64}$/;

const EXITS = {
  proved: EXIT_CODES.done.code,
  unproved: EXIT_CODES.unproved.code,
  contradicted: EXIT_CODES.contradicted.code,
};

const OPTIONS = {
  root: option(
    "--root <fingerprint>",
    z.string().regex(ROOT, "must be csr1 and 64 hex digits").optional(),
    "the root that the chain of proofs must begin at (default: the one of the first run here)",
  ),
  require: text(
    "--require <list>",
    "what each merge must show: people=<n>, level=told, signed, touched or unlocked, witness (default: level=signed)",
  ),
  target: text("--target <branch>", "the target branch (default: the one with proofs)"),
  objects: flag("--objects", "also check every file of the commit, not only what changed"),
  format: option(
    "--format <name>",
    z.enum(["text", "json", "vsa", "bundle"]).default("text"),
    "text, json, vsa (a summary for SLSA) or bundle (the signed statements)",
  ),
  enforced: text(
    "--enforced <mechanism>",
    "what keeps unproved commits off the target, for level 3 in a vsa",
  ),
  bookmark: flag("--no-bookmark", "walk from the root, not from where the last run ended"),
  fromWaypoint: flag(
    "--from-waypoint",
    "begin at the newest waypoint before the commit, not at the root",
  ),
  preReceive: flag(
    "--pre-receive",
    "judge a push from a server's pre-receive hook, which gives the refs on stdin",
  ),
};
type Options = OptionValues<typeof OPTIONS>;

export const verify = defineCommand({
  usage: "verify [revision]",
  examples: [
    "countersign verify HEAD --root csr1…",
    "countersign verify v1.0..main --require people=2,level=touched",
  ],
  options: OPTIONS,
  output: {
    "verify.show": VerifyReport,
    "verify.push": z.array(
      z.object({ ref: z.string(), why: z.string(), report: VerifyReport.nullable() }),
    ),
  },
  async run(context, { args, options }) {
    limitHeap();
    const request = readRequest(context, options);
    if (options.preReceive) return await judge(context, request);
    const proofs: ParsedProof[] = [];
    const report = await verifyClone({
      ...request,
      revision: args.revision,
      onProof: options.format === "bundle" ? (proof) => proofs.push(proof) : undefined,
    });
    return {
      schema: "verify.show",
      data: report,
      text: (style) => format({ report, proofs, options }, style),
      exitCode: EXITS[report.result],
    };
  },
});

function readRequest(context: CommandContext, options: Options): VerifyCloneOptions {
  return {
    directory: context.directory,
    target: options.target,
    root: options.root,
    required: options.require === undefined ? undefined : readRequirement(options.require),
    stateDirectory: stateDirectory(context),
    usesBookmark: options.bookmark,
    fromWaypoint: options.fromWaypoint,
    checksObjects: options.objects,
    git: gitProgram(context.env),
  };
}

/** Without a home directory nothing is remembered. */
function stateDirectory({ env }: CommandContext): string | undefined {
  const places = [env.COUNTERSIGN_DATA, env.XDG_DATA_HOME, env.HOME];
  if (places.every((place) => place === undefined || place === "")) return undefined;
  return join(dataDirectory(env, { uid: process.getuid?.() }), "verified");
}

type Formatted = { report: VerifyReport; proofs: readonly ParsedProof[]; options: Options };

function format({ report, proofs, options }: Formatted, style: Style): string {
  switch (options.format) {
    case "json":
      return envelope({ schema: "verify.show", data: report });
    case "vsa":
      return formatVsa(report, { enforced: options.enforced, version: VERSION });
    case "bundle":
      return formatBundle(proofs);
    default:
      return formatVerifyText(report, style);
  }
}

async function judge(context: CommandContext, request: VerifyCloneOptions): Promise<Result> {
  const { env, directory } = context;
  const refusals = await judgePush({
    ...request,
    updates: parseUpdates(await textOrStdin("-")),
    quarantine: findQuarantine(env, directory),
  });
  const isUnproved = refusals.every(({ report }) => report?.result === "unproved");
  const exit = isUnproved ? EXITS.unproved : EXITS.contradicted;
  return {
    schema: "verify.push",
    data: refusals,
    text: (style) => refusals.map((refusal) => refusalText(refusal, style)).join("\n"),
    exitCode: refusals.length === 0 ? EXITS.proved : exit,
  };
}

function refusalText({ ref, why, report }: Refusal, style: Style): string {
  const head = `countersign refuses ${ref}: ${why}`;
  return report === null ? head : `${head}\n${formatVerifyText(report, style)}`;
}
