import type { Hole } from "../hole.ts";

const RECORDED = ["test/attack/organisation-log.attack.test.ts"];
const TAMPERED = ["test/attack/organisation-log-tampering.attack.test.ts"];

/** Bugs of one kind: a change of the organisation leaves no trace, or one that can be removed. */
export const ORGANISATION: readonly Hole[] = [
  {
    id: "credential-unrecorded",
    hole: "A credential is created without an entry of the organisation's log.",
    edits: [
      {
        file: "packages/engine/src/access/credentials.ts",
        find: '    await recordChange(session, org, by, { type: "credential_created", ...event });\n',
        replace: "",
      },
    ],
    project: "attack",
    tests: RECORDED,
  },
  {
    id: "release-unrecorded",
    hole: "A release lets unreviewed commits in without an entry of the organisation's log.",
    edits: [
      {
        file: "packages/engine/src/store/repositories.ts",
        find: '  released: "repository_released",\n',
        replace: "  released: null,\n",
      },
    ],
    project: "attack",
    tests: RECORDED,
  },
  {
    id: "dismissal-without-credential",
    hole: "The organisation's log does not keep whose credential dismissed a finding.",
    edits: [
      {
        file: "packages/engine/src/store/task-rows.ts",
        find: "const by = { id: entry.by, credential: entry.event.credential };",
        replace: "const by = { id: entry.by };",
      },
    ],
    project: "attack",
    tests: RECORDED,
  },
  {
    id: "change-recorded-afterwards",
    hole: "A credential counts although its entry could not be written.",
    edits: [
      {
        file: "packages/engine/src/access/credentials.ts",
        find: '    await recordChange(session, org, by, { type: "credential_created", ...event });\n',
        replace: `    void transact(pool, org, (later) =>
      recordChange(later, org, by, { type: "credential_created", ...event }),
    ).catch(() => undefined);\n`,
      },
    ],
    project: "attack",
    tests: RECORDED,
  },
  {
    id: "organisation-log-unsealed",
    hole: "No seal covers the organisation's log.",
    edits: [
      {
        file: "packages/engine/src/seal/seal-store.ts",
        find: "       WHERE h.seq > coalesce(l.seq, 0)),",
        replace: "       WHERE h.seq > coalesce(l.seq, 0) AND h.task_id <> '@organisation'),",
      },
    ],
    project: "attack",
    tests: [...RECORDED, ...TAMPERED],
  },
  {
    id: "organisation-log-unchained",
    hole: "An entry of the organisation's log does not hold the hash of the one before.",
    edits: [
      {
        file: "packages/engine/src/store/organisation-log.ts",
        find: "  const head = (await readHead(session, org)) ?? (await beginLog(session, org));",
        replace: `  const last = (await readHead(session, org)) ?? (await beginLog(session, org));
  const head = { ...last, hash: NO_HASH };`,
      },
    ],
    project: "attack",
    tests: TAMPERED,
  },
  {
    id: "organisation-log-streamed",
    hole: "The stream tells every agent of the organisation's credentials.",
    edits: [
      {
        file: "packages/engine/src/store/event-log.ts",
        find: "        ne(events.taskId, ORGANISATION_LOG),\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: TAMPERED,
  },
  {
    id: "organisation-log-read-as-task",
    hole: "Any role reads the organisation's log as if it were that of a task.",
    edits: [
      {
        file: "packages/engine/src/store/task-store.ts",
        find: "      if (taskId === ORGANISATION_LOG) notFound(taskId);\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: TAMPERED,
  },
];
