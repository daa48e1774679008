import { readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { FeedbackDraft } from "@countersign/api";
import {
  fromStoredDraft,
  mergeDrafts,
  readMarks,
  readRedoDrafts,
  toStoredDraft,
} from "@countersign/review";
import type { Unsent } from "@countersign/tui";
import { z } from "zod";
import { jsonOr, replaceFile } from "./board-files.ts";

/** Whose drafts and marks a file contains: of one person, for one engine. */
type UnsentOwner = { server: string; person: string };

export type UnsentFiles = {
  /** The drafts and read marks that earlier sessions and releases have left. */
  unsent: Unsent;
  /** A message about files that cannot be read; null if there are none. */
  problem: string | null;
  /** Stores what could not be sent. Then removes the files that were read, so that nothing is imported twice. */
  keep(unsent: Unsent, person: string | null): Promise<void>;
};

const NAME = /^unsent-reading-.*\.json$/;
/** The files in which releases before 0.2 kept drafts and read marks. */
const OLD_DRAFTS = "feedback-drafts.json";
const OLD_MARKS = "read-marks.json";

const Marked = z.array(z.object({ path: z.string(), lines: z.array(z.string()) }));
const StoredUnsent = z.object({
  server: z.string(),
  person: z.string(),
  drafts: z.array(
    z.object({
      task: z.string(),
      draft: FeedbackDraft.nullable(),
      base: z.object({ draft: FeedbackDraft.nullable(), version: z.int() }),
    }),
  ),
  marks: z.array(
    z.object({ task: z.string(), change: z.object({ read: Marked, unread: Marked }) }),
  ),
});

/** Reads what earlier sessions could not send. Without an owner, every file stays for a later session. */
export async function openUnsentFiles(
  directory: string,
  server: string,
  person: string | null,
): Promise<UnsentFiles> {
  const found = person === null ? [] : await readAll(directory, { server, person });
  const imported = found.flatMap(({ file, unsent }) => (unsent === null ? [] : [file]));
  const problems = found.flatMap(({ problem }) => problem ?? []);
  const own = join(directory, `unsent-reading-${Date.now()}-${process.pid}.json`);
  const store = async (unsent: Unsent, by: string | null): Promise<void> => {
    const isEmpty = unsent.drafts.length + unsent.marks.length === 0;
    if (!isEmpty && by === null) return;
    if (isEmpty) await rm(own, { force: true });
    else await replaceFile(own, JSON.stringify({ server, person: by, ...unsent }));
    for (const file of imported.splice(0)) await rm(file, { force: true });
  };
  let last = Promise.resolve();
  return {
    unsent: joinUnsent(found.flatMap(({ unsent }) => unsent ?? [])),
    problem: problems.length === 0 ? null : problems.join("; "),
    keep(unsent, by) {
      // A full disk must not end the review.
      last = last.then(() => store(unsent, by)).catch(() => undefined);
      return last;
    },
  };
}

type FoundFile = { file: string; unsent: Unsent | null; problem: string | null };

async function readAll(directory: string, owner: UnsentOwner): Promise<FoundFile[]> {
  const names = await readdir(directory).catch((): string[] => []);
  const wanted = names.filter(
    (name) => name === OLD_DRAFTS || name === OLD_MARKS || NAME.test(name),
  );
  const files = wanted.toSorted().map((name) => join(directory, name));
  return await Promise.all(files.map((file) => readOne(file, owner)));
}

async function readOne(file: string, owner: UnsentOwner): Promise<FoundFile> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return { file, unsent: null, problem: `Cannot read ${file}` };
  const read = parseFile(basename(file), text);
  if (read === null) return { file, unsent: null, problem: await setAside(file) };
  const isOwn =
    read.owner === null ||
    (read.owner.server === owner.server && read.owner.person === owner.person);
  return { file, unsent: isOwn ? read.unsent : null, problem: null };
}

type ParsedFile = { owner: UnsentOwner | null; unsent: Unsent };

/** Parses a file; null if it is invalid. Files of releases before 0.2 name no owner. */
function parseFile(name: string, text: string): ParsedFile | null {
  const written = jsonOr(text);
  if (name === OLD_DRAFTS) return fromOldDrafts(written);
  if (name === OLD_MARKS) return fromOldMarks(written);
  const read = StoredUnsent.safeParse(written);
  if (!read.success) return null;
  const { server, person, ...unsent } = read.data;
  return { owner: { server, person }, unsent };
}

function fromOldDrafts(written: unknown): ParsedFile | null {
  const read = readRedoDrafts(written);
  if (read === null) return null;
  const drafts = [...read].flatMap(([task, one]) => {
    const draft = toStoredDraft(one);
    return draft === null ? [] : [{ task, draft, base: { draft: null, version: 0 } }];
  });
  return { owner: null, unsent: { drafts, marks: [] } };
}

function fromOldMarks(written: unknown): ParsedFile | null {
  const read = readMarks(written);
  if (read === null) return null;
  const files = [...read].map(([key, lines]) => {
    const at = key.indexOf(" ");
    return { task: key.slice(0, at), path: key.slice(at + 1), lines: [...lines] };
  });
  const marks = [...Map.groupBy(files, ({ task }) => task)].map(([task, own]) => ({
    task,
    change: { read: own.map(({ path, lines }) => ({ path, lines })), unread: [] },
  }));
  return { owner: null, unsent: { drafts: [], marks } };
}

/** Renames an invalid file, so that its content stays and the next start does not read it again. */
async function setAside(file: string): Promise<string> {
  const aside = `${file}.${Date.now()}.invalid`;
  await rename(file, aside).catch(() => undefined);
  return `${basename(file)} is invalid and was not imported; it is kept as ${aside}`;
}

/** Joins several files. Two drafts for one task keep both texts. */
function joinUnsent(all: readonly Unsent[]): Unsent {
  const drafts = new Map<string, Unsent["drafts"][number]>();
  for (const one of all.flatMap((unsent) => unsent.drafts)) {
    const known = drafts.get(one.task);
    drafts.set(one.task, known === undefined ? one : { ...known, draft: joinDrafts(known, one) });
  }
  const marks = Map.groupBy(
    all.flatMap((unsent) => unsent.marks),
    ({ task }) => task,
  );
  return {
    drafts: [...drafts.values()],
    marks: [...marks].map(([task, own]) => ({
      task,
      change: {
        read: own.flatMap(({ change }) => change.read),
        unread: own.flatMap(({ change }) => change.unread),
      },
    })),
  };
}

type UnsentDraft = Unsent["drafts"][number];

function joinDrafts(known: UnsentDraft, other: UnsentDraft): UnsentDraft["draft"] {
  const mine = fromStoredDraft(other.draft);
  return toStoredDraft(mergeDrafts({ base: known.base.draft, mine, theirs: known.draft }).draft);
}
