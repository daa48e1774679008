import { CountersignError } from "@countersign/core";
import type { Environment } from "../runtime/environment.ts";

/** Whether the environment asks for lines instead of panels. The name that release 0.1 read is refused. */
export function wantsScreenReader(env: Environment): boolean {
  const value = env.COUNTERSIGN_SCREEN_READER ?? "";
  if (value === "" && env.INK_SCREEN_READER === "true")
    throw refusal("INK_SCREEN_READER is not read any more");
  if (value !== "" && value !== "true" && value !== "false")
    throw refusal(`COUNTERSIGN_SCREEN_READER is neither true nor false: ${value}`);
  return value === "true";
}

function refusal(text: string): CountersignError {
  return new CountersignError("invalid_input", text, {
    hint: "Set COUNTERSIGN_SCREEN_READER=true, or use --screen-reader",
  });
}
