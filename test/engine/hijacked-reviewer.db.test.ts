import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import {
  createReviewerRunners,
  createSandboxedProcessRunner,
  readReviewerAccess,
} from "@countersign/adapters";
import { afterAll, expect, inject, it } from "vitest";
import { startModelStub } from "../../packages/adapters/src/agent/testing/model-stub.ts";
import type { TestDatabase } from "../../packages/engine/src/testing/test-database.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const CANARY = `canary${process.pid}`;
const KEY = `sk-${CANARY}-model`;
const TREE_SECRET = `AKIA${"QZ7WSX5EDC3RFV2T"}`;
const { appUrl, ownerUrl } = inject("postgres");

const model = await startModelStub((response, { headers }) =>
  response.end(`you are ${headers["x-api-key"]}`),
);
const bin = mkdtempSync(join(tmpdir(), "hijacked-bin-"));
const data = mkdtempSync(join(tmpdir(), "hijacked-data-"));
const home = mkdtempSync(join(homedir(), ".countersign-hijacked-"));
process.env.COUNTERSIGN_HIJACKED = `${CANARY}-environment`;
writeFileSync(join(home, "token"), `${CANARY}-home`);
writeFileSync(
  join(data, "reviewers.json"),
  JSON.stringify({
    models: { anthropic: { apiKey: KEY, baseUrl: model.url } },
    services: { other: { url: "https://example.com", token: `${CANARY}-service` } },
  }),
  { mode: 0o600 },
);
chmodSync(bin, 0o755);
afterAll(() => {
  delete process.env.COUNTERSIGN_HIJACKED;
  model.close();
  for (const place of [bin, data, home]) rmSync(place, { recursive: true, force: true });
});

const builtin = { kind: "check", adapter: "builtin", description: "For a test" };
const agent = { kind: "agent", adapter: "claude", retries: 0, description: "For a test" };
const policy = {
  ...POLICY,
  checks: [],
  gate: { failFast: false },
  reviewers: [
    { id: "integrity", name: "Integrity", ...builtin },
    { id: "secrets", name: "Secrets", ...builtin },
    { id: "hijacked", name: "Hijacked", timeout: "60s", ...agent },
  ],
  policies: [
    ...POLICY.policies,
    {
      id: "all",
      when: "always",
      require: [{ reviewer: "hijacked" }],
      description: "For a test",
    },
  ],
};
const processes = createSandboxedProcessRunner();
const runners = createReviewerRunners({
  processes,
  environment: { PATH: bin },
  access: await readReviewerAccess(join(data, "reviewers.json")),
  withoutKey: "left_out",
});
const { engine, database, shop, folder, ana, key, until, lines, signIn } = await openEngine(
  policy,
  { runners },
);

/** The program, told where all that it must not find is. */
function placeProgram(): void {
  const keys = join(folder, "data", "canary");
  mkdirSync(join(folder, "data"), { recursive: true });
  writeFileSync(keys, `${CANARY}-data`);
  const targets = {
    files: [join(home, "token"), join(data, "reviewers.json"), keys, "/etc/shadow"],
    directories: [home, data, folder],
    account: homedir(), // a Node that lies there may be read: it runs the program
    ports: [Number(new URL(ownerUrl).port), Number(new URL(model.url).port)],
  };
  const source = readFileSync(new URL("./hijacked-claude.mjs", import.meta.url), "utf8");
  const text = source.replace("TARGETS", JSON.stringify(targets));
  writeFileSync(join(bin, "claude"), text, { mode: 0o755 });
}

/** Every row of every table, ours and the queue's. */
async function dump(pool: TestDatabase["owner"]): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const tables = await Promise.all(
    rows.map(async ({ name }) => {
      const all = await pool.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
      return [name, ...all.rows.map(({ line }) => line)].join("\n");
    }),
  );
  return tables.join("\n");
}

it("a hijacked reviewer finds nothing of ours, and so nothing reaches its model, the log, the database or the report", async () => {
  placeProgram();
  const author = await signIn({ actor: "worker", role: "author" });
  shop.write("src/keys.ts", `export const id = "${TREE_SECRET}";\n`);
  shop.commit("Add a key");
  shop.git("branch", "--force", "work");
  const { task: id } = await engine.createTask(author, key(), { title: "Work", repo: "shop" });
  await engine.submitWork(author, key(), {
    task: id,
    from: { branch: "work" },
    signal: "DONE",
    summary: "",
  });
  const task = await until(id, ({ round }) =>
    (round?.verdicts.items ?? []).some(({ by }) => by === "hijacked"),
  );

  const [verdict] = task.round?.verdicts.items.filter(({ by }) => by === "hijacked") ?? [];
  expect(verdict).toMatchObject({ sandboxed: true, summary: expect.stringMatching(/^taken 0; /) });

  const report = JSON.stringify([
    await engine.task(ana, id),
    await engine.why(ana, id),
    await engine.feedback(ana, id),
    await engine.log(ana, id),
    await engine.stream(ana, {}),
    await engine.recurringFindings(ana, {}),
  ]);
  const places = {
    model: JSON.stringify(model.seen.map(({ body }) => body)),
    log: lines.join("\n"),
    database: await dump(database.owner),
    report,
  };
  const secrets = {
    environment: `${CANARY}-environment`,
    home: `${CANARY}-home`,
    data: `${CANARY}-data`,
    service: `${CANARY}-service`,
    key: KEY,
    any: CANARY,
    tree: TREE_SECRET,
    password: new URL(appUrl).password,
    owner: new URL(ownerUrl).password,
    worker: new URL(database.workerUrl).password,
  };

  expect(places.model).toContain("ANTHROPIC_BASE_URL");
  expect(places.model).toContain("you are [redacted]");
  expect(places.log).toContain('"event":"submitted_review_result"');
  expect(places.database).toContain("hijacked");
  expect(places.report).toContain("taken 0; ");
  expect(Object.values(secrets).filter((secret) => secret.length < 8)).toEqual([]);
  for (const [place, text] of Object.entries(places)) {
    const met = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
    expect([place, met.map(([name]) => name)]).toEqual([place, []]);
  }
});
