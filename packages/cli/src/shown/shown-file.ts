import { join } from "node:path";
import { ObjectId, TaskId } from "@countersign/core";
import { z } from "zod";
import { readPrivate, writePrivate } from "../local-engine/files/private-file.ts";

const MAX_PEOPLE = 20;
const MAX_TASKS = 500;
const MAX_TIPS = 100;
const MAX_PLACES = 500;

const ShownTask = z.strictObject({
  round: z.int().min(1).nullable(),
  tree: ObjectId.nullable(),
  /** The tree of work that waits for a release. */
  offered: ObjectId.nullable(),
});
export type ShownTask = z.infer<typeof ShownTask>;

const Place = z.strictObject({ task: TaskId, seq: z.int().min(1) });
export type Place = z.infer<typeof Place>;

/** What one person was last shown of one engine. What was shown longest ago comes first. */
const ShownToPerson = z.strictObject({
  tasks: z.array(z.strictObject({ task: TaskId, ...ShownTask.shape })).max(MAX_TASKS),
  /** Tips of held repositories. */
  tips: z.array(z.strictObject({ repo: z.string().max(200), tip: ObjectId })).max(MAX_TIPS),
  /** The list that `@1`, `@2`, … are places of; null: none was shown. */
  places: z.array(Place).max(MAX_PLACES).nullable(),
  /** Repositories whose notice was shown. */
  notices: z.array(z.string().max(200)).max(MAX_TIPS).default([]),
});
export type ShownToPerson = z.infer<typeof ShownToPerson>;

const ShownFile = z.strictObject({
  version: z.literal(1),
  people: z
    .array(z.strictObject({ person: z.string().max(1_000), shown: ShownToPerson }))
    .max(MAX_PEOPLE),
});

const NOTHING: ShownToPerson = { tasks: [], tips: [], places: null, notices: [] };

/**
 * Reads what a person was shown; nothing if the file is absent or not what it should be.
 *
 * A process that can write this file can also read the person's credential, which is beside it with the same
 * mode. It guards against time passing between looking and deciding, not against the person's own account.
 */
export async function readShown(directory: string, person: string): Promise<ShownToPerson> {
  const known = await readPrivate(fileIn(directory), ShownFile);
  return known?.people.find((one) => one.person === person)?.shown ?? NOTHING;
}

/** Replaces what a person was shown. Of two at once one is lost, which only asks the person again. */
export async function writeShown(
  directory: string,
  person: string,
  { tasks, tips, places, notices }: ShownToPerson,
): Promise<void> {
  const known = await readPrivate(fileIn(directory), ShownFile);
  const others = (known?.people ?? []).filter((one) => one.person !== person);
  const shown = {
    tasks: tasks.slice(-MAX_TASKS),
    tips: tips.slice(-MAX_TIPS),
    places: places?.slice(0, MAX_PLACES) ?? null,
    notices: notices.slice(-MAX_TIPS),
  };
  const people = [...others, { person, shown }].slice(-MAX_PEOPLE);
  await writePrivate(fileIn(directory), { version: 1, people });
}

function fileIn(directory: string): string {
  return join(directory, "shown.json");
}
