import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tools/meta/ci/longest-first.ts";

/** How often repeated tests are repeated: 1 is what the figures in the documents mean. */
const scale = process.env.DEEP ? 10 : Number(process.env.SCALE ?? 1);
/** How many attempts each generated attack makes. */
const attempts = process.env.DEEP ? 100_000 : 100;
const races = Math.ceil(Math.min(scale, 1) * 200);

/** A test's suffix names its kind; unit tests have none. CONTRIBUTING.md lists the kinds. */
const testsOf = (kind: string) => `{packages/*/src,test,tools}/**/*.${kind}test.ts`;
const UNIT = testsOf("");
const OTHER_KINDS = "**/*.*.test.ts";
const INSTALLED = "**/node_modules/**";
/** With `EXCEPT_CORE` the core's unit tests are left to `npm run coverage`. */
const LEFT_OUT = process.env.EXCEPT_CORE ? ["packages/core/**"] : [];

/** A measurement of the pages needs time, and times of the clock need a machine without other load. */
const MEASUREMENTS = process.env.FIGURES
  ? []
  : [
      ...(scale < 1 || process.env.DEEP ? ["test/web/many-clients.web.test.ts"] : []),
      ...(process.env.DEEP ? ["test/web/figures/**"] : []),
    ];

const PROOF_MEASUREMENTS = process.env.FIGURES
  ? []
  : process.env.DEEP
    ? ["test/proof/figures/**"]
    : scale < 1
      ? ["test/proof/figures/tasks.proof.test.ts"]
      : [];

/** The command line in one bundle, built once for a run, or before it with `PREBUILT`. */
const PROGRAM = "./packages/cli/src/testing/built-program.ts";

/** The store's tests run on the Postgres that is installed with us and on the machine's own. */
const SERVERS = "./packages/engine/src/testing";
const database = {
  include: [testsOf("db."), testsOf("store.")],
  // Where time is short, hooks and transcripts are tried without an engine of their own.
  exclude: [INSTALLED, ...(scale < 1 ? ["packages/cli/src/{hook,watch}/**"] : [])],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    attachmentsDir: "reports/attachments",
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          isolate: false,
          globalSetup: [PROGRAM],
          include: [UNIT],
          exclude: [OTHER_KINDS, INSTALLED, ...LEFT_OUT],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "property",
          isolate: false,
          provide: { scale },
          setupFiles: ["tools/meta/ci/same-numbers.ts"],
          include: [testsOf("property.")],
          testTimeout: 3_600_000,
        },
      },
      {
        test: {
          name: "git",
          isolate: false,
          provide: { scale },
          globalSetup: ["./tools/meta/ci/bundled-git.ts"],
          include: [testsOf("git.")],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "process",
          isolate: false,
          include: [testsOf("process.")],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...database,
          name: "db",
          isolate: false,
          provide: { scale, races },
          globalSetup: [`${SERVERS}/embedded-server.ts`, PROGRAM],
        },
      },
      {
        test: {
          ...database,
          name: "db_system",
          isolate: false,
          provide: { scale, races: Math.ceil(races / 10) },
          globalSetup: [`${SERVERS}/system-server.ts`],
          include: [testsOf("store.")],
        },
      },
      {
        test: {
          name: "attack",
          isolate: false,
          provide: { scale, attempts },
          include: [testsOf("attack.")],
          globalSetup: [`${SERVERS}/embedded-server.ts`, PROGRAM],
          testTimeout: process.env.DEEP ? 7_200_000 : 180_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "proof",
          isolate: false,
          provide: { scale },
          include: [testsOf("proof.")],
          exclude: PROOF_MEASUREMENTS,
          globalSetup: [`${SERVERS}/embedded-server.ts`, "./test/web/built-pages.ts", PROGRAM],
          testTimeout: process.env.DEEP ? 7_200_000 : scale < 1 ? 180_000 : 900_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "chaos",
          isolate: false,
          provide: { scale },
          include: [testsOf("chaos.")],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "crash",
          isolate: false,
          provide: { scale },
          include: [testsOf("crash.")],
          globalSetup: [`${SERVERS}/embedded-server.ts`, PROGRAM],
          testTimeout: 7_200_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "tui",
          isolate: false,
          provide: { scale },
          include: [testsOf("tui.")],
          // For a machine with time: a measurement, and all that is not in the table of keys.
          exclude: scale < 1 ? ["test/tui/{figures,hands,keys}.tui.test.ts"] : [],
          globalSetup: ["./packages/tui/src/testing/bundle-sample.ts", PROGRAM],
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: "web",
          isolate: false,
          provide: { scale },
          include: [testsOf("web.")],
          exclude: MEASUREMENTS,
          globalSetup: [`${SERVERS}/embedded-server.ts`, "./test/web/built-pages.ts", PROGRAM],
          testTimeout: process.env.DEEP ? 7_200_000 : 180_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "hub",
          isolate: false,
          // Most of these tests wait for polls and retries, not for the processor.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          provide: { scale, attempts },
          include: [testsOf("hub.")],
          // For a machine with time: a measurement, kills, floods, groups, races, trains and ways to merge.
          exclude:
            scale < 1
              ? [
                  "test/hub/engine/idle-cost.*",
                  "test/hub/merge-ways.*",
                  "test/hub/{crash,deliveries,groups,races,trains}/**",
                ]
              : [],
          globalSetup: [`${SERVERS}/embedded-server.ts`, PROGRAM],
          testTimeout: process.env.DEEP ? 7_200_000 : 180_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "e2e",
          isolate: false,
          include: [testsOf("e2e.")],
          globalSetup: [PROGRAM, "./test/e2e/packed-tarball.ts"],
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["packages/core/src/**/*.ts"],
      exclude: ["**/*.test.ts", "packages/core/src/testing/**"],
      reporter: ["text-summary", "json"],
      thresholds: { "packages/core/src/{decision,task,plan,proof}/**": { branches: 100 } },
    },
  },
});
