import { describe, expect, it } from "vitest";
import { transact } from "../../platform/transact.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { signIns } from "../schema/sign-in-schema.ts";
import {
  findAccountPerson,
  linkAccount,
  listLinkedAccounts,
  unlinkAccount,
} from "./linked-accounts.ts";
import {
  findLinkedRepository,
  linkRepository,
  listLinkedRepositories,
  readLinkedRepository,
  savePoll,
  unlinkRepository,
} from "./linked-repositories.ts";
import { forgetDeliveries, recordDelivery } from "./seen-deliveries.ts";
import {
  bindTask,
  findChangeOfTask,
  listOpenChanges,
  lockChange,
  saveForeignCheck,
  saveReadChange,
  saveShownReport,
} from "./stored-changes.ts";

const { pool, owner } = await testDatabase();
const BY = { id: "olga" };
const HOST = "github.com";
const SHOP = { installation: 5, id: 77, name: "acme/shop" };

type Work<Result> = (session: Parameters<Parameters<typeof transact>[2]>[0]) => Promise<Result>;
const as =
  (org: string) =>
  <Result>(work: Work<Result>) =>
    transact(pool, org, work);

async function changesOf(org: string): Promise<string[]> {
  const { rows } = await owner.query<{ type: string }>(
    "SELECT body ->> 'type' AS type FROM countersign.events WHERE org_id = $1 ORDER BY seq",
    [org],
  );
  return rows.map(({ type }) => type);
}

describe("a linked repository", () => {
  it("is found by its own name and by the forge's id, and is linked once", async () => {
    const run = as("repos");
    const link = { repo: "shop", host: HOST, forge: SHOP };
    await run((session) => linkRepository(session, link, BY));
    const expected = { ...link, listVersion: null, polledMs: null, problem: null };
    expect(await run(listLinkedRepositories)).toEqual([expected]);
    expect(await run((session) => readLinkedRepository(session, "shop"))).toEqual(expected);
    expect(await run((session) => findLinkedRepository(session, HOST, 77))).toEqual(expected);
    expect(await run((session) => findLinkedRepository(session, "git.acme.dev", 77))).toBeNull();
    for (const again of [
      { ...link, repo: "other" },
      { ...link, forge: { ...SHOP, id: 78 } },
    ])
      await expect(run((session) => linkRepository(session, again, BY))).rejects.toMatchObject({
        code: "wrong_state",
      });
    expect(await changesOf("repos")).toEqual(["repository_linked"]);
  });

  it("keeps the version of its list when a poll fails", async () => {
    const run = as("polls");
    await run((session) => linkRepository(session, { repo: "shop", host: HOST, forge: SHOP }, BY));
    await run((session) => savePoll(session, "shop", { listVersion: "v1", name: "acme/store" }));
    await run((session) => savePoll(session, "shop", { problem: "502" }));
    const read = await run((session) => readLinkedRepository(session, "shop"));
    expect(read).toMatchObject({
      ...{ listVersion: "v1", problem: "502", polledMs: expect.any(Number) },
      forge: { name: "acme/store" },
    });
    await run((session) => savePoll(session, "shop", { listVersion: "v2", name: "acme/store" }));
    expect(await run(listLinkedRepositories)).toMatchObject([{ listVersion: "v2", problem: null }]);
  });

  it("takes its changes with it when the link ends", async () => {
    const run = as("unlinked");
    await run((session) => linkRepository(session, { repo: "shop", host: HOST, forge: SHOP }, BY));
    await run((session) => saveReadChange(session, "shop", change("a")));
    await run((session) => unlinkRepository(session, "shop", BY));
    expect(await run(listLinkedRepositories)).toEqual([]);
    expect(await run((session) => listOpenChanges(session, "shop"))).toEqual([]);
    expect(await changesOf("unlinked")).toEqual(["repository_linked", "repository_unlinked"]);
  });
});

const change = (head: string, state: "open" | "closed" = "open", number = 1) => ({
  ...{ number, state },
  head: { commit: head, branch: "work", isFork: false },
  base: { commit: "base", branch: "main" },
});

