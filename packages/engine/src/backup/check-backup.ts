import { createHash } from "node:crypto";
import { CountersignError } from "@countersign/core";
import { BackupHeader, BackupLine } from "./backup-format.ts";

/** Reads a backup to its end before anything is written; refuses one that was cut or changed. */
export async function checkBackup(lines: AsyncIterable<string>): Promise<BackupHeader> {
  const digest = createHash("sha256");
  let header: BackupHeader | null = null;
  let count = 0;
  let ended = false;
  for await (const text of lines) {
    if (ended) throw damagedBackup("there is something after its end");
    if (header === null) header = readHeader(text);
    else ended = isEnd(text, count, () => digest.copy().digest("hex"));
    digest.update(`${text}\n`);
    count += 1;
  }
  if (header === null) throw damagedBackup("it is empty");
  if (!ended) throw damagedBackup("its end is missing");
  return header;
}

export function readLine(text: string, number: number): BackupLine {
  const read = BackupLine.safeParse(parseJson(text));
  if (!read.success) throw damagedBackup(`line ${number} cannot be read`);
  return read.data;
}

export function damagedBackup(why: string): CountersignError {
  return new CountersignError("invalid_input", `The backup cannot be used: ${why}`);
}

function readHeader(text: string): BackupHeader {
  const read = BackupHeader.safeParse(parseJson(text));
  if (!read.success) throw damagedBackup("it does not begin as a backup does");
  return read.data;
}

/** Whether it is the last line, which must tell the truth about all before it. */
function isEnd(text: string, count: number, sha256: () => string): boolean {
  const line = readLine(text, count + 1);
  if (!("end" in line)) return false;
  if (line.end.lines !== count || line.end.sha256 !== sha256())
    throw damagedBackup("it was changed after it was written");
  return true;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
