import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { CountersignError } from "@countersign/core";
import { createVerifier, Seal, type VerifyResult } from "@countersign/engine";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";
import { auditRecords } from "./audit-records.ts";

const FAILED = 1;

const Problem = z.object({
  kind: z.string(),
  seal: z.int().nullable(),
  task: z.string().nullable(),
  seq: z.int().nullable(),
  text: z.string(),
});

/** With a file it needs the file and the key alone; otherwise it reads everything that the engine has. */
export const auditVerify = defineCommand({
  usage: "verify",
  examples: [
    "countersign audit verify",
    "countersign audit verify --file audit.jsonl --key seal-key.pub",
  ],
  options: {
    file: text("--file <path>", "an exported file, verified without an engine; - reads stdin"),
    key: text("--key <pem>", "the public key to trust, as a file or as text"),
    seal: text(
      "--seal <path>",
      "file with a copy of the seals; the log must contain its last seal",
    ),
  },

  output: {
    "audit.verify": z.object({
      ok: z.boolean(),
      org: z.string().nullable(),
      seals: z.int(),
      tasks: z.int(),
      archived: z.int(),
      entries: z.int(),
      unsealed: z.int(),
      first: z.int().nullable(),
      last: z.object({ number: z.int(), hash: z.string() }).nullable(),
      problems: z.array(Problem),
      more: z.int(),
    }),
  },
  async run(context, { options }) {
    const { file, key, seal } = options;
    const publicKey = key === undefined ? undefined : await readKey(key);
    const outside = seal === undefined ? undefined : await readLastSeal(seal);
    const result =
      file === undefined
        ? await verifyEngine(context, { publicKey, outside })
        : await verifyFile(file, { publicKey, outside });
    const isOk = result.problems.length === 0;
    return {
      schema: "audit.verify",
      data: { ok: isOk, ...result },
      plain: result.problems.map(({ kind, seal: number, task, seq, text }) => [
        kind,
        String(number ?? ""),
        task ?? "",
        String(seq ?? ""),
        text,
      ]),
      text: (style) => verifiedText(result, style),
      exitCode: isOk ? 0 : FAILED,
    };
  },
});

type Trusted = { publicKey: string | undefined; outside: Seal | null | undefined };

async function verifyFile(file: string, { publicKey, outside }: Trusted): Promise<VerifyResult> {
  if (publicKey === undefined)
    throw new CountersignError("invalid_input", "--key is required to verify a file", {
      hint: "Pass the public key you stored; the first line of the export shows which key that is",
    });
  const verifier = createVerifier({ publicKey, outside });
  const input = file === "-" ? process.stdin : createReadStream(file);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      verifier.readLine(line);
  } catch (error) {
    throw unreadable(file, error);
  }
  return verifier.finish();
}

/** What is outside the database is read first: whatever is sealed meanwhile comes after it. */
async function verifyEngine(context: CommandContext, trusted: Trusted): Promise<VerifyResult> {
  const session = await openSession(context);
  const state = await session.client.audit();
  const verifier = createVerifier({
    publicKey: trusted.publicKey ?? state.publicKey,
    outside: trusted.outside ?? (state.outside && Seal.parse(state.outside)),
  });
  for await (const record of auditRecords(session, undefined))
    verifier.readLine(JSON.stringify(record));
  return verifier.finish();
}

async function readKey(key: string): Promise<string> {
  if (key.includes("-----BEGIN") || !existsSync(key)) return key;
  return await readFile(key, "utf8");
}

/** The last line of a copy of the seals. */
async function readLastSeal(file: string): Promise<Seal> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  try {
    return Seal.parse(JSON.parse(line));
  } catch (error) {
    throw new CountersignError("invalid_input", `${file} does not end with a seal`, {
      cause: error,
    });
  }
}

function unreadable(file: string, cause: unknown): CountersignError {
  return new CountersignError("not_found", `${file} cannot be read`, { cause });
}

const SHOWN = 50;

/** What was verified, then every problem in a sentence. */
function verifiedText(result: VerifyResult, style: Style): string {
  const { seals, tasks, archived, entries, unsealed, first, last, problems, more } = result;
  const range = last === null ? "nothing is sealed yet" : `seals ${first} to ${last.number}`;
  const counted = `${entries} entries of ${tasks} tasks and the organisation, ${seals} seals (${range})`;
  const rest = [
    ...(unsealed === 0 ? [] : [`${unsealed} entries are not sealed yet and were not checked`]),
    ...(archived === 0
      ? []
      : [`${archived} of the tasks are archived as the seals say; their entries were not checked`]),
  ];
  if (problems.length === 0)
    return [`${style.paint("good", "nothing was changed")}: ${counted}`, ...rest].join("\n");
  const hidden = problems.length + more - Math.min(problems.length, SHOWN);
  return [
    `${style.paint("bad", "not as it was written")}: ${counted}`,
    ...rest,
    ...problems.slice(0, SHOWN).map(({ text }) => `  ${display(text, style)}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ].join("\n");
}
