import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Principal } from "@countersign/engine";
import { describe, expect, inject, it } from "vitest";
import { createToken } from "../../../packages/engine/src/access/credentials.ts";
import type { TestResponse } from "../../../packages/server/src/testing/ask.ts";
import { ORG } from "../../engine/open-engine.ts";
import { CLIENT } from "./real-provider.ts";
import { openSignInLab, openSignInServer, PUBLIC, sessionOf } from "./sign-in-lab.ts";

const lab = await openSignInLab();
const { engine, admin, lying, withLying, database } = lab;
const THEIRS = "theirs";
const theirAdmin = await lab.signIn({ actor: "root", role: "admin" }, THEIRS);
const oidc = { issuer: lying.issuer, ...CLIENT, isInsecure: true };
const withTheirs = await openSignInServer(lab, { org: THEIRS, origin: PUBLIC, oidc });

async function invite(actor: string, by: Principal = admin): Promise<string> {
  return (await engine.invitePerson(by, { actor, canAdminister: false })).invitation;
}

async function accept(
  invitation: string,
  subject: string,
  server = withLying,
): Promise<TestResponse> {
  const { url, cookie } = await server.beginInvited(invitation);
  return await server.comeBack(lying.signIn(url, subject), cookie);
}

async function signIn(subject: string, server = withLying): Promise<TestResponse> {
  const { url, cookie } = await server.begin();
  return await server.comeBack(lying.signIn(url, subject), cookie);
}

async function actorOf(told: TestResponse): Promise<string | null> {
  return (await engine.authenticate(sessionOf(told) ?? ""))?.actor.id ?? null;
}

describe("an invitation", () => {
  it("binds the account to the invited person, who then signs in without it", async () => {
    expect((await signIn("mia-1")).status).toBe(403);
    expect(await actorOf(await accept(await invite("mia"), "mia-1"))).toBe("mia");
    expect(await actorOf(await signIn("mia-1"))).toBe("mia");
    const listed = await engine.people(admin);
    expect(listed.filter(({ actor }) => actor === "mia")).toMatchObject([
      { identity: { issuer: lying.issuer, subject: "mia-1" }, canAdminister: false },
    ]);
  });

  it("works once, also if two people open it at the same time", async () => {
    const invitation = await invite("noa");
    const tries = Array.from({ length: 8 }, (_, index) => accept(invitation, `noa-${index}`));
    const told = await Promise.all(tries);
    expect(told.filter(({ status }) => status === 303)).toHaveLength(1);
    const before = await lab.count();
    expect((await accept(invitation, "noa-late")).status).toBe(403);
    expect(await lab.count()).toEqual(before);
  });

  it("is not accepted with an account that belongs to another person, and stays open", async () => {
    await accept(await invite("olga"), "olga-1");
    const invitation = await invite("pia");
    expect((await accept(invitation, "olga-1")).status).toBe(403);
    expect(await actorOf(await accept(invitation, "pia-1"))).toBe("pia");
  });

  it("ends after 24 hours", async () => {
    const invitation = await invite("quin");
    await database.owner.query(
      "UPDATE countersign.sign_ins SET invited_until = now() WHERE actor = 'quin'",
    );
    expect((await accept(invitation, "quin-1")).status).toBe(403);
  });

  it("is stored as a hash", async () => {
    const secret = (await invite("rosa")).slice(-43);
    const { rows } = await database.owner.query("SELECT * FROM countersign.sign_ins");
    const log = await database.owner.query("SELECT body FROM countersign.events");
    expect(JSON.stringify([rows, log.rows])).not.toContain(secret);
  });

  it("gives no agent and no other actor a person's name", async () => {
    await invite("sara");
    const agent = { actor: "sara", role: "author", sponsor: "ana" } as const;
    await expect(engine.createToken(admin, agent)).rejects.toMatchObject({ code: "invalid_input" });
    for (const actor of ["countersign", "owner"])
      await expect(invite(actor)).rejects.toMatchObject({ code: "invalid_input" });
    await engine.createToken(admin, { actor: "bot", role: "author", sponsor: "ana" });
    await expect(invite("bot")).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("is created by administrators only", async () => {
    for (const by of [lab.ana, lab.agent])
      await expect(invite("tom", by)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("two organisations at one provider", () => {
  it("have sign-ins and invitations of their own", async () => {
    await accept(await invite("uma"), "uma-1");
    expect((await signIn("uma-1", withTheirs)).status).toBe(403);

    const ours = await invite("vera");
    const before = await lab.count();
    expect((await accept(ours, "vera-1", withTheirs)).status).toBe(403);
    const renamed = ours.replace(`csi_${ORG}_`, `csi_${THEIRS}_`);
    expect((await accept(renamed, "vera-1", withTheirs)).status).toBe(403);
    expect(await lab.count()).toEqual(before);

    const told = await accept(await invite("uma", theirAdmin), "uma-1", withTheirs);
    expect(sessionOf(told)).toMatch(/^cs_theirs_/);
    await expect(engine.removePerson(theirAdmin, "vera")).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await engine.people(theirAdmin)).map(({ actor }) => actor)).toEqual(["uma"]);
  });
});

describe("a removed person", () => {
  it("is signed out at once and cannot sign in or accept an invitation", async () => {
    const told = await accept(await invite("wim"), "wim-1");
    const open = await invite("wim");
    const token = sessionOf(told) ?? "";
    expect(await engine.authenticate(token)).not.toBeNull();
    await engine.removePerson(admin, "wim");
    expect(await engine.authenticate(token)).toBeNull();
    expect((await signIn("wim-1")).status).toBe(403);
    expect((await accept(open, "wim-2")).status).toBe(403);
    expect(await actorOf(await accept(await invite("wim"), "wim-1"))).toBe("wim");
  });

  it("keeps no session that began at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      await lab.bind("xena", lying.issuer, "xena-1");
      const identity = { issuer: lying.issuer, subject: "xena-1", via: "oidc" } as const;
      const [begun] = await Promise.allSettled([
        engine.signInPerson(ORG, identity),
        engine.removePerson(admin, "xena"),
      ]);
      const token = begun.status === "fulfilled" ? begun.value.token : "";
      expect(await engine.authenticate(token)).toBeNull();
    }
  });
});

describe("countersign person", () => {
  it("invites a person with a link to the public address, lists and removes them", async () => {
    const { pool } = database;
    const { token } = await createToken(pool, ORG, { actor: "root", role: "admin" });
    const env = { COUNTERSIGN_SERVER: withLying.url, COUNTERSIGN_TOKEN: token };
    const run = async (...args: string[]) => {
      const all = [inject("program"), "--json", "person", ...args];
      return JSON.parse((await promisify(execFile)(process.execPath, all, { env })).stdout).data;
    };
    const { url, actor } = await run("invite", "zoe", "--admin");
    const invitation = /^https:\/\/cs\.example\/#invitation=(csi_acme_[\w-]{43})$/.exec(url)?.[1];
    expect(actor).toBe("zoe");
    const session = sessionOf(await accept(invitation ?? "", "zoe-1")) ?? "";
    const zoe = (await run("list")).filter((line: { actor: string }) => line.actor === "zoe");
    expect(zoe).toMatchObject([{ identity: { subject: "zoe-1" }, canAdminister: true }]);
    await run("remove", "zoe");
    expect(await engine.authenticate(session)).toBeNull();
  });
});
