import { z } from "zod";
import { parseJsonOrNull } from "./login-file.ts";

const CodexLogin = z.object({ tokens: z.object({ account_id: z.string() }) });
const GoogleLogin = z.object({ id_token: z.string() });
const Claims = z.object({ sub: z.string() });

/** Returns the account of a ChatGPT login; null if it has none. */
export function chatgptAccount(login: unknown): string | null {
  const read = CodexLogin.safeParse(login);
  return read.success ? read.data.tokens.account_id : null;
}

/** Returns the account of a Google login; null if it has none. */
export function googleAccount(login: unknown): string | null {
  const read = GoogleLogin.safeParse(login);
  if (!read.success) return null;
  const [, payload = ""] = read.data.id_token.split(".");
  const claims = Claims.safeParse(
    parseJsonOrNull(Buffer.from(payload, "base64url").toString("utf8")),
  );
  return claims.success ? claims.data.sub : null;
}
