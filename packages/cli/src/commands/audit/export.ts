import { type FileHandle, open } from "node:fs/promises";
import { CountersignError } from "@countersign/core";
import { AuditRecord, describeChange, ORGANISATION_LOG } from "@countersign/engine";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { type OptionValues, option, text } from "../../command/options.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { parseSince } from "../../time/parse-since.ts";
import { auditRecords, type ReceivedRecord } from "./audit-records.ts";
import { csvRow } from "./csv-row.ts";

const OPTIONS = {
  since: text("--since <time>", "start time: 24h, 30d or a date"),
  format: option(
    "--format <format>",
    z.enum(["jsonl", "csv"]).default("jsonl"),
    "jsonl (verifiable, the default) or csv",
  ),
  output: text("--output <path>", "a new file (default: stdout)"),
};
type Format = OptionValues<typeof OPTIONS>["format"];

export const auditExport = defineCommand({
  usage: "export",
  examples: [
    "countersign audit export --output audit.jsonl",
    "countersign audit export --format csv --since 30d > audit.csv",
  ],
  options: OPTIONS,

  output: {
    "audit.export": z.object({
      file: z.string(),
      format: z.enum(["jsonl", "csv"]),
      seals: z.int(),
      entries: z.int(),
    }),
  },
  async run(context, { options }) {
    const { since, format, output } = options;
    const from = since === undefined ? undefined : parseSince(since, new Date());
    if (context.format.as === "json" && output === undefined)
      throw new CountersignError(
        "invalid_input",
        "--json requires --output, because the export goes to stdout",
        {
          hint: "Add --output <path>, or omit --json: --format jsonl is JSON",
        },
      );
    if (context.dryRun) {
      const file = output ?? "stdout";
      return wouldDo("export", { file, format }, () => `Would write ${format} to ${display(file)}`);
    }
    const counted = await writeAll(context, { from, format, output });
    return {
      schema: "audit.export",
      data: { file: output ?? "-", format, ...counted },
      plain: [],
      text: () =>
        output === undefined
          ? ""
          : `Wrote ${counted.entries} entries under ${counted.seals} seals to ${display(output)}`,
    };
  },
});

async function writeAll(
  context: CommandContext,
  {
    from,
    format,
    output,
  }: { from: number | undefined; format: Format; output: string | undefined },
): Promise<{ seals: number; entries: number }> {
  const session = await openSession(context);
  const sink = await openSink(context, output);
  const counted = { seals: 0, entries: 0 };
  const lineOf = createLines(format);
  try {
    if (format === "csv") await sink.write(AUDIT_CSV_HEAD);
    for await (const record of auditRecords(session, from)) {
      if (record.kind === "seal") counted.seals += 1;
      if (record.kind === "entry") counted.entries += 1;
      await sink.write(lineOf(record));
    }
  } finally {
    await sink.close();
  }
  return counted;
}

/** Writes records as lines; in a table only entries have one. */
function createLines(format: Format): (record: ReceivedRecord) => string {
  let seal = 0;
  return (record) => {
    if (format === "jsonl") return `${JSON.stringify(record)}\n`;
    const parsed = AuditRecord.safeParse(record).data;
    if (parsed?.kind === "seal") seal = parsed.body.number;
    return parsed?.kind === "entry" ? auditCsvRow(parsed, seal) : "";
  };
}

type Sink = { write(text: string): Promise<void>; close(): Promise<void> };

/** A file that was not there before, for its owner alone; or stdout. */
async function openSink({ streams }: CommandContext, output: string | undefined): Promise<Sink> {
  if (output === undefined)
    return {
      async write(text) {
        if (text !== "") streams.out.write(text);
      },
      close: async () => undefined,
    };
  const file: FileHandle = await open(output, "wx", 0o600).catch((cause: unknown) => {
    throw new CountersignError("invalid_input", `${output} cannot be written, or already exists`, {
      cause,
    });
  });
  return {
    write: async (text) => void (await file.write(text)),
    async close() {
      await file.sync();
      await file.close();
    },
  };
}

type Entry = Extract<AuditRecord, { kind: "entry" }>;

const AUDIT_CSV_HEAD = csvRow([
  "time",
  "task",
  "entry",
  "who",
  "what",
  "tree",
  "policy",
  "reason",
  "seal",
  "hash",
]);

/** One entry for people; what cannot be put into a cell is in the lines that can be verified. */
function auditCsvRow({ atMs, task, seq, by, event, hash }: Entry, seal: number): string {
  const at = new Date(atMs).toISOString();
  if (task === ORGANISATION_LOG) {
    const detail = describeChange(event);
    return csvRow([at, "organisation", seq, by, event.type, "", "", detail, seal, hash]);
  }
  const tree = textAt(event, ["tree"], ["content", "tree"], ["verdict", "tree"]);
  const policy = textAt(event, ["decision", "policyDigest"], ["digest"]);
  const reason = textAt(event, ["reason"], ["hold", "reason"], ["entry", "customFeedback"]);
  return csvRow([at, task, seq, by, event.type, tree, policy, reason, seal, hash]);
}

/** The first text that is at one of these places. */
function textAt(event: object, ...paths: readonly (readonly string[])[]): string {
  for (const path of paths) {
    const found = path.reduce<unknown>(fieldOf, event);
    if (typeof found === "string") return found;
  }
  return "";
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
