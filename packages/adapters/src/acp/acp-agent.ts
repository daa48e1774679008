import { z } from "zod";

const Text = z.string().max(10_000);

const FileName = Text.regex(/^(?!\.\.?$)[^/\0]+$/).min(1);

/**
 * The login that a program stores in a folder of its home, and the hosts that the program needs.
 */
const AcpLogin = z.strictObject({
  /** The login folder in the person's home. */
  folder: z.string().max(4_000).startsWith("/"),
  /**
   * File names to copy; the first is the login itself, and rotated tokens are written back to it.
   */
  files: z.tuple([FileName], FileName),
  /** The vendor's hosts. The program reaches no others. */
  hosts: z
    .array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))
    .min(1)
    .max(50),
});

/**
 * A program that speaks the Agent Client Protocol, as the engine's owner declares it.
 *
 * In its arguments and variables, `{gateway}` is replaced by the address of its model server and
 * `{token}` by the key for it.
 */
export const AcpAgent = z
  .strictObject({
    /** The program, by name or path, and its arguments. */
    command: z.array(Text.min(1)).min(1).max(100),
    /** The provider whose protocol the model server speaks, and whose entry in `models` is used. */
    provider: z.enum(["anthropic", "openai", "google", "local"]).optional(),
    /** A login instead of a provider, for a program whose models only its vendor serves. */
    login: AcpLogin.optional(),
    env: z.record(z.string().regex(/^[A-Za-z_]\w{0,100}$/), Text).default({}),
  })
  .refine(({ provider, login }) => (provider === undefined) !== (login === undefined), {
    message: "It has either a provider or a login",
  });
export type AcpAgent = z.infer<typeof AcpAgent>;

export type AcpProvider = NonNullable<AcpAgent["provider"]>;
