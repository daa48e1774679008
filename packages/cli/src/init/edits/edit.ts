import { z } from "zod";

/** A command that an agent's host runs at an event; `ending` tells ours from others', wherever it lies. */
const Hook = z.object({
  adds: z.literal("hook"),
  event: z.string(),
  matcher: z.string().nullable(),
  command: z.string(),
  ending: z.string(),
  timeout: z.int(),
});
export type Hook = z.infer<typeof Hook>;

/** The same in a file whose events hold commands directly, without groups around them. */
const HookEntry = Hook.omit({ matcher: true }).extend({ adds: z.literal("entry") });
export type HookEntry = z.infer<typeof HookEntry>;

/** A key that a file needs beside our entries; one that is there already stays. */
const Required = z.object({
  adds: z.literal("required"),
  at: z.array(z.string()),
  value: z.json(),
});

/** A value under a key of its own, such as a server of tools. */
const Value = z.object({ adds: z.literal("value"), at: z.array(z.string()), value: z.json() });

/** Lines of ours between two marks. */
const Block = z.object({
  /** The first and the last line, by which the block is found again. */
  begin: z.string(),
  end: z.string(),
  lines: z.array(z.string()),
  /** A script runs ours first; elsewhere it comes last. */
  place: z.enum(["end", "top"]),
  /** The first line of a file that is made for it. */
  first: z.string().nullable(),
});
export type Block = z.infer<typeof Block>;

export const JsonAddition = z.discriminatedUnion("adds", [Hook, HookEntry, Required, Value]);
export type JsonAddition = z.infer<typeof JsonAddition>;

/** What init adds to one file; it is remembered, so that exactly this can be taken out again. */
export const Edit = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("whole"), text: z.string() }),
  z.object({ kind: z.literal("json"), additions: z.array(JsonAddition) }),
  z.object({ kind: z.literal("block"), block: Block }),
]);
export type Edit = z.infer<typeof Edit>;

/** The text with the edit in it, or why the file is left alone. */
export type EditResult = { text: string } | { left: string };
