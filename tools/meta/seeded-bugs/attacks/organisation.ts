import type { SeededBug } from "../seeded-bug.ts";

const RECORDED = ["test/attack/organisation-log.attack.test.ts"];
const TAMPERED = ["test/attack/organisation-log-tampering.attack.test.ts"];

/** Bugs of one kind: a change of the organisation leaves no trace, or one that can be removed. */
export const ORGANISATION: readonly SeededBug[] = [
  {
    id: "credential-unrecorded",
    bug: "A credential is created without an entry of the organisation's log.",
    edits: [
      {
        in: "engine/insertToken",
        code: '  await recordChange(session, by, { type: "credential_created", ...event });\n',
        becomes: "",
      },
    ],
    project: "attack",
    tests: RECORDED,
  },
  {
    id: "release-unrecorded",
    bug: "A release lets unreviewed commits in without an entry of the organisation's log.",
    edits: [
      {
        in: "engine/ACCEPTANCE_EVENTS",
        code: '  released: "repository_released",\n',
        becomes: "  released: null,\n",
      },
    ],
    project: "attack",
    tests: RECORDED,
  },
  {
    id: "dismissal-without-credential",
    bug: "The organisation's log does not keep whose credential dismissed a finding.",
    edits: [
      {
        in: "engine/rememberDismissals",
        code: "const by = { id: entry.by, credential: entry.event.credential };",
        becomes: "const by = { id: entry.by };",
      },
    ],
    project: "attack",
    tests: RECORDED,
  },
  {
    id: "change-recorded-afterwards",
    bug: "A credential counts although its entry could not be written.",
    edits: [
      {
        in: "engine/insertToken",
        code: '  await recordChange(session, by, { type: "credential_created", ...event });\n',
        becomes: "",
      },
      {
        in: "engine/createToken",
        code: "return await insertToken(session, wanted, { by, origin: null });",
        becomes: `const stored = await insertToken(session, wanted, { by, origin: null });
    void transact(pool, org, (later) =>
      recordChange(later, by, { type: "credential_created", id: stored.id, actor: wanted.actor, role: wanted.role }),
    ).catch(() => undefined);
    return stored;`,
      },
    ],
    project: "attack",
    tests: RECORDED,
  },
  {
    id: "organisation-log-unsealed",
    bug: "No seal covers the organisation's log.",
    edits: [
      {
        in: "engine/findUnsealed",
        code: "       WHERE h.seq > coalesce(l.seq, 0)),",
        becomes: "       WHERE h.seq > coalesce(l.seq, 0) AND h.task_id <> '@organisation'),",
      },
    ],
    project: "attack",
    tests: [...RECORDED, ...TAMPERED],
  },
  {
    id: "organisation-log-unchained",
    bug: "An entry of the organisation's log does not hold the hash of the one before.",
    edits: [
      {
        in: "engine/recordChange",
        code: "  const head = (await readHead(session)) ?? (await beginLog(session));",
        becomes: `  const last = (await readHead(session)) ?? (await beginLog(session));
  const head = { ...last, hash: NO_HASH };`,
      },
    ],
    project: "attack",
    tests: TAMPERED,
  },
  {
    id: "organisation-log-streamed",
    bug: "The stream tells every agent of the organisation's credentials.",
    edits: [
      {
        in: "engine/readStream",
        code: "        ne(events.taskId, ORGANISATION_LOG),\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: TAMPERED,
  },
  {
    id: "organisation-log-read-as-task",
    bug: "Any role reads the organisation's log as if it were that of a task.",
    edits: [
      {
        in: "engine/createTaskStore",
        code: "      if (taskId === ORGANISATION_LOG) notFound(taskId);\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: TAMPERED,
  },
];
