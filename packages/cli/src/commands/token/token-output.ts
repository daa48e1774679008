import { ProviderMethod, TokenLine } from "@countersign/api";
import { z } from "zod";

/**
 * A credential as the JSON output shows it. `via` keeps the one value that its readers know; a session that began with
 * an account at an identity provider has `account` instead, and one that began with a passkey has `passkey`.
 */
export const TokenOutput = z.object({
  ...TokenLine.shape,
  via: z.enum(["code"]).nullable(),
  account: ProviderMethod.nullable(),
  passkey: z.boolean(),
});

export function tokenOutput(line: TokenLine): z.infer<typeof TokenOutput> {
  const { via } = line;
  const none = { via: null, account: null, passkey: false };
  if (via === "passkey") return { ...line, ...none, passkey: true };
  return { ...line, ...none, ...(via === "code" ? { via } : { account: via }) };
}
