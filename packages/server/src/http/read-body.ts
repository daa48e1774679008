import { CountersignError, parseStrictJson } from "@countersign/core";

const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 32;
const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i;

/**
 * Reads the JSON body of a request. Limits its size first, and refuses JSON that two parsers could
 * read differently.
 */
export async function readBody(request: Request): Promise<unknown> {
  const { headers } = request;
  if (!JSON_TYPE.test(headers.get("content-type") ?? ""))
    throw new CountersignError("invalid_input", "The body must be JSON.", {
      hint: "Send content-type: application/json.",
    });
  if (headers.has("content-encoding"))
    throw new CountersignError("invalid_input", "The body must not be compressed.");
  if (Number(headers.get("content-length") ?? 0) > MAX_BYTES) throw tooLarge();
  const parsed = parseStrictJson(decode(await readBytes(request)), {
    maxChars: MAX_BYTES,
    maxDepth: MAX_DEPTH,
  });
  if (!parsed.ok) throw notJson(parsed.reason);
  return parsed.value;
}

async function readBytes({ body }: Request): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > MAX_BYTES) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CountersignError("invalid_input", "The body is not UTF-8.");
  }
}

function notJson(reason: string): CountersignError {
  const message =
    reason === "not JSON" ? "The body is not valid JSON." : `The body is invalid: ${reason}.`;
  return new CountersignError("invalid_input", message);
}

function tooLarge(): CountersignError {
  return new CountersignError("too_large", `The body is larger than ${MAX_BYTES} bytes.`);
}
