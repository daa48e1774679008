import { z } from "zod";

/** A statement that a person signs, and the signatures that were made for the client that decides. */
export const ActView = z.object({
  nonce: z.string(),
  /** The exact line that is signed. */
  statement: z.string(),
  offered: z.array(z.object({ fingerprint: z.string(), sshsig: z.string() })),
  state: z.enum(["open", "expired", "recorded"]),
});
export type ActView = z.infer<typeof ActView>;
