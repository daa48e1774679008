import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { failureOf } from "./failure-of.ts";
import { openRemote, type Remote } from "./open-remote.ts";

const MAIN = "refs/heads/main";

/** A clone whose `next` is a commit of ours on top of the server's main branch. */
async function openPushing(): Promise<Remote & { base: string; next: string }> {
  const lab = await openRemote();
  const base = await lab.commit(MAIN, "a.txt", "1");
  await lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]);
  const tree = await lab.clone(["mktree"], "");
  const next = await lab.clone(["commit-tree", tree, "-p", base, "-m", "Next"]);
  return { ...lab, base, next };
}

async function setHook({ served }: Remote, script: string): Promise<void> {
  const file = join(served, "hooks", "pre-receive");
  await mkdir(join(served, "hooks"), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

describe("pushing over https", () => {
  it("moves a branch from the expected commit to ours, and says the same when asked again", async () => {
    const lab = await openPushing();
    const push = { commit: lab.next, ref: MAIN, expected: lab.base };
    const requested = { outcome: "requested", commit: lab.next };

    expect(await lab.transport.push(lab.remote, lab.gitDir, push)).toEqual(requested);
    expect(await lab.git(["rev-parse", MAIN])).toBe(lab.next);
    expect(await lab.transport.push(lab.remote, lab.gitDir, push)).toEqual(requested);
  });

  it("creates a branch only if the server has none of that name", async () => {
    const lab = await openPushing();
    const push = { commit: lab.next, ref: "refs/heads/countersign/7", expected: null };
    expect((await lab.transport.push(lab.remote, lab.gitDir, push)).outcome).toBe("requested");
    const onMain = { ...push, ref: MAIN };
    expect((await lab.transport.push(lab.remote, lab.gitDir, onMain)).outcome).toBe("head_moved");
    expect(await lab.git(["rev-parse", MAIN])).toBe(lab.base);
  });

  it("removes a branch only from the expected commit", async () => {
    const lab = await openPushing();
    const ref = "refs/heads/countersign/merge";
    await lab.transport.push(lab.remote, lab.gitDir, { commit: lab.next, ref, expected: null });
    const remove = (expected: string) =>
      lab.transport.push(lab.remote, lab.gitDir, { commit: null, ref, expected });

    expect((await remove(lab.base)).outcome).toBe("head_moved");
    expect(await lab.git(["rev-parse", ref])).toBe(lab.next);
    expect(await remove(lab.next)).toEqual({ outcome: "requested", commit: null });
    expect(await lab.git(["for-each-ref", ref])).toBe("");
  });

  it("leaves a branch that moved meanwhile where it is", async () => {
    const lab = await openPushing();
    const other = await lab.commit(MAIN, "a.txt", "2", lab.base);
    const push = { commit: lab.next, ref: MAIN, expected: lab.base };
    expect(await lab.transport.push(lab.remote, lab.gitDir, push)).toEqual({
      outcome: "head_moved",
      detail: "The ref has moved",
    });
    expect(await lab.git(["rev-parse", MAIN])).toBe(other);
  });

  it("loses against a branch that moves between the listing and the update", async () => {
    const lab = await openPushing();
    const other = await lab.commit("refs/heads/other", "a.txt", "2", lab.base);
    await setHook(lab, `unset GIT_QUARANTINE_PATH; git update-ref ${MAIN} ${other}`);
    const push = { commit: lab.next, ref: MAIN, expected: lab.base };
    expect((await lab.transport.push(lab.remote, lab.gitDir, push)).outcome).toBe("head_moved");
    expect(await lab.git(["rev-parse", MAIN])).toBe(other);
  });

  it("moves the branch and its proofs in one step, or neither", async () => {
    const lab = await openPushing();
    const proofs = new Map([["refs/countersign/proofs/main/000000", lab.base]]);
    const push = { commit: lab.next, ref: MAIN, expected: lab.base };
    const stale = { ...push, expected: lab.next };
    const send = (one: typeof push) => lab.transport.push(lab.remote, lab.gitDir, one, proofs);
    expect((await send(stale)).outcome).toBe("head_moved");
    expect(await lab.git(["for-each-ref", "refs/countersign"])).toBe("");
    expect(await send(push)).toEqual({ outcome: "requested", commit: lab.next });
    expect(await lab.git(["rev-parse", ...proofs.keys()])).toBe(lab.base);
  });

  it("does not replace proofs, and says that the proofs were refused", async () => {
    const lab = await openPushing();
    const ref = "refs/countersign/proofs/main/000000";
    await lab.git(["update-ref", ref, lab.base]);
    const tree = await lab.clone(["mktree"], "");
    const other = await lab.clone(["commit-tree", tree, "-m", "Other"]);
    const push = { commit: lab.next, ref: MAIN, expected: lab.base };
    const answer = await lab.transport.push(lab.remote, lab.gitDir, push, new Map([[ref, other]]));
    expect(answer).toMatchObject({ outcome: "not_mergeable" });
    expect("detail" in answer && answer.detail).toContain("The proofs: ");
    expect(await lab.git(["rev-parse", MAIN, ref])).toBe(`${lab.base}\n${lab.base}`);
    const alone = await lab.transport.push(
      lab.remote,
      lab.gitDir,
      null,
      new Map([[ref, lab.next]]),
    );
    expect(alone.outcome).toBe("requested");
    expect(await lab.git(["rev-parse", ref])).toBe(lab.next);
  });

  it.each([
    "refs/heads/main",
    "refs/countersign/proofs/../x/000000",
    "refs/countersign/retracted/a",
  ])("refuses %s as a place for proofs", async (ref) => {
    const lab = await openPushing();
    const push = lab.transport.push(lab.remote, lab.gitDir, null, new Map([[ref, lab.next]]));
    expect((await failureOf(push)).reason).toBe("bad_ref");
  });

  it("never moves a branch backwards or sideways", async () => {
    const lab = await openPushing();
    const side = await lab.clone(["commit-tree", `${lab.base}^{tree}`, "-m", "Unrelated"]);
    const push = { commit: side, ref: MAIN, expected: lab.base };
    const error = await failureOf(lab.transport.push(lab.remote, lab.gitDir, push));
    expect(error.reason).toBe("not_forward");
    expect(await lab.git(["rev-parse", MAIN])).toBe(lab.base);
  });

  it("quotes the rule by which the server refuses", async () => {
    const lab = await openPushing();
    await setHook(lab, 'echo "GH013: Changes must be made through a pull request" >&2; exit 1');
    const push = { commit: lab.next, ref: MAIN, expected: lab.base };
    const outcome = await lab.transport.push(lab.remote, lab.gitDir, push);
    expect(outcome).toEqual({
      outcome: "not_mergeable",
      detail:
        "[remote rejected] (pre-receive hook declined) · GH013: Changes must be made through a pull request",
    });
  });

  it("does not know the outcome if the answer is lost, whether or not the branch moved", async () => {
    const lab = await openPushing();
    const push = { commit: lab.next, ref: MAIN, expected: lab.base };
    lab.state.interrupt = (request) => {
      if (request.method !== "POST") return false;
      request.socket.destroy();
      return true;
    };
    expect((await lab.transport.push(lab.remote, lab.gitDir, push)).outcome).toBe("unknown");
    lab.state.interrupt = (request, response) => {
      if (request.method !== "POST") return false;
      response.write = () => true;
      response.end = () => {
        request.socket.destroy();
        return response;
      };
      return false;
    };
    expect((await lab.transport.push(lab.remote, lab.gitDir, push)).outcome).toBe("unknown");
    expect(await lab.git(["rev-parse", MAIN])).toBe(lab.next);
  });

  it.each([
    [{ token: "ghs_wrong" }, "unauthorised"],
    [{ ca: undefined }, "certificate"],
    [{ url: "https://127.0.0.1:1/acme/shop.git" }, "unreachable"],
  ])("sends nothing if %j", async (change, reason) => {
    const lab = await openPushing();
    const push = { commit: lab.next, ref: MAIN, expected: lab.base };
    const remote = { ...lab.remote, ...change };
    const error = await failureOf(lab.transport.push(remote, lab.gitDir, push));
    expect(error.reason).toBe(reason);
  });
});
