import { userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesWithSecrets } from "../attack/files-with-secrets.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import { type BuiltShop, openBuiltShop } from "./open-built-shop.ts";
import { watchProcesses } from "./transport/find-processes.ts";

const GATE = "countersign/gate";
const WAIT = { timeout: 90_000, interval: 250 };
/** The person of a local engine has the name of the user who runs it. */
const PERSON = userInfo().username;

let shop: BuiltShop;
let repository: string;
let processes: ReturnType<typeof watchProcesses>;

beforeAll(async () => {
  shop = await openBuiltShop({ ...plainPolicy(PERSON), trust: { forgeReviews: "all" } }, PERSON);
  ({ repository } = shop);
  processes = watchProcesses(shop.bench.directory);
  await shop.hub.admin.createAccount({ login: "reviewbot", type: "Bot" });
});
afterAll(async () => {
  await shop?.bench.close();
});

async function checkOf(commit: string): Promise<string> {
  const runs = await shop.hub.admin.readCheckRuns({ repository, commit });
  return runs.map(({ name, status, conclusion }) => `${name} ${conclusion ?? status}`).join();
}

const waits = (commit: string) =>
  expect.poll(() => checkOf(commit), WAIT).toBe(`${GATE} in_progress`);
const comments = (number: number) => shop.hub.admin.readComments({ repository, number });

async function review(
  number: number,
  by: string,
  event: "APPROVE" | "REQUEST_CHANGES",
  commit?: string,
) {
  await shop.hub.admin.reviewPull({ repository, number, by, event, ...(commit && { commit }) });
}

/** Opens a pull request of ana and returns its number. */
async function open(head: string, more: { isDraft?: boolean; fork?: string } = {}) {
  const { number } = await shop.hub.admin.openPull({ repository, author: "ana", head, ...more });
  return number;
}

const change = (
  number: number,
  to: { isDraft?: boolean; state?: "open" | "closed"; base?: string },
) => shop.hub.admin.changePull({ repository, number, by: "ana", ...to });

/** The tasks of a pull request, as the command line lists them. */
async function statesOf(number: number): Promise<string[]> {
  const tasks: { state: string; location: { branch: string } }[] = await shop.run("task", "list");
  return tasks
    .filter(({ location }) => location.branch === `pull/${number}`)
    .map(({ state }) => state);
}

const merged = (number: number, head: string) =>
  expect
    .poll(async () => {
      const { state, mergeCommit } = await shop.hub.admin.readPull({ repository, number });
      const tip = await shop.hub.admin.readBranch({ repository, branch: "main" });
      return [state, mergeCommit !== null && mergeCommit === tip, await checkOf(head)];
    }, WAIT)
    .toEqual(["closed", true, `${GATE} success`]);

describe("a pull request under the built program", () => {
  it("goes from a draft through five pushes and a force push to the merge [R-250]", async () => {
    let head = await shop.pushBranch("life", { "life.txt": "draft\n" });
    const number = await open("life", { isDraft: true });
    await shop.hub.admin.settle();
    expect([await checkOf(head), await shop.run("inbox")]).toEqual(["", []]);

    await change(number, { isDraft: false });
    await waits(head);
    await review(number, "ben", "REQUEST_CHANGES");
    await expect.poll(() => checkOf(head), WAIT).toBe(`${GATE} failure`);
    await expect.poll(() => comments(number), WAIT).toHaveLength(1);
    const [comment] = await comments(number);
    expect(comment?.by).toBe("countersign-shop[bot]");

    const heads = [head];
    for (const text of ["2\n", "3\n", "4\n", "5\n"]) {
      head = await shop.pushBranch("life", { "life.txt": text });
      heads.push(head);
      await waits(head);
    }
    await shop.clone.commit("Unfinished", { "life.txt": "6\n" });
    await shop.clone.git("reset", "--quiet", "--soft", "main");
    head = await shop.clone.commit("One commit", {});
    await shop.clone.git("push", "--quiet", "--force", "origin", "life");
    await waits(head);
    for (const old of heads) expect(await checkOf(old)).toMatch(/^countersign\/gate \w+$/);

    await expect(review(number, "ana", "APPROVE")).rejects.toThrow("own pull request");
    await review(number, "reviewbot", "APPROVE");
    await review(number, "ben", "APPROVE", heads[0]);
    await shop.hub.admin.settle();
    await waits(head);
    await review(number, "ben", "APPROVE");
    await merged(number, head);
    expect((await comments(number)).map(({ id }) => id)).toEqual([comment?.id]);
    expect(await statesOf(number)).toEqual(["done"]);
  });

  it("ends and returns with its pull request, also from a fork, and is approved in the terminal", async () => {
    const fork = await shop.hub.admin.forkRepository({ repository, owner: "ana" });
    await shop.clone.git("checkout", "--quiet", "-b", "forked", "main");
    const head = await shop.clone.commit("Forked", { "forked.txt": "1\n" });
    const address = new URL(fork.cloneUrl);
    Object.assign(address, { username: "x-access-token", password: shop.ana.token });
    await shop.clone.git("push", "--quiet", address.href, "forked");
    const number = await open("forked", { fork: fork.name });
    await waits(head);
    await shop.clone.git("push", "--quiet", "origin", "main:release");

    for (const [away, back] of [
      [{ state: "closed" }, { state: "open" }],
      [{ base: "release" }, { base: "main" }],
    ] as const) {
      await change(number, away);
      await expect.poll(() => statesOf(number), WAIT).toEqual(["rejected"]);
      await change(number, back);
      await expect.poll(() => statesOf(number), WAIT).toEqual(["reviewing"]);
    }
    await waits(head);
    const [waiting] = await shop.run("inbox");
    const asPerson = { env: { COUNTERSIGN_TOKEN: await shop.bench.humanToken() } };
    const args = ["approve", waiting.task, "--tree", waiting.tree];
    const { code, err } = await shop.bench.run(args, asPerson);
    expect(code, err).toBe(0);
    await merged(number, head);
  });

  it("leaves no token of the app in arguments, environments, files, logs, the database or reports", async () => {
    const tokens = await shop.hub.admin.readInstallationTokens();
    expect(tokens.length).toBeGreaterThan(1);
    const basic = tokens.map((one) => Buffer.from(`x-access-token:${one}`).toString("base64"));
    const secrets = [...tokens, ...basic];
    const backup = ["server", "backup", join(shop.bench.directory, "backup.jsonl")];
    for (const args of [
      ["github", "status"],
      ["doctor", "--verbose"],
      ["server", "logs"],
      backup,
    ]) {
      const { out, err } = await shop.bench.run(args);
      for (const secret of secrets) expect(out + err).not.toContain(secret);
    }
    const { bench } = shop;
    expect(filesWithSecrets(bench.directory, secrets, join(bench.data, "github.json"))).toEqual([]);
    const reports = JSON.stringify(await shop.hub.admin.readReports());
    const seen = [...processes.stop(), reports].join("\n");
    expect(seen).toContain("remote-https");
    for (const secret of secrets) expect(seen).not.toContain(secret);
  });

  it("follows GitHub's description in every request", async () => {
    expect(await shop.hub.admin.readDeviations()).toEqual([]);
  });
});
