import type { TaskView } from "@countersign/api";

/** One sample task in the words that matter; the rest of it is the same for all. */
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
  /** Passed or not: tests, types, lint, dead code. */
  readonly quality: readonly [boolean, boolean, boolean, boolean];
  readonly findings: readonly SampleFinding[];
  readonly files: readonly SampleFile[];
};

type SampleFinding = Pick<TaskView["findings"][number], "severity" | "message"> & {
  readonly file: string;
  readonly line: number;
  readonly by: string;
  readonly satisfiedWhen: string;
};

type SampleFile = { readonly path: string; readonly patch: string };

/** A patch of a new file with so many lines. */
function newFile(path: string, lines: readonly string[]): SampleFile {
  const body = lines.map((line) => `+${line}`).join("\n");
  const head = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}`;
  return { path, patch: `${head}\n@@ -0,0 +1,${lines.length} @@\n${body}\n` };
}

function changedFile(path: string, hunk: string): SampleFile {
  const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}`;
  return { path, patch: `${head}\n${hunk}\n` };
}

function numbered(count: number, line: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => line(index + 1));
}

const LOGIN = [
  "import { sign, verify } from 'jose';",
  "",
  "export async function refresh(req: Request) {",
  "  const token = readCookie(req, 'refresh');",
  "  if (!token) throw new Unauthorized();",
  "  const claims = await verify(token, key);",
  "  return issue(claims.sub);",
  "}",
];

const ROUTES = `@@ -10,4 +10,16 @@ export function routes(app: App) {
   app.get('/health', health);
   app.get('/orders', orders);
${numbered(12, (at) => `+  app.post('/auth/step-${at}', step${at});`).join("\n")}
   app.use(notFound);
 }`;

const LIMITER = `@@ -41,5 +41,5 @@ export async function allow(key: string) {
   // fixed window
   const n = await store.get(key);
-  if (n > 10) return tooMany();
+  if (n > 1000) return tooMany();
   await store.set(key, n + 1);
   return true;`;

const ALL: Sample["quality"] = [true, true, true, true];

/** The five tasks with which the modes were first described. */
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
      newFile("src/auth/login.ts", [...LOGIN, ...numbered(137, (at) => `// step ${at}`)]),
      newFile(
        "src/auth/logout.ts",
        numbered(32, (at) => `export const logout${at} = clear;`),
      ),
      changedFile("src/routes/index.ts", ROUTES),
      newFile(
        "tests/auth.test.ts",
        numbered(89, (at) => `it('works ${at}', check);`),
      ),
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
    files: [
      changedFile(
        "src/auth/find-user.ts",
        "@@ -3,3 +3,3 @@\n export function findUser(name: string) {\n-  return users.get(name);\n+  return users.get(name.trim());\n }",
      ),
    ],
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
        line: 43,
        by: "reviewer-sec",
        satisfiedWhen: "two parallel calls at the limit give one 200 and one 429",
      },
    ],
    files: [changedFile("src/limit/limiter.ts", LIMITER)],
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
    files: [
      changedFile(
        "src/api.ts",
        "@@ -1,2 +1,2 @@\n-export const v = 1;\n+export const v = 2;\n export {};",
      ),
    ],
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
    files: [
      newFile(
        "src/oauth.ts",
        numbered(40, (at) => `export const scope${at} = 'todo';`),
      ),
    ],
  },
];
