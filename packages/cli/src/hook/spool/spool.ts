import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivate } from "../../local-engine/files/private-file.ts";
import { type HookFiles, nameFor } from "../files/hook-files.ts";
import { fieldsOf, numberIn, parseJson, textIn } from "../files/json-fields.ts";

/** Work that an agent left when it stopped, and that is to be submitted. */
export type Waiting = {
  /** Submitting is repeated under this key, so that it happens once. */
  key: string;
  agent: string;
  /** The repository's own directory for refs and objects: no other repository may send it. */
  common: string;
  root: string;
  branch: string | null;
  /** What is submitted: exactly this, whatever happened to the directory since. */
  commit: string;
  tree: string;
  title: string;
  /** What the agent said last. */
  summary: string;
  /** Why its model ended there; null: not told. */
  stopReason: string | null;
  atMs: number;
};

const ENTRY = /^([0-9a-f]{32})-([0-9a-f]{32})\.json$/;

type Spool = Pick<HookFiles, "spool">;

/**
 * Leaves work to be sent. What waited for the same agent, branch and directory is replaced: the new work
 * contains it.
 */
export async function leaveWork(files: Spool, work: Omit<Waiting, "key">): Promise<Waiting> {
  const key = randomBytes(16).toString("hex");
  const slot = slotOf(work);
  const waiting = { ...work, key };
  const before = await namesIn(files);
  await writePrivate(join(files.spool, `${slot}-${key}.json`), waiting);
  const replaced = before.filter((name) => name.startsWith(`${slot}-`));
  await Promise.all(replaced.map((name) => rm(join(files.spool, name), { force: true })));
  return waiting;
}

/** One for each agent, branch and directory. */
export function slotOf({ common, branch, root, agent }: Omit<Waiting, "key">): string {
  return nameFor(common, branch ?? "", root, agent);
}

/** What waits for one repository, oldest first. */
export async function waitingFor(files: Spool, common: string): Promise<Waiting[]> {
  const all = await Promise.all((await namesIn(files)).map((name) => readEntry(files, name)));
  return all
    .flatMap((entry) => entry ?? [])
    .filter((entry) => entry.common === common)
    .toSorted((a, b) => a.atMs - b.atMs);
}

/** Takes one piece of work off the spool: exactly this one, not what replaced it meanwhile. */
export async function takeOff(files: Spool, { key }: Pick<Waiting, "key">): Promise<void> {
  const names = (await namesIn(files)).filter((name) => ENTRY.exec(name)?.[2] === key);
  await Promise.all(names.map((name) => rm(join(files.spool, name), { force: true })));
}

async function namesIn({ spool }: Spool): Promise<string[]> {
  return (await readdir(spool).catch(() => [])).filter((name) => ENTRY.test(name));
}

async function readEntry({ spool }: Spool, name: string): Promise<Waiting | null> {
  const fields = fieldsOf(parseJson(await readFile(join(spool, name), "utf8").catch(() => "")));
  const [agent, common, root] = [textIn(fields.agent), textIn(fields.common), textIn(fields.root)];
  const [key, tree, commit] = [textIn(fields.key), textIn(fields.tree), textIn(fields.commit)];
  const isWhole = key !== null && name.endsWith(`-${key}.json`);
  if (!isWhole || agent === null || common === null || root === null) return null;
  if (tree === null || commit === null) return null;
  return {
    key,
    agent,
    common,
    root,
    commit,
    tree,
    branch: textIn(fields.branch),
    title: textIn(fields.title) ?? `Work of ${agent}`,
    summary: textIn(fields.summary) ?? "",
    stopReason: textIn(fields.stopReason),
    atMs: numberIn(fields.atMs) ?? 0,
  };
}
