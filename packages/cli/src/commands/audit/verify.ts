import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { CountersignError } from "@countersign/core";
import { createVerifier, Seal, type VerifyResult } from "@countersign/engine";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import type { CommandContext, Run } from "../../context.ts";
import { readOptions } from "../../given.ts";
import { auditRecords } from "./audit-records.ts";
import { verifiedText } from "./verified-text.ts";

const Options = z.object({
  file: z.string().optional(),
  key: z.string().optional(),
  seal: z.string().optional(),
});

const FAILED = 1;

/** With a file it needs the file and the key alone; otherwise it reads everything that the engine has. */
export const auditVerify: Run = async (context, given) => {
  const { file, key, seal } = readOptions(given, Options);
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
};

type Trusted = { publicKey: string | undefined; outside: Seal | null | undefined };

async function verifyFile(file: string, { publicKey, outside }: Trusted): Promise<VerifyResult> {
  if (publicKey === undefined)
    throw new CountersignError("invalid_input", "--key is needed to verify a file", {
      hint: "Use the key that you kept; the first line of an export only says which one it should be",
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
