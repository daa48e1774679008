import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { parseJson, readFields, readList, readText } from "../files/json-fields.ts";

const MAX_READ = 256_000;

/** A pipe is not waited for. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/** What an agent said, and why its model ended there, where the host writes that down. */
export type LastMessage = { text: string; stopReason: string | null };

/** The last thing that the agent said in a transcript of JSON lines, of which only the end is read. */
export async function readLastMessage(transcript: string): Promise<LastMessage | null> {
  const lines = (await endOf(transcript)).split("\n");
  for (const line of lines.toReversed()) {
    const said = line.trim() === "" ? null : saidIn(parseJson(line));
    if (said !== null) return said;
  }
  return null;
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, FLAGS).catch(() => null);
  if (file === null) return "";
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return "";
    const from = Math.max(0, stats.size - MAX_READ);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_READ), 0, MAX_READ, from);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A message is in the line itself, in `message`, in `payload` or in `data`, depending on the host. */
function saidIn(line: unknown): LastMessage | null {
  const outer = readFields(line);
  if (outer.type === "assistant.message") {
    const text = readText(readFields(outer.data).content);
    return text === null ? null : { text, stopReason: null };
  }
  for (const message of [readFields(outer.message), readFields(outer.payload), outer]) {
    if (message.role !== "assistant") continue;
    const text = readText(message.content) ?? partsIn(message.content);
    if (text !== null) return { text, stopReason: readText(message.stop_reason) };
  }
  return null;
}

function partsIn(content: unknown): string | null {
  const texts = readList(content).flatMap((part) => readText(readFields(part).text) ?? []);
  return texts.length === 0 ? null : texts.join("\n");
}
