import { describe, expect, it } from "vitest";
import { openMirrored } from "../testing/open-mirror.ts";

const WORDS = {
  message: "Say more\n",
  author: { name: "claude-code", email: "countersign@localhost" },
};

describe("the commit of uncommitted work", () => {
  it("gets the message and the author, with the same tree, parents and time, each time the same", async () => {
    const lab = openMirrored();
    lab.write("a", "1\n");
    const head = lab.commit();
    lab.write("a", "2\n");
    const work = await lab.mirror.snapshot(lab.repository, lab.repo);
    const { id } = lab.repository;

    const named = await lab.mirror.nameWork(id, work, WORDS);

    expect(named.tree).toBe(work.tree);
    expect(named.commit).not.toBe(work.commit);
    expect(await lab.mirror.nameWork(id, work, WORDS)).toEqual(named);
    expect(await lab.mirror.mergeBase(id, head, named.commit)).toBe(head);
    const { messages } = await lab.mirror.readHistory({
      repo: id,
      target: "main",
      base: head,
      head: named.commit,
      tree: named.tree,
    });
    expect(messages.map(({ text }) => text)).toEqual(["Say more\n"]);
  });

  it("stays as it is where the author made it", async () => {
    const lab = openMirrored();
    lab.write("a", "1\n");
    lab.git("add", "-A");
    lab.git("commit", "--quiet", "-m", "Uncommitted work");
    const work = await lab.mirror.snapshot(lab.repository, lab.repo);

    expect(await lab.mirror.nameWork(lab.repository.id, work, WORDS)).toEqual(work);
  });
});
