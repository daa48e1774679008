import { toShown } from "@countersign/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorkshop, type Workshop } from "../../packages/adapters/src/git/testing/plain-git.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import { untilHeld } from "./hand-in-change.ts";
import { openLab } from "./open-lab.ts";
import { exportLines, findProblems, listLog, ORGANISATION } from "./read-audit.ts";

const lab = await openLab(undefined, { lookMs: 100 });
const { engine, shop, ana, agent, admin, database, key, until } = lab;

const BY_ADMIN = { by: "root", role: "admin", credential: admin.token };
const BY_ANA = { by: "ana", role: "human", credential: ana.token };
const BY_ENGINE = { by: "countersign", role: null, credential: null };

function openRepository(): Workshop {
  const workshop = openWorkshop();
  afterAll(workshop.remove);
  workshop.write("readme.md", "# Plain\n");
  workshop.commit("Begin");
  workshop.git("checkout", "--quiet", "--detach");
  return workshop;
}

/** Commits to the target without a review. */
function commitTo(workshop: Workshop, path: string, text: string): string {
  workshop.git("checkout", "--quiet", "--detach", "main");
  workshop.write(path, text);
  const tip = workshop.commit("Not reviewed");
  workshop.git("branch", "--force", "main");
  return tip;
}

const dispose = async (task: string, as: { is: "open" } | { is: "dismissed"; reason: string }) =>
  engine.command(ana, key(), task, {
    type: "dispose",
    ...toShown(await engine.task(ana, task)),
    finding: "F-1",
    as,
  });

/** A task with a finding that a person takes off the table for the whole repository. */
async function dismissFinding(): Promise<string> {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write("broken.txt", "1\n");
  shop.commit("Work");
  shop.git("branch", "--force", "work");
  const { task } = await engine.createTask(agent, key(), { title: "Work", repo: "shop" });
  await engine.submitWork(agent, key(), {
    task,
    from: { branch: "work" },
    signal: "DONE",
    summary: "",
  });
  await until(task, ({ phase }) => phase.is === "rework");
  await dispose(task, { is: "dismissed", reason: "The test is wrong" });
  return task;
}

async function startSprint(): Promise<void> {
  const { task } = await engine.createTask(agent, key(), { title: "Later", repo: "shop" });
  const target = { is: "none_ready" } as const;
  await engine.startSprint(ana, key(), { tasks: [task], target, pauseOnFailure: false });
}

const extra = openRepository();
const short = openRepository();
const done = { credential: "", foreign: "", first: "", task: "" };

beforeAll(async () => {
  const made = await engine.createToken(admin, { actor: "shadow-owner", role: "human" });
  done.credential = made.id;
  done.foreign = commitTo(shop, "foreign.txt", "not reviewed\n");
  await untilHeld(lab);
  const release = { tip: done.foreign, reason: "It looked harmless" };
  await engine.releaseRepository(ana, "shop", release);
  await engine.revokeToken(admin, made.id);
  await engine.addRepository(admin, { path: extra.repo, id: "extra" });
  done.first = commitTo(extra, "countersign.json", JSON.stringify(plainPolicy("ana")));
  await engine.createTask(agent, key(), { title: "Look", repo: "extra" }).catch(() => null);
  await untilHeld(lab, "extra");
  await engine.releaseRepository(ana, "extra", { tip: done.first, reason: "I read it" });
  await engine.addRepository(admin, { path: short.repo, id: "short" });
  await engine.removeRepository(admin, "short");
  done.task = await dismissFinding();
  await startSprint();
  await engine.changeSprint(ana, key(), { do: "stop" });
  await engine.rotateSealKey(admin);
}, 60_000);

