import { dataDirectory } from "@countersign/engine";
import { parseJson, readFields } from "./files/json-fields.ts";
import { readEventDirectory } from "./hosts/host-input.ts";
import { isSetUp } from "./is-set-up.ts";
import { readStdin } from "./read-stdin.ts";
import type { HookProcess } from "./run-hook-process.ts";

/**
 * `hook <agent> <event>`: the command that agents' hosts run. Outside of repositories that were set up it ends
 * before the hook itself is loaded, without output.
 */
export async function startHook(
  words: readonly string[],
  world: HookProcess & { stdin(): AsyncIterable<Buffer | string> },
): Promise<void> {
  const text = await readStdin(world.stdin);
  const directory = readEventDirectory(readFields(parseJson(text))) ?? world.directory;
  if (!isSetUp(directory, dataDirectory(world.env, { uid: process.getuid?.() }))) return;
  const { runHookProcess } = await import("./run-hook-process.ts");
  await runHookProcess(words, world, text);
}
