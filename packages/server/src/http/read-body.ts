import { CountersignError, parseStrictJson } from "@countersign/core";

const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 32;
const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i;

/**
 * Reads the JSON body of a request. Limits its size first, and refuses JSON that two parsers could
 * read differently.
 */
export async function readBody(request: Request): Promise<unknown> {
  requireJsonType(request.headers);
  const parsed = parseStrictJson(decode(await readBytes(request, MAX_BYTES)), {
    maxChars: MAX_BYTES,
    maxDepth: MAX_DEPTH,
  });
  if (!parsed.ok) throw notJson(parsed.reason);
  return parsed.value;
}

/** Refuses a body that is not said to be plain JSON. A form of another page cannot say so. */
export function requireJsonType(headers: Headers): void {
  if (!JSON_TYPE.test(headers.get("content-type") ?? ""))
    throw new CountersignError("invalid_input", "The body must be JSON.", {
      hint: "Send content-type: application/json.",
    });
  if (headers.has("content-encoding"))
    throw new CountersignError("invalid_input", "The body must not be compressed.");
}

/** Reads the raw body of a request. Refuses a larger one, if possible before reading it. */
export async function readBytes({ headers, body }: Request, maxBytes: number): Promise<Buffer> {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
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

function tooLarge(maxBytes: number): CountersignError {
  return new CountersignError("too_large", `The body is larger than ${maxBytes} bytes.`);
}
