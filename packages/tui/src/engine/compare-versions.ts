import { bothVersions, parseChange } from "@countersign/review";
import type { TuiEffect } from "../model/step.ts";
import type { Message } from "./message.ts";
import type { RunningRequest } from "./outside.ts";

/**
 * Loads both versions of a file and opens them in the person's difftool; returns a message for the
 * person.
 */
export async function compareVersions(
  { engine, outside }: Pick<RunningRequest, "engine" | "outside">,
  { task, since, until, path }: Extract<TuiEffect, { type: "compare" }>,
): Promise<Message> {
  try {
    const rounds = { since: since ?? undefined, until: until ?? undefined };
    const { files } = parseChange(await engine.showDiff({ task, ...rounds, file: path }));
    const file = files.find((one) => one.path === path);
    if (file === undefined) return warning(`${path} cannot be shown.`);
    const isShown = await outside.compare({ path, ...bothVersions(file) });
    return isShown ? { type: "ticked" } : warning("The tool that compares did not start.");
  } catch (error) {
    return warning(error instanceof Error ? error.message : String(error));
  }
}

function warning(text: string): Message {
  return { type: "noticed", text, paint: "warn" };
}
