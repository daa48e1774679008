import { rmSync } from "node:fs";
import { join } from "node:path";
import { createGitMirror } from "@countersign/adapters";
import { afterAll, describe, expect, it } from "vitest";
import { openWorkshop } from "../../packages/adapters/src/git/testing/plain-git.ts";
import { judgeMergeGroup } from "../../packages/engine/src/target/judge-merge-group.ts";
import type { ApprovedWork } from "../../packages/engine/src/target/reproduce-steps.ts";

const shop = openWorkshop();
const mirror = createGitMirror({ dataDirectory: join(shop.folder, "data") });
const repository = { id: "shop", path: shop.repo };
shop.write("readme.md", "# Shop\n");
const base = shop.commit("Begin");
afterAll(() => {
  rmSync(join(shop.folder, "data"), { recursive: true, force: true });
  shop.remove();
});

const SIZE = 5;

/** A branch off the first commit with one file of its own. */
function branch(name: string): ApprovedWork {
  shop.git("checkout", "--quiet", "--detach", base);
  shop.write(`${name}.txt`, `${name}\n`);
  const head = shop.commit(`Add ${name}`);
  const tree = shop.git("rev-parse", `${head}^{tree}`);
  const content = { repo: "shop", target: "main", base, head, tree };
  return { task: { id: `cs-${name}`, repo: "shop" }, round: { content } };
}

const approved = Array.from({ length: SIZE }, (_, index) => branch(`member-${index}`));
const unapproved = branch("unapproved");
const heads = approved.map(({ round }) => round.content.head);

type Built = { squash?: boolean; evilAt?: number };

/** Builds a group as a forge does: each member merged on top of the one before. */
async function build(members: readonly ApprovedWork[], { squash, evilAt }: Built = {}) {
  let at = base;
  for (const [index, { round }] of members.entries()) {
    const { head } = round.content;
    let tree = shop.git("merge-tree", "--write-tree", at, head);
    if (index === evilAt) {
      const evil = shop.feed("evil\n", "hash-object", "-w", "--stdin");
      const entries = shop.git("ls-tree", tree);
      tree = shop.feed(`${entries}\n100644 blob ${evil}\tzz-evil.txt\n`, "mktree");
    }
    const parents = squash ? ["-p", at] : ["-p", at, "-p", head];
    at = shop.git("commit-tree", ...parents, "-m", `Member ${index}`, tree);
  }
  shop.git("update-ref", "refs/heads/group", at);
  const { commit: head, tree } = await mirror.fetch(repository, { branch: "group" });
  const content = { repo: "shop", target: "main", base, head, tree };
  const { messages } = await mirror.readHistory(content);
  const steps = shop
    .git("rev-list", "--first-parent", "--reverse", `${base}..${head}`)
    .split("\n")
    .flatMap((id) => messages.find(({ commit }) => commit === id) ?? []);
  return { accepted: base, steps };
}

async function judge(members: readonly ApprovedWork[], built: Built, order = heads) {
  const group = await build(members, built);
  return await judgeMergeGroup(mirror, { ...group, heads: order }, approved);
}

describe("a merge group of five", () => {
  it.each([{ squash: false }, { squash: true }])(
    "is approved if it merges the approved heads in the order of the queue, %j",
    async (built) => {
      expect(await judge(approved, built)).toEqual({
        is: "approved",
        tasks: approved.map(({ task }) => task.id),
      });
    },
  );

  const positions = Array.from({ length: SIZE }, (_, index) => index);

  it.each(positions)("is refused with an unapproved member at position %i", async (at) => {
    const members = approved.with(at, unapproved);
    const order = members.map(({ round }) => round.content.head);

    for (const squash of [false, true])
      expect(await judge(members, { squash }, order)).toMatchObject({ is: "refused" });
  });

  it.each(positions)("is refused with an altered result at position %i", async (evilAt) => {
    for (const squash of [false, true])
      expect(await judge(approved, { squash, evilAt })).toMatchObject({ is: "refused" });
  });

  it.each(positions.slice(1))(
    "is refused if members %i and the one before are exchanged",
    async (at) => {
      const [one, other] = [approved[at - 1], approved[at]];
      if (one === undefined || other === undefined) throw new Error("no such member");
      const members = approved.with(at - 1, other).with(at, one);

      for (const squash of [false, true])
        expect(await judge(members, { squash })).toEqual({
          is: "refused",
          why: "its tasks are not those of the queue in that order",
        });
    },
  );

  it("is refused if a member is missing or comes twice", async () => {
    const [first] = approved;
    if (first === undefined) throw new Error("no member");

    expect(await judge(approved.slice(1), {})).toMatchObject({ is: "refused" });
    expect(
      await judge([...approved, first], {}, [...heads, first.round.content.head]),
    ).toMatchObject({ is: "refused" });
  });
});
