import { parseStrictJson } from "@countersign/core";
import { z } from "zod";
import { MalformedSignature } from "./wire-reader.ts";

/** What a browser says about a request to sign. It adds further members, which are ignored. */
const ClientData = z.object({
  type: z.literal("webauthn.get"),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.literal(false).optional(),
});

/**
 * Requires that the browser's record is about this challenge and this origin, and was not made in a frame of another
 * site. It must begin as OpenSSH requires, so that OpenSSH accepts the same signatures.
 */
export function checkClientData(
  clientData: Buffer,
  { origin, challenge }: { origin: string; challenge: string },
): void {
  const text = clientData.toString("utf8");
  const json = parseStrictJson(text, { maxChars: 8_000, maxDepth: 4 });
  const data = ClientData.safeParse(json.ok ? json.value : null);
  const start = `{"type":"webauthn.get","challenge":"${challenge}","origin":"${origin}"`;
  const isExpected =
    data.success &&
    data.data.challenge === challenge &&
    data.data.origin === origin &&
    text.startsWith(start) &&
    Buffer.from(text).equals(clientData);
  if (!isExpected) throw new MalformedSignature("was made for another request");
}
