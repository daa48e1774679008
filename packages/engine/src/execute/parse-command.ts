import { Command, CountersignError } from "@countersign/core";

/** The wall in front of the core: what is not exactly a command does not get in. */
export function parseCommand(said: unknown): Command {
  const parsed = Command.safeParse(said);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") ?? "";
  throw new CountersignError(
    "invalid_input",
    `${where === "" ? "The command" : where}: ${issue?.message ?? "is not understood"}`,
  );
}
