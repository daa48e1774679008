import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkshop, type Workshop } from "../testing/plain-git.ts";
import { findCheckouts } from "./find-checkouts.ts";

let shop: Workshop;

beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

describe("findCheckouts", () => {
  it("names the worktree that has the branch, with the moves of its own HEAD", async () => {
    const first = shop.commit("One");
    const second = shop.commit("Two");
    const linked = `${shop.folder}/linked`;
    shop.git("worktree", "add", "--quiet", "-b", "work", linked);
    const repository = { id: "shop", path: shop.repo };

    expect(await findCheckouts(repository, "main")).toEqual([
      {
        path: shop.repo,
        moves: [expect.objectContaining({ to: first }), { from: first, to: second }],
      },
    ]);
    const work = await findCheckouts(repository, "work");
    expect(work.map(({ path, moves }) => [path, moves.at(-1)?.to])).toEqual([[linked, second]]);
    expect(await findCheckouts(repository, "none")).toEqual([]);
  });

  it("has no moves where git keeps no log", async () => {
    shop.git("config", "core.logAllRefUpdates", "false");
    shop.commit("One");

    expect(await findCheckouts({ id: "shop", path: shop.repo }, "main")).toEqual([
      { path: shop.repo, moves: [] },
    ]);
  });
});
