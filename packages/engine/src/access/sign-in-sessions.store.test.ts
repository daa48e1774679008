import { describe, expect, it } from "vitest";
import { testDatabase } from "../testing/test-database.ts";
import {
  authenticate,
  createToken,
  listTokens,
  type NewToken,
  revokeToken,
} from "./credentials.ts";
import type { Principal } from "./principal.ts";
import { createSignInCodes } from "./sign-in-codes.ts";
import { createSignIn } from "./sign-in-sessions.ts";

const { pool, owner } = await testDatabase();
const ORG = "ours";
const HOUR_MS = 3_600_000;
const signIn = createSignIn({ pool, codes: createSignInCodes() });

async function known(token: string): Promise<Principal> {
  const by = await authenticate(pool, token);
  if (by === null) throw new Error("The token is not known");
  return by;
}

async function person(actor: string, more: Partial<NewToken> = {}, org = ORG): Promise<Principal> {
  return await known((await createToken(pool, org, { actor, role: "human", ...more })).token);
}

async function begin(by: Principal) {
  const { code } = await signIn.createSignInCode(by);
  const session = await signIn.beginSession(code);
  return { ...session, code, as: await known(session.token) };
}

const REFUSED = { code: "unauthenticated", message: /unknown, expired or already used/ };

describe("a session", () => {
  it("is a credential of the same person and role that ends after 12 hours", async () => {
    const ana = await person("ana");
    const { as, actor, role, expiresMs, token } = await begin(ana);

    expect({ actor, role, as }).toEqual({
      actor: "ana",
      role: "human",
      as: { ...ana, token: expect.stringMatching(/^tok_/) },
    });
    expect(Math.abs(expiresMs - Date.now() - 12 * HOUR_MS)).toBeLessThan(60_000);
    const { rows } = await owner.query("SELECT * FROM countersign.credentials");
    expect(JSON.stringify(rows)).not.toContain(token.slice("cs_ours_".length));
    expect((await listTokens(pool, ORG)).find(({ id }) => id === as.token)).toMatchObject({
      ...{ via: "code", expiresMs, revokedMs: null },
    });
  });

  it("ends no later than the credential that began it", async () => {
    const expiresMs = Date.now() + HOUR_MS;
    expect((await begin(await person("bob", { expiresMs }))).expiresMs).toBe(expiresMs);
  });

  it("is recorded in the organisation's log, with the credential that began it", async () => {
    const eve = await person("eve");
    const { as } = await begin(eve);
    const { rows } = await owner.query(
      "SELECT actor, body FROM countersign.events WHERE body ->> 'id' = $1",
      [as.token],
    );
    expect(rows).toEqual([
      {
        actor: "eve",
        body: expect.objectContaining({
          ...{ type: "credential_created", via: "code", role: "human" },
          credential: { id: eve.token, role: "human" },
        }),
      },
    ]);
  });

  it("is begun once per code, whoever is faster, and ended by the second use", async () => {
    const { code } = await signIn.createSignInCode(await person("racer"));
    const tries = await Promise.allSettled(
      Array.from({ length: 32 }, () => signIn.beginSession(code)),
    );
    const begun = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(begun).toHaveLength(1);

    await expect(signIn.beginSession(code)).rejects.toMatchObject(REFUSED);
    expect(await authenticate(pool, begun[0]?.token ?? "")).toBeNull();
  });

  it("cannot begin another one, nor can an agent, an administrator or a token for one task", async () => {
    const { as } = await begin(await person("dan"));
    const others = [
      as,
      await person("bot", { role: "author", sponsor: "dan" }),
      await person("root", { role: "admin" }),
      await person("dan", { task: "cs-1" }),
    ];
    for (const by of others)
      await expect(signIn.createSignInCode(by)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("is not begun with a code whose creator was revoked in between", async () => {
    const gus = await person("gus");
    const { code } = await signIn.createSignInCode(gus);
    await revokeToken(pool, ORG, gus.token, { id: "root" });
    await expect(signIn.createSignInCode(gus)).rejects.toMatchObject({ code: "forbidden" });
    await expect(signIn.beginSession(code)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("ends with the credential that began it, also if both happen at once", async () => {
    for (let round = 0; round < 20; round += 1) {
      const by = await person(`p${round}`);
      const earlier = await begin(by);
      const { code } = await signIn.createSignInCode(by);
      const [begun] = await Promise.allSettled([
        signIn.beginSession(code),
        revokeToken(pool, ORG, by.token, { id: "root" }),
      ]);
      const tokens = begun.status === "fulfilled" ? [begun.value.token] : [];
      for (const token of [earlier.token, ...tokens])
        expect(await authenticate(pool, token)).toBeNull();
    }
  });
});

describe("a person's sessions", () => {
  it("are listed without those that ended, and marked where the caller asks from", async () => {
    const hal = await person("hal");
    const [first, second] = [await begin(hal), await begin(hal)];
    await signIn.signOut(first.as);
    const third = await begin(hal);

    expect(await authenticate(pool, first.token)).toBeNull();
    const listed = await signIn.sessions(third.as);
    expect(listed.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [third.as.token, true],
      [second.as.token, false],
    ]);
  });

  it("are ended by that person alone", async () => {
    const [ida, jon] = [await person("ida"), await person("jon")];
    const foreign = await person("ida", {}, "theirs");
    const { as, token } = await begin(ida);
    for (const other of [jon, foreign])
      await expect(signIn.endSession(other, as.token)).rejects.toMatchObject({ code: "not_found" });
    expect(await signIn.sessions(foreign)).toEqual([]);
    expect(await authenticate(pool, token)).not.toBeNull();

    await signIn.endSession(ida, as.token);
    expect(await authenticate(pool, token)).toBeNull();
  });

  it("do not include other credentials, which a person cannot end", async () => {
    const kim = await person("kim");
    await expect(signIn.signOut(kim)).rejects.toMatchObject({ code: "forbidden" });
    await expect(signIn.endSession(kim, kim.token)).rejects.toMatchObject({ code: "not_found" });
    expect(await signIn.sessions(kim)).toEqual([]);
  });
});
