import { afterAll, describe, expect, it } from "vitest";
import { openShop } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import { openLab } from "./open-lab.ts";
import { submitBranch } from "./submit-branch.ts";

const policy = { ...plainPolicy("ana"), trust: { humanPresence: "verified" } };
const lab = await openLab(policy);
const ana = await lab.mint({ actor: "ana", role: "human" });
const root = await lab.mint({ actor: "root", role: "admin" });
const other = openShop(plainPolicy("ana"));
afterAll(() => other.remove());

async function code(reply: Promise<{ body: unknown }>): Promise<string> {
  const { body } = await reply;
  const { error } = body as { error?: { code: string } };
  return error?.code ?? "accepted";
}

describe("I1 Complete: a person's credential alone lets nothing through", () => {
  it("removes no repository, rotates no key and accepts no loss", async () => {
    const calls = [
      lab.call(root, "/v1/repositories/shop", { method: "DELETE" }),
      lab.call(root, "/v1/audit/rotate", { body: {} }),
      lab.call(ana, "/v1/audit/accept", { body: { outside: null, inside: null, reason: "fine" } }),
    ];
    expect(await Promise.all(calls.map(code))).toEqual(calls.map(() => "human_only"));
  });

  it("does not keep an administrator from registering a further repository", async () => {
    const reply = await lab.call(root, "/v1/repositories", { body: { path: other.repo } });
    expect(reply).toMatchObject({ status: 200, body: { hold: null, problem: null } });
  });

  it("releases no repository whose moved target asks for less than the accepted one", async () => {
    const task = await submitBranch(lab, { files: { "evil.txt": "x\n" }, by: lab.agent });
    const { round } = await lab.until(
      task,
      ({ phase }) => phase.is === "reviewing" && phase.person !== null,
    );
    const approval = { round: round?.number, tree: round?.content.tree };
    lab.shop.git("checkout", "--quiet", "main");
    const terminal = { ...policy, trust: { humanPresence: "terminal" } };
    lab.shop.write("countersign.json", JSON.stringify(terminal));
    lab.shop.commit("Routine");
    lab.shop.git("checkout", "--quiet", "--detach");
    const held = await waitForHold();
    expect(held).toMatchObject({ hold: { why: "target_moved" } });
    const body = { tip: lab.shop.git("rev-parse", "main"), reason: "looked at it" };
    expect(await code(lab.call(ana, "/v1/repositories/shop/release", { body }))).toBe("human_only");
    expect(await code(lab.call(ana, `/v1/tasks/${task}/approve`, { body: approval }))).toBe(
      "human_only",
    );
    expect((await lab.engine.task(lab.ana, task)).phase.is).toBe("reviewing");
  });

  it.each([
    ["a person's credential", { actor: "mallory", role: "human" }],
    ["an administrator's credential", { actor: "mallory", role: "admin" }],
  ])("creates no %s", async (_, body) => {
    expect(await code(lab.call(root, "/v1/tokens", { body }))).toBe("human_only");
  });

  it("still creates credentials for agents", async () => {
    const body = { actor: "codex", role: "author", sponsor: "ana" };
    expect(await code(lab.call(root, "/v1/tokens", { body }))).toBe("accepted");
  });
});

async function waitForHold() {
  for (let tries = 0; tries < 200; tries += 1) {
    const line = (await lab.engine.repositories(lab.ana)).find(({ id }) => id === "shop");
    if (line?.hold != null) return line;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the repository was not held");
}
