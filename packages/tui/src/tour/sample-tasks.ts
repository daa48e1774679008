import type { TaskView } from "@countersign/api";
import { AUTH_TEST, LOGIN, LOGOUT } from "./sample-auth.ts";
import { API, FIND_USER, LIMITER, LIMITER_SINCE, OAUTH, ROUTES } from "./sample-code.ts";
import { changedFile, newFile, type SampleFile } from "./sample-patch.ts";

/** One sample task; all other fields are the same for all. */
export type Sample = {
  readonly id: string;
  readonly title: string;
  readonly agent: string;
  readonly priority: TaskView["priority"];
  readonly labels: readonly string[];
  readonly mode: string;
  readonly iterations: number;
  readonly minutes: number;
  readonly message: string;
  /** Whether tests, types, lint and dead code passed. */
  readonly quality: readonly [boolean, boolean, boolean, boolean];
  readonly findings: readonly SampleFinding[];
  readonly files: readonly SampleFile[];
  /** Default: in review, waiting for the person on the tour. */
  readonly state?: "open" | "in_progress" | "done";
  /** Reviewers that have not answered yet; the task then waits for no person. */
  readonly atWork?: readonly string[];
  /** The feedback to the previous round, and the changes since then. */
  readonly asked?: {
    readonly issues: readonly string[];
    readonly feedback: string;
    readonly files: readonly SampleFile[];
  };
};

type SampleFinding = Pick<TaskView["findings"][number], "severity" | "message"> & {
  readonly file: string;
  readonly line: number;
  readonly by: string;
  readonly satisfiedWhen: string;
};

const ALL: Sample["quality"] = [true, true, true, true];

/** The five main sample tasks. */
export const SAMPLES: readonly Sample[] = [
  {
    id: "ch-abc1",
    title: "Add user authentication",
    agent: "agent-1",
    priority: "P0",
    labels: ["security"],
    mode: "per-task",
    iterations: 2,
    minutes: 4.39,
    message: "Implemented JWT-based auth with refresh tokens",
    quality: ALL,
    findings: [
      {
        severity: "warning",
        message: "The old refresh token stays valid after use. Store its id and revoke it here.",
        file: "src/auth/login.ts",
        line: 7,
        by: "reviewer-sec",
        satisfiedWhen: "reuse of a token is answered with 401",
      },
    ],
    files: [
      newFile("src/auth/login.ts", LOGIN),
      newFile("src/auth/logout.ts", LOGOUT),
      changedFile("src/routes/index.ts", ROUTES),
      newFile("tests/auth.test.ts", AUTH_TEST),
    ],
  },
  {
    id: "ch-abc2",
    title: "Fix login bug",
    agent: "agent-2",
    priority: "P0",
    labels: [],
    mode: "batch",
    iterations: 1,
    minutes: 2.1,
    message: "Trimmed the name before it is looked up",
    quality: ALL,
    findings: [],
    files: [changedFile("src/auth/find-user.ts", FIND_USER)],
  },
  {
    id: "ch-abc3",
    title: "Rate limiting",
    agent: "agent-3",
    priority: "P1",
    labels: [],
    mode: "batch",
    iterations: 3,
    minutes: 11.5,
    message: "Added rate limiting to the API endpoints",
    quality: [true, true, false, true],
    findings: [
      {
        severity: "major",
        message: "Read then write lets two requests pass.",
        file: "src/limit/limiter.ts",
        line: 29,
        by: "reviewer-sec",
        satisfiedWhen: "two parallel calls at the limit give one 200 and one 429",
      },
    ],
    files: [changedFile("src/limit/limiter.ts", LIMITER)],
    asked: {
      issues: ["Code style issues"],
      feedback: [
        "src/limit/limiter.ts:22\n> return new Response('too many', { status: 429 });\nsay when to try again",
        "src/limit/limiter.ts:30\n> if (n > 1000) return tooMany();\ntake the number from the config",
      ].join("\n\n"),
      files: [changedFile("src/limit/limiter.ts", LIMITER_SINCE)],
    },
  },
  {
    id: "ch-abc4",
    title: "Update API",
    agent: "agent-2",
    priority: "P1",
    labels: ["trivial"],
    mode: "auto",
    iterations: 1,
    minutes: 6.2,
    message: "Renamed the field in every answer",
    quality: ALL,
    findings: [],
    files: [changedFile("src/api.ts", API)],
  },
  {
    id: "ch-abc5",
    title: "OAuth integration",
    agent: "agent-1",
    priority: "P1",
    labels: [],
    mode: "batch",
    iterations: 1,
    minutes: 31,
    message: "First part of OAuth, tokens are not stored yet",
    quality: [false, false, false, false],
    findings: [],
    files: [newFile("src/oauth.ts", OAUTH)],
  },
];
