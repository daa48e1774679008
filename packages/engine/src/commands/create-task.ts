import { createHash } from "node:crypto";
import { type Command, CountersignError } from "@countersign/core";
import { requireMay } from "../access/may.ts";
import type { Principal } from "../access/principal.ts";
import { followTarget } from "../effects/follow-target.ts";
import type { Answer } from "../store/answer.ts";
import { parseCommand } from "./parse-command.ts";
import type { Parts } from "./parts.ts";
import { surroundings } from "./surroundings.ts";

export type NewTask = {
  id?: string | undefined;
  title: string;
  repo: string;
  type?: string | undefined;
  department?: string | undefined;
  priority?: "P0" | "P1" | "P2" | undefined;
  labels?: readonly string[] | undefined;
  assignee?: string | undefined;
};

/** Without letters and digits that are read for one another. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const ID_LENGTH = 6;
const TRIES = 5;
/** Somebody else's task has that id; the key may have been used for the next one. */
const TAKEN: ReadonlySet<string> = new Set(["wrong_state", "reused_key"]);

/** Opens a task. Without an id of a tracker it gets one of ours. */
export async function createTask(
  parts: Parts,
  by: Principal,
  key: string,
  wanted: NewTask,
): Promise<Answer> {
  requireMay(by, "create", wanted.id);
  await followTarget(parts, by.org, wanted.repo);
  for (let tries = 1; ; tries += 1) {
    const id = wanted.id ?? idFrom(by.org, key, tries);
    const command = parseCommand(commandFor(by, id, wanted));
    const context = surroundings(parts.policies, by.org, by.actor, { repo: wanted.repo });
    try {
      return await parts.store.execute(by.org, id, key, command, context, { create: wanted });
    } catch (error) {
      const isTaken = error instanceof CountersignError && TAKEN.has(error.code);
      if (wanted.id !== undefined || !isTaken || tries === TRIES) throw error;
    }
  }
}

function commandFor(by: Principal, id: string, wanted: NewTask): unknown {
  const isPerson = by.actor.kind === "human";
  const said = isPerson ? "person" : by.actor.planner ? "planner" : "author";
  return {
    type: "create",
    id,
    title: wanted.title,
    repo: wanted.repo,
    taskType: wanted.type ?? null,
    department: wanted.department ?? null,
    priority: wanted.priority ?? "P1",
    labels: (wanted.labels ?? []).map((name) => ({ name, by: said })),
    assignee: wanted.assignee ?? (by.role === "author" ? by.actor.id : null),
    authorFamily: by.role === "author" ? by.modelFamily : null,
    sponsor: isPerson ? by.actor.id : by.sponsor,
  } satisfies Record<keyof Extract<Command, { type: "create" }>, unknown>;
}

/** The same key gives the same ids in the same order, so that a retry finds the task that it made. */
function idFrom(org: string, key: string, tries: number): string {
  const bytes = createHash("sha256")
    .update(JSON.stringify([org, key, tries]))
    .digest();
  const letters = [...bytes.subarray(0, ID_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `cs-${letters.join("")}`;
}
