import { describe, expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const { engine, shop, ana, agent, key, until, signIn } = await openEngine({
  ...POLICY,
  modes: { default: "batch" },
  merge: { graceSeconds: 60 },
});

/** Opens a task whose work waits for the owner, and returns it as it is shown. */
async function waiting(name: string) {
  const { task } = await engine.createTask(agent, key(), { title: name, repo: "shop" });
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(`src/${name}.ts`, `${name}\n`);
  shop.commit(name);
  shop.git("branch", "--force", name);
  const from = { branch: name };
  await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "done" });
  const found = await until(
    task,
    ({ phase }) => phase.is === "reviewing" && phase.person === "ana",
  );
  return { task, round: 1, tree: found.round?.content.tree ?? "" };
}

describe("a batch of approvals", () => {
  it("approves exactly what was shown, names the rest, and is undone by its key", async () => {
    const [one, two, three] = [await waiting("a"), await waiting("b"), await waiting("c")];
    const other = { ...two, tree: "9".repeat(40) };
    const missing = { ...one, task: "cs-none" };
    const items = [one, other, three, missing];
    const batch = key();

    const { decided, refused } = await engine.approveBatch(ana, batch, items);
    expect(decided.map(({ task, state }) => [task, state])).toEqual([
      [one.task, "approved"],
      [three.task, "approved"],
    ]);
    expect(refused.map(({ task, code }) => [task, code])).toEqual([
      [two.task, "stale_content"],
      ["cs-none", "not_found"],
    ]);
    expect((await engine.task(ana, two.task)).phase.is).toBe("reviewing");

    expect((await engine.approveBatch(ana, batch, items)).decided).toEqual(decided);
    await expect(engine.approveBatch(ana, batch, [two])).rejects.toMatchObject({
      code: "reused_key",
    });

    const ben = await signIn({ actor: "ben", role: "human" });
    await expect(engine.undoBatch(ben, key(), batch)).rejects.toMatchObject({ code: "not_found" });
    const undone = await engine.undoBatch(ana, key(), batch);
    expect(undone.refused).toEqual([]);
    expect(undone.decided.map(({ task, state }) => [task, state]).toSorted()).toEqual(
      [
        [one.task, "reviewing"],
        [three.task, "reviewing"],
      ].toSorted(),
    );
  });

  it("leaves a decision alone that the person made again after an undo", async () => {
    const shown = await waiting("d");
    const batch = key();
    await engine.approveBatch(ana, batch, [shown]);
    const { round, tree } = shown;
    await engine.command(ana, key(), shown.task, { type: "undo", round, tree });
    await engine.command(ana, key(), shown.task, { type: "approve", round, tree });

    const { decided, refused } = await engine.undoBatch(ana, key(), batch);
    expect([decided, refused]).toMatchObject([[], [{ task: shown.task, code: "undo_closed" }]]);
    expect((await engine.task(ana, shown.task)).phase.is).toBe("approved");
  });

  it("refuses a task that must be reviewed separately, a list that repeats one, and agents", async () => {
    const shown = await waiting("e");
    const { task, round, tree } = shown;
    await engine.command(ana, key(), task, { type: "change_mode", mode: "per-task", round, tree });

    const { decided, refused } = await engine.approveBatch(ana, key(), [shown]);
    expect([decided, refused]).toMatchObject([[], [{ task, code: "wrong_state" }]]);
    expect(refused[0]?.message).toContain("mode per-task");
    await expect(engine.approveBatch(ana, key(), [shown, shown])).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(engine.approveBatch(agent, key(), [shown])).rejects.toMatchObject({
      code: "forbidden",
    });
    const scoped = await signIn({ actor: "ana", role: "human", task });
    await expect(engine.approveBatch(scoped, key(), [shown])).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("previews the text that the redo then gives to the author", async () => {
    const { task, round, tree } = await waiting("f");
    const redo = {
      type: "redo",
      round,
      tree,
      quickIssues: [] as string[],
      customFeedback: "Name the limit, please.",
      option: "keep",
      priority: "same",
    } as const;
    const preview = await engine.previewRedo(ana, task, redo);
    expect((await engine.task(ana, task)).phase.is).toBe("reviewing");
    await engine.command(ana, key(), task, redo);
    expect(await engine.feedback(agent, task)).toEqual(preview);
    expect(preview.text).toContain("Name the limit, please.");
    await expect(engine.previewRedo(ana, task, { ...redo, round: 7 })).rejects.toMatchObject({
      code: "stale_round",
    });
  });
});
