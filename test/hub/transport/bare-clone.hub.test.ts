import { describe, expect, it } from "vitest";
import { openEngine, POLICY } from "../../engine/open-engine.ts";
import { openRemote, type Remote } from "./open-remote.ts";

const MAIN = "refs/heads/main";
const { engine, ana, agent, admin, key, until } = await openEngine(undefined, { lookMs: 200 });

/** Commits files to a branch of the server, on top of its main branch if there is one. */
async function commitFiles({ git }: Remote, branch: string, files: Record<string, string>) {
  const from = (await git(["for-each-ref", MAIN])) === "" ? [] : [`from ${MAIN}^0`];
  const changes = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`,
  );
  const head = [`commit refs/heads/${branch}`, "committer Ada <ada@acme.test> 1700000000 +0000"];
  const lines = [...head, "data 4\nWork", ...from, ...changes, ""];
  await git(["fast-import", "--quiet"], lines.join("\n"));
  return await git(["rev-parse", `refs/heads/${branch}`]);
}

describe("a repository that is a bare clone of ours", () => {
  it("takes a task from the fetched branch to the merge, and the merge goes back to the server", async () => {
    const lab = await openRemote();
    const policy = JSON.stringify(POLICY, null, 2);
    const base = await commitFiles(lab, "main", { "countersign.json": policy, "a.txt": "1\n" });
    const head = await commitFiles(lab, "feature", { "a.txt": "2\n" });
    await lab.transport.fetch(lab.remote, lab.gitDir, [MAIN, "refs/heads/feature"]);
    await engine.addRepository(admin, { path: lab.gitDir, id: "clone" });

    const { task } = await engine.createTask(agent, key(), { title: "Feature", repo: "clone" });
    const work = { task, from: { branch: "feature" }, signal: "DONE", summary: "" } as const;
    await engine.submitWork(agent, key(), work);
    const { round } = await until(
      task,
      ({ phase }) => phase.is === "reviewing" && phase.person === "ana",
    );
    if (round === null) throw new Error("no round");
    expect(round.content).toMatchObject({ base, head });
    const shown = { round: round.number, tree: round.content.tree };
    await engine.command(ana, key(), task, { type: "approve", ...shown });
    await until(task, ({ phase }) => phase.is === "done");

    const merged = await lab.clone(["rev-parse", MAIN]);
    expect(await lab.clone(["rev-parse", `${merged}^{tree}`])).toBe(round.content.tree);
    expect(await lab.clone(["rev-parse", `${merged}^1`, `${merged}^2`])).toBe(`${base}\n${head}`);
    const push = { commit: merged, ref: MAIN, expected: base };
    expect((await lab.transport.push(lab.remote, lab.gitDir, push)).outcome).toBe("requested");
    expect(await lab.git(["rev-parse", MAIN])).toBe(merged);
    expect(await lab.git(["fsck", "--full", "--strict", "--no-dangling"])).toBe("");
  });

  it("sees a target that moved on the server after the next fetch", async () => {
    const lab = await openRemote();
    const policy = JSON.stringify(POLICY, null, 2);
    await commitFiles(lab, "main", { "countersign.json": policy });
    await lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]);
    await engine.addRepository(admin, { path: lab.gitDir, id: "moved" });
    const next = await commitFiles(lab, "main", { "b.txt": "by another person\n" });

    await lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]);

    const isSeen = async () => {
      const found = (await engine.repositories(admin)).find(({ id }) => id === "moved");
      return found?.found === next || found?.tip === next;
    };
    await expect.poll(isSeen, { timeout: 30_000 }).toBe(true);
  });
});
