import { ProviderMethod, TokenLine } from "@countersign/api";
import { z } from "zod";

/**
 * A credential as the JSON output shows it. `via` keeps the one value that its readers know; a session that began with
 * an account at an identity provider has `account` instead.
 */
export const TokenOutput = z.object({
  ...TokenLine.shape,
  via: z.enum(["code"]).nullable(),
  account: ProviderMethod.nullable(),
});

export function tokenOutput(line: TokenLine): z.infer<typeof TokenOutput> {
  const { via } = line;
  if (via === null || via === "code") return { ...line, via, account: null };
  return { ...line, via: null, account: via };
}
