import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyHome, installPacked, npm, type Packed, packInto } from "../../e2e/install-packed.ts";
import { startBlockingService } from "./blocking-service.ts";
import { type DayLab, openDayLab } from "./day-lab.ts";
import { constant, isIn, PROJECT, reports, waitsForPerson } from "./project.ts";
import { DAY_AGENTS, type DayAgent } from "./sessions.ts";

const { claude, codex, gemini, opencode } = DAY_AGENTS;
const BLOCKER = "This pays out money twice";

let packed: Packed;
let lab: DayLab;
let service: Awaited<ReturnType<typeof startBlockingService>>;
const at: Record<string, string> = {};
let started = 0;

/** An agent writes one constant into a file of its own. */
async function writes(agent: DayAgent, directory: string, name: string): Promise<string> {
  const prompt = `Name the ${name}`;
  const file = join(directory, `src/${name}.ts`);
  await lab.session(agent, directory, prompt, agent.write(file, constant(name, 1)));
  return prompt;
}

async function merged(...titles: string[]): Promise<void> {
  for (const title of titles) await lab.until(title, isIn("done"));
}

/** A reviewer of the owner's own, who is asked about everything that pays out. */
const REVIEWER = {
  ...{ id: "payments", name: "Payments", kind: "agent", adapter: "http" },
  description: "Looks at whatever pays out",
};
const POLICY = {
  id: "payments",
  when: { paths: ["src/pay*"] },
  require: [{ reviewer: "payments" }],
  description: "Whatever pays out",
};

/** Adds an entry to a list of the configuration, as the owner types it. */
async function addTo(key: string, entry: object): Promise<void> {
  const { out } = await lab.bench.run(["config", "get", key, "--json"]);
  const list = JSON.stringify([...JSON.parse(out).data.value, entry]);
  await lab.type(`countersign config set ${key} '${list.replaceAll("'", "'\\''")}'`);
}

beforeAll(async () => {
  if (!process.env.DEEP) return;

  packed = await installPacked(npm(null), await packInto(await emptyHome()));
  service = await startBlockingService(BLOCKER);
  lab = await openDayLab(PROJECT, packed.program);
}, 600_000);
afterAll(async () => {
  await lab?.close();
  service?.close();
  await packed?.remove();
}, 120_000);

