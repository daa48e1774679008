import { PHASES } from "@countersign/core";
import { createTaskStore } from "@countersign/engine";
import { INBOX_SECTIONS, inboxSection } from "@countersign/review";
import { expect, it } from "vitest";
import {
  ana,
  create,
  executeWith,
  testContext,
} from "../../packages/engine/src/testing/task-commands.ts";
import { testDatabase } from "../../packages/engine/src/testing/test-database.ts";

const { pool, owner } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);

const ORG = "sections";
const HOLDERS = ["agent", "reviewers", "checks", "engine", "person", "none"];
const GATES = ["pass", "pass_with_warnings", "needs_fixes", "fail", null];
const SECTIONS = Object.keys(INBOX_SECTIONS);

/** Stores a task in each combination of state, turn and gate, also in those that no command reaches. */
async function storeEveryTask(): Promise<number> {
  await executeWith(store, ORG, "cs-first", "k", create("cs-first"), testContext(ana));
  const { rows } = await owner.query<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
      WHERE table_schema = 'countersign' AND table_name = 'tasks'`,
  );
  const changed: Readonly<Record<string, string>> = {
    task_id: "'cs-' || row_number() OVER () || 'x'",
    state: "state_of",
    turn_holder: "holder_of",
    turn_who: "who_of",
    gate: "gate_of",
  };
  const names = rows.map(({ name }) => name);
  const { rowCount } = await owner.query(
    `INSERT INTO countersign.tasks (${names.join(", ")})
     SELECT ${names.map((name) => changed[name] ?? `t.${name}`).join(", ")}
       FROM countersign.tasks t, unnest($1::text[]) state_of, unnest($2::text[]) holder_of,
            unnest($3::text[]) gate_of, unnest(ARRAY['ana', 'ben', NULL]) who_of`,
    [PHASES, HOLDERS, GATES],
  );
  return rowCount ?? 0;
}

/** Lists the tasks that a person is shown in each section. */
async function tasksBySection(me: string): Promise<Map<string, string[]>> {
  const shown = new Map<string, string[]>(SECTIONS.map((section) => [section, []]));
  let after: string | undefined;
  do {
    const page = await store.list(ORG, { limit: 500, ...(after !== undefined && { after }) });
    for (const { task, state, gate, turnHolder, turnWho } of page.items) {
      const turn = { holder: turnHolder, who: turnWho };
      shown.get(inboxSection({ state, gate, turn }, me))?.push(task);
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  return shown;
}

it("counts every task in the section in which it is shown, for each person", async () => {
  const stored = await storeEveryTask();
  expect(stored).toBe(PHASES.length * HOLDERS.length * GATES.length * 3);
  const used = new Set<string>();
  for (const me of ["ana", "ben", "cleo"]) {
    const shown = await tasksBySection(me);
    const expected = [...shown].map(([section, tasks]) => [section, tasks.length]);
    const counted = await store.countSections(ORG, { me, doneSinceMs: 0 });
    expect(counted).toEqual(Object.fromEntries(expected));
    for (const [section, [task]] of shown) {
      if (task === undefined) continue;
      used.add(section);
      const one = await store.countSections(ORG, { me, doneSinceMs: 0, text: task });
      expect(one, `${task} for ${me}`).toMatchObject({ [section]: 1 });
    }
  }
  expect([...used].toSorted()).toEqual(SECTIONS.toSorted());
});
