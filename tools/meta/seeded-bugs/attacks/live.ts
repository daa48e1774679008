import type { SeededBug } from "../seeded-bug.ts";

/** Bugs of the event stream: too many connections, another organisation's entries, no end, no limit. */
export const LIVE: readonly SeededBug[] = [
  {
    id: "stream-per-tab",
    bug: "Every tab opens a stream, until the browser has no connection left.",
    edits: [
      {
        in: "web/followLiveEvents",
        code: "navigator.locks.request(NAME, { signal }, lead)",
        becomes: "lead()",
      },
    ],
    tests: ["packages/web/src/data/live-events.test.ts"],
  },
  {
    id: "tail-of-another-organisation",
    bug: "The reader of one organisation hands its entries to the streams of another.",
    edits: [
      {
        in: "server/createOrganisationTails",
        code: "const key = tailKey(by);",
        becomes: 'const key = by.task ?? "";',
      },
    ],
    tests: ["test/attack/two-organisations.attack.test.ts"],
    project: "attack",
  },
  {
    id: "ended-session-streams",
    bug: "A stream goes on after its credential was revoked.",
    edits: [
      {
        in: "server/checkCredentials",
        code: 'receive(valid.has(by.token) ? { is: "alive" } : { is: "end", error: null })',
        becomes: 'void valid.has(by.token), receive({ is: "alive" })',
      },
    ],
    tests: ["packages/server/src/events.test.ts"],
  },
  {
    id: "limiter-counts-nothing",
    bug: "An address may guess as often as it likes.",
    edits: [
      {
        in: "server/createBuckets",
        code: "save(key, { left: left >= 1 ? left - 1 : left, atMs });",
        becomes: "save(key, { left, atMs });",
      },
    ],
    tests: ["packages/server/src/sessions.test.ts"],
  },
];
