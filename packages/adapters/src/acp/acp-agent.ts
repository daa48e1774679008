import { z } from "zod";

const Text = z.string().max(10_000);

/**
 * A program that speaks the Agent Client Protocol, as the engine's owner declares it.
 *
 * In its words and variables `{gateway}` stands for the address of its model server as it must use it,
 * and `{token}` for the key that it must show there.
 */
export const AcpAgent = z.strictObject({
  /** The program, by name or path, and its words. */
  command: z.array(Text.min(1)).min(1).max(100),
  /** Whose protocol its model server speaks, and whose key and address of `models` are used. */
  provider: z.enum(["anthropic", "openai", "google", "local"]),
  env: z.record(z.string().regex(/^[A-Za-z_]\w{0,100}$/), Text).default({}),
});
export type AcpAgent = z.infer<typeof AcpAgent>;
