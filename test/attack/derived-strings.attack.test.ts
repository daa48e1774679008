import { ROLES, type Role, TaskId } from "@countersign/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actorForRole } from "../../packages/engine/src/access/principal.ts";
import {
  sprintIdFor,
  taskIdFor,
  verdictIdFor,
} from "../../packages/engine/src/store/names/derived-ids.ts";
import { JOB_STEPS } from "../../packages/engine/src/store/names/engine-keys.ts";
import { speakerFor } from "../../packages/engine/src/store/names/speaker.ts";
import { ORG } from "../engine/open-engine.ts";
import { attempts } from "./attempts.ts";
import { DERIVED, engineKeysAt, type Moment, machineVerdictAt } from "./derived-strings.ts";
import { openLab } from "./open-lab.ts";

const lab = await openLab();
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/);
const moments: fc.Arbitrary<Moment> = fc.record({
  org: fc.constantFrom(ORG, "local"),
  task: name.map((text) => `cs-${text}`),
  seq: fc.integer({ min: 1, max: 99 }),
  index: fc.integer({ min: 0, max: 3 }),
  requirement: fc.constantFrom("panel", "check:secrets", "layer:peer"),
  reviewer: name,
  digest: fc.stringMatching(/^[0-9a-f]{64}$/),
});

/** What an attacker makes of a string that it computed. */
const DISGUISES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `engine:${text}`,
  (text) => `client:system:countersign:${text}`,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => text.replaceAll(":", "%3A"),
];

/** Names that a credential may carry. */
const NAMES = ["eve", "engine", "countersign", "system", "client"];

type Attempt = { moment: Moment; text: string; role: Role; actor: string };

/** What the attempt would be stored as, where it is one of the engine's own. */
function succeeded({ moment, text, role, actor: id }: Attempt): string[] {
  const { org, task } = moment;
  const actor = actorForRole(id, role);
  const derived = new Set(DERIVED.flatMap(({ at }) => at(moment)));
  const isEngines = speakerFor(text, actor) === "engine" && engineKeysAt(moment).has(text);
  return [
    ...(isEngines ? ["command key"] : []),
    ...(verdictIdFor(org, task, text, actor) === machineVerdictAt(moment) ? ["verdict id"] : []),
    ...(derived.has(taskIdFor(org, text, actor, 1)) ? ["task id"] : []),
    ...(derived.has(sprintIdFor(org, text, actor)) ? ["sprint id"] : []),
    ...(TaskId.safeParse(text).success && text.includes(":") ? ["job id"] : []),
    ...(TaskId.safeParse(text).success && text.includes("/") ? ["checkpoint"] : []),
  ];
}

/** Tries one derived string in all its forms at one moment, as one role. */
function tryKind(round: number, moment: Moment): { cell: string; made: number; won: string[] } {
  const { kind, at } = DERIVED[round % DERIVED.length] ?? { kind: "none", at: () => [] };
  const role = ROLES[Math.trunc(round / DERIVED.length) % ROLES.length] ?? "viewer";
  const actor = NAMES[round % NAMES.length] ?? "eve";
  const disguise = DISGUISES[Math.trunc(round / NAMES.length) % DISGUISES.length] ?? String;
  const plain = at(moment);
  const won = [...plain, ...plain.map(disguise)].flatMap((text) =>
    succeeded({ moment, text, role, actor }).map((what) => `${what}: ${text}`),
  );
  return { cell: `${kind} ${role}`, made: plain.length, won };
}

describe("I5 Once: a string that the engine derives", () => {
  it("is out of reach of every input of every role", () => {
    const cells = DERIVED.length * ROLES.length;
    const samples = fc.sample(moments, Math.min(attempts(), 1_000));
    const tried = new Set<string>();
    const won: string[] = [];
    let made = 0;
    for (let round = 0; made < attempts() || round < cells; round += 1) {
      const moment = samples[round % samples.length];
      if (moment === undefined) throw new Error("There is no moment");
      const result = tryKind(round, moment);
      tried.add(result.cell);
      won.push(...result.won);
      made += result.made;
    }

    expect(won).toEqual([]);
    expect(made).toBeGreaterThanOrEqual(attempts());
    const every = DERIVED.flatMap(({ kind }) => ROLES.map((role) => `${kind} ${role}`));
    expect([...tried].toSorted()).toEqual(every.toSorted());
  });

  it("is stored as the client's own when it comes over HTTP", async () => {
    const { task } = await lab.engine.createTask(lab.agent, lab.key(), {
      title: "Work",
      repo: "shop",
    });
    const roles = ["author", "human"] as const;
    const moment = { org: ORG, task, seq: 2, index: 0, requirement: "panel", reviewer: "x" };
    const keys = DERIVED.flatMap(({ at }) => at({ ...moment, digest: "a".repeat(64) }));
    expect(keys.length).toBeGreaterThanOrEqual(DERIVED.length + JOB_STEPS.length);
    for (const role of roles) {
      const token = await lab.mint({ actor: `sender-${role}`, role });
      for (const key of keys) {
        const body = { trigger: "milestone", summary: "x" };
        const { status } = await lab.call(token, `/v1/tasks/${task}/events`, { key, body });
        expect(status).toBe(200);
      }
    }
    const { rows } = await lab.database.owner.query<{ speaker: string; count: number }>(
      `SELECT speaker, count(*)::int AS count FROM countersign.commands
        WHERE key = ANY ($1) GROUP BY speaker ORDER BY speaker`,
      [keys],
    );
    const count = new Set(keys).size;
    expect(rows).toEqual(
      roles
        .map((role) => ({
          speaker: `client:${actorForRole("x", role).kind}:sender-${role}`,
          count,
        }))
        .toSorted((one, other) => one.speaker.localeCompare(other.speaker)),
    );
  });
});
