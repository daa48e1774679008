import { setTimeout as pause } from "node:timers/promises";
import { ForgeError } from "@countersign/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { POLICY } from "../engine/open-engine.ts";
import { openForgeLab } from "./forge-lab.ts";
import { ANA, EVE } from "./memory-forge.ts";

const lab = await openForgeLab(
  {
    ...POLICY,
    trust: { forgeReviews: "all" },
    merge: { graceSeconds: 0, strategy: "none" },
  },
  { scanMs: 3_600_000 },
);
const { hub, commit, hint, follows, shows } = lab;

const WAITING = "in_progress: Waiting for ana";

beforeEach(lab.refill);

describe("a pull request", () => {
  it("is a task with one round and one check per head [R-118]", async () => {
    const first = commit("a.txt", "one\n");
    hub.open(1, first, { title: "Add a\nfile", labels: ["security"] });
    await hint(1);
    const task = await follows(1, ({ round }) => round?.content.head === first);
    expect(task).toMatchObject({
      title: "Add a file",
      assignee: "github-9",
      sponsors: ["github-9"],
      committers: ["github-9"],
      labels: [{ name: "security", by: "tracker" }],
    });
    await shows(first, WAITING);
    expect(hub.created).toEqual({ checks: 1, comments: 0 });

    const second = commit("a.txt", "two\n", first);
    hub.push(1, second);
    await hint(1);
    await shows(second, WAITING);
    expect((await lab.taskOf(1))?.round?.number).toBe(2);
    expect(hub.created).toEqual({ checks: 2, comments: 0 });
  });

  it("starts another round for other commits with the same tree", async () => {
    const first = commit("b.txt", "one\n");
    hub.open(2, first);
    await shows(first, WAITING);
    lab.shop.git("checkout", "--quiet", "--detach", first);
    lab.shop.git("commit", "--quiet", "--amend", "--message", "Other words");
    const amended = lab.shop.git("rev-parse", "HEAD").trim();
    lab.shop.git("branch", `keep-${amended}`);
    hub.push(2, amended);
    await hint(2);

    await shows(amended, WAITING);
    const { round } = await follows(2, () => true);
    expect([round?.number, round?.content.head]).toEqual([2, amended]);
  });

  it("follows its pull request through draft, close, retarget and reopening without webhooks", async () => {
    const head = commit("c.txt", "one\n");
    hub.open(3, head, { isDraft: true });
    hub.update(3, { isDraft: false });
    await shows(head, WAITING);
    for (const away of [
      { isDraft: true },
      { state: "closed" },
      { base: { branch: "release", commit: head } },
    ] as const) {
      hub.update(3, away);
      await follows(3, ({ phase }) => phase.is === "rejected");
      hub.update(3, { isDraft: false, state: "open", base: { branch: "main", commit: head } });
      await follows(3, ({ phase }) => phase.is === "reviewing");
    }
    expect((await lab.taskOf(3))?.round?.number).toBe(4);
  });

  it("becomes green by a linked person's review of exactly this head", async () => {
    const head = commit("d.txt", "one\n");
    hub.open(4, head);
    await shows(head, WAITING);
    hub.review(4, { id: 1, by: EVE, state: "approved", commit: head });
    hub.review(4, { id: 2, by: ANA, state: "approved", commit: "0".repeat(40) });
    await hint(4);
    const next = commit("d.txt", "two\n", head);
    hub.push(4, next);
    hub.review(4, { id: 3, by: ANA, state: "approved", commit: head });
    await hint(4);
    await shows(next, WAITING);
    hub.review(4, { id: 4, by: ANA, state: "approved", commit: next });
    await hint(4, { about: "review" });

    await shows(next, "success: Approved and merged");
    expect(hub.checks.get(head)?.state).toBe("in_progress");
    expect(hub.comments.has(4)).toBe(false);
  });

  it("is sent back by a review that requests changes, with one comment that is edited", async () => {
    const head = commit("e.txt", "one\n");
    hub.open(5, head);
    await shows(head, WAITING);
    hub.review(5, { id: 5, by: ANA, state: "changes_requested", commit: head });
    await hint(5, { about: "review" });
    await shows(head, "failure: Changes requested");
    const comment = hub.comments.get(5);
    expect(comment?.text).toContain("Changes were requested on the pull request");

    const next = commit("e.txt", "two\n", head);
    hub.push(5, next);
    await hint(5);
    await shows(next, WAITING);
    expect(hub.comments.get(5)?.id).toBe(comment?.id);
    expect(hub.comments.get(5)?.text).toContain("Waiting for ana");
  });

  it("is approved with a button that the owner pressed once", async () => {
    const head = commit("f.txt", "one\n");
    hub.open(6, head);
    await shows(head, WAITING);
    await hint(null, { about: "check", pressed: { action: "approve", by: EVE, commit: head } });
    await hint(null, { about: "check", pressed: { action: "why", by: EVE, commit: head } });
    await follows(6, () => hub.comments.has(6));
    await shows(head, WAITING);
    await hint(null, { about: "check", pressed: { action: "approve", by: ANA, commit: head } });

    await shows(head, "success: Approved and merged");
  });

  it("is sent back with a button that the owner pressed, and reviewed with the next head", async () => {
    const head = commit("r.txt", "one\n");
    hub.open(9, head);
    await shows(head, WAITING);
    await hint(null, { about: "check", pressed: { action: "redo", by: EVE, commit: head } });
    await hint(null, { about: "check", pressed: { action: "why", by: EVE, commit: head } });
    await follows(9, () => hub.comments.has(9)); // buttons take effect in order
    await shows(head, WAITING);
    await hint(null, { about: "check", pressed: { action: "redo", by: ANA, commit: head } });
    await shows(head, "failure: Changes requested");
    expect(await lab.taskOf(9)).toMatchObject({ phase: { is: "rework" }, round: { number: 1 } });

    const next = commit("r.txt", "two\n", head);
    hub.push(9, next);
    await hint(9);
    await shows(next, WAITING);
    await hint(null, { about: "check", pressed: { action: "redo", by: ANA, commit: head } });
    await hint(null, { about: "check", pressed: { action: "approve", by: ANA, commit: next } });
    await shows(next, "success: Approved and merged");
  });

  it("says why its work was not accepted", async () => {
    const empty = lab.shop.git("rev-parse", "main").trim();
    hub.open(7, empty);
    await hint(7);

    await shows(empty, "failure: Not accepted for review");
    expect(await lab.taskOf(7)).toBeNull();
  });

  it("says why its head was not fetched, and is reviewed with the next head", async () => {
    const head = commit("h.txt", "too large\n");
    hub.control.before = (call) => {
      if (call === "fetchInto") throw new ForgeError("refused", "A file is larger than 128 MiB");
    };
    hub.open(8, head);
    await hint(8);
    await shows(head, "failure: Not accepted for review");
    hub.control.before = () => undefined;
    const next = commit("h.txt", "small\n");
    hub.push(8, next);
    await hint(8);

    await shows(next, WAITING);
  });
});

describe("a webhook", () => {
  it("is refused without a good signature", async () => {
    const headers = new Map([["signature", "bad"]]);
    expect(await lab.engine.acceptWebhook(headers, new Uint8Array())).toBe("refused");
  });

  it("of a repository that is not linked changes nothing", async () => {
    const repository = { id: 1, name: "acme/other" };
    expect(await hint(1, { repository })).toBe("accepted");
  });

  it("about a push to the target fetches it, unless our clone has that commit", async () => {
    let fetches = 0;
    const { fetch, tip } = hub.control;
    hub.control.fetch = ({ changes }) => {
      if (changes.length === 0) fetches += 1;
    };
    const pushed = async (branch: string) => {
      await hint(null, { about: "push", branch });
      await pause(2_000);
      return fetches;
    };
    expect(await pushed("main")).toBe(0);
    hub.control.tip = () => "f".repeat(40);
    expect(await pushed("release")).toBe(0);
    expect(await pushed("main")).toBe(1);
    Object.assign(hub.control, { fetch, tip });
  });
});
