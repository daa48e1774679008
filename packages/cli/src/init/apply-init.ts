import type { RepositoryLine } from "@countersign/api";
import { findParentAgent } from "../caller/parent-agent.ts";
import { describeCallingAgent } from "../caller/require-owner.ts";
import { openSession } from "../client/open-session.ts";
import { registerRepository } from "../client/register-repository.ts";
import { knownRepository } from "../client/repository-here.ts";
import type { CommandContext } from "../command/context.ts";
import { writeLauncher } from "../launcher/launcher.ts";
import { recordCheckPath } from "../local-engine/settings/check-path.ts";
import type { Workplace } from "../workplace/find-workplace.ts";
import { isFileChange } from "./plan/confirm-plan.ts";
import {
  addToInitRecord,
  type FileRecord,
  readInitRecord,
  replaceInitRecord,
} from "./plan/init-record.ts";
import type { PlannedFile } from "./plan/plan-files.ts";
import type { Removal } from "./plan/plan-removals.ts";
import { writeFileChanges } from "./plan/write-file-changes.ts";
import type { InitSetup } from "./prepare-init.ts";
import { beadsStates, setBeadsStates } from "./repository/beads.ts";
import { confirmNewPrograms } from "./reviewers/confirm-new-programs.ts";

/** Does what was planned. The engine comes first: if it cannot be had, nothing is written. */
export async function applyInit(
  context: CommandContext,
  setup: InitSetup,
): Promise<RepositoryLine> {
  const { place, file, target, text, commit, files, removals, launcher, done } = setup;
  const session = await openSession(context, "admin");
  const { directory } = session.files;
  await confirmNewPrograms(session.files, context.env);
  if (describeCallingAgent(context.env, findParentAgent) === null) {
    await recordCheckPath(session.files, context.env, place.repository);
  }

  // Remembered before it is done: after a crash in between, undo still knows what was there.
  await addToInitRecord(directory, place, { files: files.flatMap(recordOf) });
  await writeFileChanges(files.filter(isFileChange)).catch(async (error: unknown) => {
    await replaceInitRecord(directory, place, done);
    throw error;
  });
  await writeLauncher(directory, launcher.target);
  await removeFormer(directory, place, removals);
  await setUpBeads(directory, setup);

  const isNew = (await knownRepository(session, place)) === null;
  const config = commit && text !== null ? text : undefined;
  const { repository: path, common: gitDir } = place;
  const before = await session.client.listRepositories();
  const line = await registerRepository(context, session, { path, gitDir, target, config });
  const old = before.items.find(({ id }) => id === line.id)?.path;
  if (old !== undefined && isNew)
    context.say(`${line.id} was moved from ${old}: moved its registration.`);
  await addToInitRecord(directory, place, { registered: isNew ? line.id : null });
  if (config !== undefined) context.say(`Committed ${file.name} on ${target}.`);
  return line;
}

/** What is gone needs no undo any more. */
async function removeFormer(
  directory: string,
  place: Workplace,
  removals: readonly Removal[],
): Promise<void> {
  for (const { act } of removals) await act?.();
  const gone = new Set(removals.map(({ path }) => path));
  const known = await readInitRecord(directory, place);
  if (known === null || gone.size === 0) return;
  const files = known.files.filter(({ path }) => !gone.has(path));
  await replaceInitRecord(directory, place, { ...known, files });
}

async function setUpBeads(directory: string, { place, beads }: InitSetup): Promise<void> {
  const states = beads === null ? null : beadsStates(beads);
  if (beads === null || states === null) return;
  await addToInitRecord(directory, place, { beads: { before: beads.before } });
  await setBeadsStates(beads, states);
}

/** What serves other repositories too is remembered here as well, so that the last one takes it away. */
function recordOf(file: PlannedFile): FileRecord[] {
  if (isFileChange(file)) return [file.done];
  return file.is === "keep" && file.done !== null ? [file.done] : [];
}
