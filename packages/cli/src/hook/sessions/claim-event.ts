import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type HookFiles, hashedFileName } from "../files/hook-files.ts";
import type { SessionKey } from "./session-store.ts";

/** One event as one of the host's settings reported it. */
export type EventReport = {
  event: string;
  /** The settings that the hook is in: the user's, a plugin's or a repository's. */
  source: string;
  /** What the host said about the event, as far as it concerns us. */
  input: string;
};

/**
 * Whether this is the first report of an event. A host calls us once for each of its settings that name us, with
 * the same input: the n-th report of the user's settings and the n-th of a repository's are one event. Only the
 * first of them counts, also when they come at the same moment.
 */
export async function claimEvent(
  { sessions }: Pick<HookFiles, "sessions">,
  { agent, session, root }: SessionKey,
  { event, source, input }: EventReport,
): Promise<boolean> {
  const folder = join(sessions, `${hashedFileName(agent, session, root)}.events`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = hashedFileName(event, input);
  const number = await nextNumber(folder, `${name}.${hashedFileName(source)}`);
  return await create(join(folder, `${name}.${number}`));
}

/** How often this source has reported the event, this time included. */
async function nextNumber(folder: string, name: string): Promise<number> {
  const known = (await readdir(folder)).filter((file) => file.startsWith(`${name}.`)).length;
  for (let number = known + 1; ; number += 1)
    if (await create(join(folder, `${name}.${number}`))) return number;
}

/** False when it is there already; of two that create it at once, one succeeds. */
async function create(path: string): Promise<boolean> {
  return await writeFile(path, "", { flag: "wx", mode: 0o600 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}
