import { Command, CountersignError } from "@countersign/core";

/** Parses a command strictly. Refuses input that is not exactly a command. */
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