describe.runIf(process.env.DEEP)("a day with four agents", { timeout: 600_000 }, () => {
  it("begins with the demo", async () => {
    await lab.type("cd .. && countersign demo");
    const [demo] = await lab.tasks();
    await lab.type(`countersign approve ${demo.task}`);
    await lab.until(demo.title, isIn("done"));
  });

  it("goes on in an own repository, with a worktree for every agent", async () => {
    started = Date.now();
    const services = { payments: { url: service.url, token: "stand-in" } };
    const file = join(lab.bench.data, "reviewers.json");
    await writeFile(file, JSON.stringify({ services, loopback: true }), { mode: 0o600 });
    await lab.type("countersign init --yes --no-agent-reviewers");
    await addTo("reviewers", REVIEWER);
    await addTo("policies", POLICY);
    await lab.type("git add -A && git commit --quiet -m 'Add countersign'");
    await lab.type(
      "countersign repo release --tip $(git rev-parse main) --reason 'My first policy'",
    );
    for (const name of ["claude", "second", "codex", "gemini", "opencode"])
      at[name] = await lab.addWorktree(name);
  });

  it("merges on a target that the owner has moved", async () => {
    const title = await writes(claude, place("claude"), "tax");
    await lab.until(title, waitsForPerson);
    await lab.type(
      "echo Notes > notes.md && git add notes.md && git commit --quiet -m 'Add notes'",
    );
    await lab.approve(title);
    await merged(title);

    expect(await lab.bench.git("show", "main:notes.md")).toBe("Notes\n");
    expect((await lab.bench.run(["status"])).out).toContain("1 unreviewed commit on main");
  });

  it("merges five changes, one of them from the main checkout, after one approval", async () => {
    const titles = [
      await writes(claude, place("claude"), "fee"),
      await writes(codex, place("codex"), "rate"),
      await writes(gemini, place("gemini"), "limit"),
      await writes(opencode, place("opencode"), "share"),
      await writes(claude, lab.bench.repository, "currency"),
    ];
    await lab.approve(...titles);
    await merged(...titles);
    expect(await lab.bench.git("status", "--porcelain")).toBe("");
  });

  it("sends one change back, and its agent addresses it", async () => {
    const title = await writes(codex, place("codex"), "margin");
    const { id } = await lab.until(title, waitsForPerson);
    await lab.type(`countersign redo ${id} --message 'The margin is two'`);
    await lab.until(title, ({ state, grace }) => state === "rework" && grace === null);
    const file = join(place("codex"), "src/margin.ts");
    const again = codex.write(file, constant("margin", 2));
    const { requests } = await lab.session(codex, place("codex"), "Go on", again);

    expect(requests[0]?.raw).toContain(`${id} came back to you`);
    await lab.until(title, ({ round }) => round.number === 2);
    await lab.approve(title);
    await merged(title);
    expect(await lab.bench.git("show", "main:src/margin.ts")).toBe(constant("margin", 2));
  });

  it("merges changes of one file as git does, and sends only a real conflict back", async () => {
    const edits = [
      { agent: gemini, directory: place("gemini"), title: "Change report 5", values: { 5: 50 } },
      {
        agent: opencode,
        directory: place("opencode"),
        title: "Change report 35",
        values: { 35: 1 },
      },
      {
        agent: claude,
        directory: place("second"),
        title: "Change report 5, too",
        values: { 5: 51 },
      },
    ];
    for (const { agent, directory, title, values } of edits) {
      const file = join(directory, "src/reports.ts");
      await lab.session(agent, directory, title, agent.write(file, reports(values)));
      await lab.until(title, waitsForPerson);
    }
    await lab.approve(...edits.map(({ title }) => title));
    await merged("Change report 5", "Change report 35");
    await lab.until("Change report 5, too", isIn("rework"));
    expect(await lab.bench.git("show", "main:src/reports.ts")).toBe(reports({ 5: 50, 35: 1 }));

    const file = join(place("second"), "src/reports.ts");
    await lab.session(
      claude,
      place("second"),
      "Go on",
      claude.run("git checkout --quiet -- . && git merge --quiet main"),
      claude.write(file, reports({ 5: 51, 35: 1 })),
    );
    await lab.until(
      "Change report 5, too",
      (task) => waitsForPerson(task) && task.round.number > 1,
    );
    await lab.approve("Change report 5, too");
    await merged("Change report 5, too");
  });

  it("rejects one change, and sets one blocker aside in the words of its reviewer", async () => {
    const unwanted = await writes(opencode, place("opencode"), "bonus");
    const rejected = await lab.until(unwanted, waitsForPerson);
    await lab.type(`countersign reject ${rejected.id} --reason 'Nobody gets a bonus'`);
    const paid = await writes(gemini, place("gemini"), "payout");
    const held = await lab.until(paid, isIn("held"));
    expect(await lab.type(`countersign task show ${held.id}`)).toContain(BLOCKER);
    await lab.type(`countersign release ${held.id} --set-aside payments`);
    await lab.approve(paid);
    await merged(paid);
    await lab.until(unwanted, isIn("rejected"));
  });

  it("needs ten minutes and forty lines, and leaves nothing of countersign in a change", async () => {
    const titles = (await lab.tasks()).filter(({ repo }) => repo === "shop");
    const states = Object.groupBy(titles, ({ state }) => state);
    const changed = await lab.bench.git("log", "--format=", "--name-only", "main");
    const files = new Set(changed.split("\n").filter((name) => name !== ""));
    process.stdout.write(
      `the day: ${Math.round((Date.now() - started) / 1000)} s, ${lab.typed.length} lines\n`,
    );

    expect(titles).toHaveLength(12);
    expect(states).toMatchObject({ done: { length: 11 }, rejected: { length: 1 } });
    expect([...files].filter((name) => !/^(src|test)\//.test(name)).toSorted()).toEqual([
      "countersign.jsonc",
      "notes.md",
      "package.json",
    ]);
    expect(lab.typed.length).toBeLessThanOrEqual(40);
    expect(Date.now() - started).toBeLessThan(600_000);
  });
});

/** The worktree of an agent. */
function place(name: string): string {
  const directory = at[name];
  if (directory === undefined) throw new Error(`There is no worktree ${name}`);
  return directory;
}