describe("a stored change", () => {
  const KEY = { repo: "shop", number: 1 };
  const shown = { commit: "a", state: "in_progress", round: 1, digest: "d1" } as const;

  it("keeps its task and what was written to it when it is read again", async () => {
    const run = as("changes");
    expect(await run((session) => lockChange(session, KEY))).toBeNull();
    await run((session) => saveReadChange(session, "shop", change("a")));
    await run((session) => bindTask(session, KEY, "cs-1"));
    await run((session) => bindTask(session, KEY, "cs-2"));
    await run((session) => saveShownReport(session, KEY, shown, { check: 9, comment: null }));
    await run((session) => saveReadChange(session, "shop", change("b")));
    const expected = {
      ...{ ...KEY, taskId: "cs-1", state: "open", head: "b", base: "base", baseBranch: "main" },
      ...{ ids: { check: 9, comment: null }, shown, foreignCheck: null },
      readMs: expect.any(Number),
    };
    expect(await run((session) => lockChange(session, KEY))).toEqual(expected);
    expect(await run((session) => findChangeOfTask(session, "cs-1"))).toEqual(expected);
    expect(await run((session) => findChangeOfTask(session, "cs-2"))).toBeNull();
  });

  it("is listed with the other open changes of its head", async () => {
    const run = as("heads");
    for (const [head, state, number] of [
      ["a", "open", 1],
      ["a", "open", 2],
      ["a", "closed", 3],
      ["b", "open", 4],
    ] as const)
      await run((session) => saveReadChange(session, "shop", change(head, state, number)));
    const numbers = async (head?: string) =>
      (await run((session) => listOpenChanges(session, "shop", head))).map(({ number }) => number);
    expect(await numbers("a")).toEqual([1, 2]);
    expect(await numbers()).toEqual([1, 2, 4]);
  });

  it("reports a foreign check once, and again after it was gone", async () => {
    const run = as("foreign");
    for (const number of [1, 2, 3])
      await run((session) => saveReadChange(session, "shop", change("a", "open", number)));
    const save = (name: string | null, ...numbers: number[]) =>
      run((session) => saveForeignCheck(session, { repo: "shop", numbers }, name));
    expect(await save("app 3", 1, 2)).toBe(true);
    expect(await save("app 3", 1, 2)).toBe(false);
    expect(await save("app 3", 1, 2, 3)).toBe(true);
    expect(await save(null, 1, 2)).toBe(false);
    expect(await save("app 3", 1)).toBe(true);
    const stored = [1, 2, 3].map((number) =>
      run((session) => lockChange(session, { repo: "shop", number })),
    );
    const found = (await Promise.all(stored)).map((one) => one?.foreignCheck);
    expect(found).toEqual(["app 3", null, "app 3"]);
  });
});

describe("a delivery", () => {
  it("is new once, also for concurrent requests, until it is forgotten", async () => {
    const run = as("deliveries");
    const record = () => run((session) => recordDelivery(session, HOST, "d-1"));
    const first = await Promise.all(Array.from({ length: 10 }, record));
    expect(first.filter(Boolean)).toHaveLength(1);
    await run((session) => forgetDeliveries(session, 7));
    expect(await record()).toBe(false);
    await owner.query("UPDATE countersign.forge_deliveries SET at = now() - interval '8 days'");
    await run((session) => forgetDeliveries(session, 7));
    expect(await record()).toBe(true);
  });
});

describe("a linked account", () => {
  const ANA = { host: HOST, account: 42, login: "ana-dev", person: "ana" };

  it("is known by its id and host, and belongs to one person", async () => {
    const run = as("accounts");
    const find = (account: number, host = HOST) =>
      run((session) => findAccountPerson(session, { host, account }));
    await run((session) => linkAccount(session, ANA, BY));
    await run((session) => linkAccount(session, { ...ANA, login: "renamed" }, BY));
    expect(await find(42)).toBe("ana");
    expect(await find(42, "git.acme.dev")).toBeNull();
    expect(await find(43)).toBeNull();
    await expect(
      run((session) => linkAccount(session, { ...ANA, person: "ben" }, BY)),
    ).rejects.toMatchObject({ code: "wrong_state" });
    await run((session) => unlinkAccount(session, ANA, BY));
    expect(await find(42)).toBeNull();
    await expect(run((session) => unlinkAccount(session, ANA, BY))).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await changesOf("accounts")).toEqual(["account_linked", "account_unlinked"]);
  });

  it("needs no link if the person signs in with it, and cannot be linked to another", async () => {
    const run = as("signed");
    const signIn = {
      ...{ orgId: "signed", id: "sgn_1", actor: "ana", invitationHash: "h" },
      ...{ invitedUntil: new Date(0), issuer: "https://github.com", subject: "42" },
      added: new Date(0),
    };
    await run(({ db }) => db.insert(signIns).values(signIn));
    const find = () => run((session) => findAccountPerson(session, ANA));
    expect(await find()).toBe("ana");
    await expect(
      run((session) => linkAccount(session, { ...ANA, person: "ben" }, BY)),
    ).rejects.toMatchObject({ code: "wrong_state" });
    expect(await run((session) => listLinkedAccounts(session, HOST))).toEqual([
      { host: HOST, account: 42, login: null, person: "ana", how: "signIn" },
    ]);
    await run(({ db }) => db.update(signIns).set({ removed: new Date() }));
    expect(await find()).toBeNull();
  });
});