describe("I14 Loud overrides: what changes who decides, or lets commits in, is in a sealed log", () => {
  it("lists each change with who made it, by which credential, and why", async () => {
    await exportLines(lab);
    const entries = await listLog(lab);
    const find = (what: string, part: string) =>
      entries.filter((entry) => entry.what === what && entry.detail?.includes(part));
    const { credential, foreign, first, task } = done;

    expect(find("credential_created", credential)).toMatchObject([
      { ...BY_ADMIN, detail: `id: ${credential}, actor: shadow-owner, role: human` },
    ]);
    expect(find("credential_revoked", credential)).toMatchObject([BY_ADMIN]);
    expect(find("repository_registered", "repo: extra")).toMatchObject([BY_ADMIN]);
    expect(find("hold_raised", "repo: shop, why: target_moved")).toMatchObject([BY_ENGINE]);
    expect(find("repository_released", `tip: ${foreign}`)).toMatchObject([
      { ...BY_ANA, detail: expect.stringMatching(/^repo: shop, .*reason: It looked harmless$/) },
    ]);
    expect(find("hold_released", "repo: shop, why: target_moved")).toMatchObject([BY_ANA]);
    expect(find("first_policy_confirmed", `tip: ${first}`)).toMatchObject([
      { ...BY_ANA, detail: expect.stringContaining("reason: I read it") },
    ]);
    expect(find("repository_removed", "repo: short")).toMatchObject([BY_ADMIN]);
    expect(find("finding_dismissed", `task: ${task}, finding: F-1`)).toMatchObject([
      { ...BY_ANA, detail: expect.stringContaining("reason: The test is wrong") },
    ]);
    expect(find("sprint_started", "")).toMatchObject([BY_ANA]);
    expect(find("sprint_stopped", "")).toMatchObject([BY_ANA]);
    expect(find("seal_key_rotated", "key: ")).toMatchObject([BY_ADMIN]);
    expect(entries.filter(({ seal }) => seal === null)).toEqual([]);
  });

  it("exports all of it, and the export verifies", async () => {
    const exported = (await exportLines(lab))
      .map((line) => JSON.parse(line))
      .filter(({ kind, task }) => kind === "entry" && task === ORGANISATION);
    const listed = (await listLog(lab)).toReversed();

    expect(exported.map(({ seq, hash }) => [seq, hash])).toEqual(
      listed.map(({ seq, hash }) => [seq, hash]),
    );
    expect(exported.find(({ event }) => event.type === "repository_released")).toMatchObject({
      by: "ana",
      event: { tip: done.foreign, credential: { id: ana.token, role: "human" } },
    });
    expect(await findProblems(lab)).toEqual([]);
  });

  it("changes nothing that it cannot record", async () => {
    const tip = commitTo(shop, "again.txt", "not reviewed\n");
    await untilHeld(lab);
    const kept = await engine.createToken(admin, { actor: "kept", role: "viewer" });
    const before = await readRows();
    await database.owner.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'the log is full'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON countersign.events FOR EACH ROW
        WHEN (NEW.task_id = '${ORGANISATION}') EXECUTE FUNCTION refuse()`);
    const changes = [
      () => engine.createToken(admin, { actor: "eve", role: "human" }),
      () => engine.revokeToken(admin, kept.id),
      () => engine.addRepository(admin, { path: short.repo, id: "short" }),
      () => engine.removeRepository(admin, "extra"),
      () => engine.releaseRepository(ana, "shop", { tip, reason: "quietly" }),
      () => engine.rotateSealKey(admin),
      () => startSprint(),
      () => dispose(done.task, { is: "open" }),
    ];
    for (const [index, change] of changes.entries())
      expect([
        index,
        await change().then(
          () => "done",
          () => "refused",
        ),
      ]).toEqual([index, "refused"]);
    await database.owner.query("DROP FUNCTION refuse() CASCADE");

    expect(await readRows()).toEqual(before);
    await engine.releaseRepository(ana, "shop", { tip, reason: "Aloud" });
  });
});

/** Everything that a change of the organisation leaves behind. */
async function readRows(): Promise<unknown> {
  const { rows } = await database.owner.query(`
    SELECT (SELECT json_agg(c ORDER BY id) FROM countersign.credentials c) AS credentials,
           (SELECT json_agg(r ORDER BY id) FROM countersign.repositories r) AS repositories,
           (SELECT json_agg(t ORDER BY position) FROM countersign.accepted_tips t) AS tips,
           (SELECT json_agg(h ORDER BY subject) FROM countersign.holds h) AS holds,
           (SELECT json_agg(d) FROM countersign.dismissals d) AS dismissals,
           (SELECT json_agg(s ORDER BY id) FROM countersign.sprints s) AS sprints,
           (SELECT json_agg(s.body -> 'says') FROM countersign.seals s
             WHERE s.body ? 'says') AS statements`);
  return rows;
}
