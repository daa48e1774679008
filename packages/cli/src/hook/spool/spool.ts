import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivate } from "../../local-engine/files/private-file.ts";
import { type HookFiles, hashedFileName } from "../files/hook-files.ts";
import { parseJson, readFields, readNumber, readText } from "../files/json-fields.ts";

/** Work that an agent left when it stopped, and that is to be submitted. */
export type SpooledWork = {
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
export async function spoolWork(
  files: Spool,
  work: Omit<SpooledWork, "key">,
): Promise<SpooledWork> {
  const key = randomBytes(16).toString("hex");
  const slot = spoolSlot(work);
  const waiting = { ...work, key };
  const before = await namesIn(files);
  await writePrivate(join(files.spool, `${slot}-${key}.json`), waiting);
  const replaced = before.filter((name) => name.startsWith(`${slot}-`));
  await Promise.all(replaced.map((name) => rm(join(files.spool, name), { force: true })));
  return waiting;
}

/** One for each agent, branch and directory. */
export function spoolSlot({ common, branch, root, agent }: Omit<SpooledWork, "key">): string {
  return hashedFileName(common, branch ?? "", root, agent);
}

/** The spooled work of one repository, oldest first. */
export async function readSpool(files: Spool, common: string): Promise<SpooledWork[]> {
  const all = await Promise.all((await namesIn(files)).map((name) => readEntry(files, name)));
  return all
    .flatMap((entry) => entry ?? [])
    .filter((entry) => entry.common === common)
    .toSorted((a, b) => a.atMs - b.atMs);
}

/** Takes one piece of work off the spool: exactly this one, not what replaced it meanwhile. */
export async function removeFromSpool(
  files: Spool,
  { key }: Pick<SpooledWork, "key">,
): Promise<void> {
  const names = (await namesIn(files)).filter((name) => ENTRY.exec(name)?.[2] === key);
  await Promise.all(names.map((name) => rm(join(files.spool, name), { force: true })));
}

async function namesIn({ spool }: Spool): Promise<string[]> {
  return (await readdir(spool).catch(() => [])).filter((name) => ENTRY.test(name));
}

async function readEntry({ spool }: Spool, name: string): Promise<SpooledWork | null> {
  const fields = readFields(parseJson(await readFile(join(spool, name), "utf8").catch(() => "")));
  const [agent, common, root] = [
    readText(fields.agent),
    readText(fields.common),
    readText(fields.root),
  ];
  const [key, tree, commit] = [
    readText(fields.key),
    readText(fields.tree),
    readText(fields.commit),
  ];
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
    branch: readText(fields.branch),
    title: readText(fields.title) ?? `Work of ${agent}`,
    summary: readText(fields.summary) ?? "",
    stopReason: readText(fields.stopReason),
    atMs: readNumber(fields.atMs) ?? 0,
  };
}
