import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { WITH_PROOFS } from "./boundary-groups.ts";
import { type Driven, openDriven } from "./drive.ts";
import { type AskOwner, createSigner, proposeTrust } from "./drive-trust.ts";
import { ownUrl, verifyLives, verifySeals } from "./verify-lives.ts";
import { verifyProofs } from "./verify-proofs.ts";
import { workThrough } from "./work-through.ts";

const KILLS = Math.min(20, Math.ceil(20 * inject("scale")));
const PATIENCE_MS = 90_000;
const INSTEAD = { at: "command.begun", nth: 1 };
/** Of the kinds of work, this one is merged without a redo. */
const PLAIN = 8;

type Moment = keyof typeof WITH_PROOFS;
const CASES = Object.entries(WITH_PROOFS).flatMap(([moment, names]) =>
  names.map((at) => ({ moment: moment as Moment, at })),
);

let driven: Driven;
let works = 0;
let requests = 0;
let waypoints = 0;

beforeAll(async () => {
  driven = await openDriven(inject("program"));
  const { signer, text } = createSigner();
  driven.lives.signFor(driven.tokens.human, signer);
  await ask((client) => client.addKey({ body: { key: text } }));
  const root = await proposeTrust(ask, "shop", "root");
  await root.sign();
  await root.done();
});
afterAll(async () => {
  await driven.lives.stop();
  await driven.remove();
});

const ask: AskOwner = (question) => driven.lives.answered(driven.tokens.human, question);

/** Prepares what passes a boundary, and returns the rest. */
async function prepare(moment: Moment): Promise<() => Promise<unknown>> {
  const { lives, shop, tokens, ledger } = driven;
  const work = () => workThrough(lives, shop, tokens, ledger, PLAIN * works++);
  if (moment === "merge") return work;
  if (moment === "waypoint") await work();
  requests += 1;
  const { sign, done } = await proposeTrust(ask, "shop", moment, `w${requests}`);
  return () => sign().then(done);
}

/** Kills the engine when the target, a proof or a change of trust is half written. */
async function killAt(at: string, moment: Moment): Promise<void> {
  const { lives } = driven;
  const act = await prepare(moment);
  await lives.stop();
  const ended = lives.live([{ at, nth: 1 }], PATIENCE_MS, INSTEAD);
  const acting = act();
  acting.catch(() => {}); // reported below
  expect(await ended).toBe(at);
  await lives.stay();
  await acting;
}

describe.each(CASES)("an engine that is killed at $at of a $moment", ({ moment, at }) => {
  it(`leaves one proof for every merge and change of trust after ${KILLS} kills`, async () => {
    const killed = () => driven.lives.kills.get(at) ?? 0;
    const before = killed();
    for (let kill = 0; kill < KILLS; kill += 1) await killAt(at, moment);
    if (moment === "waypoint") waypoints += KILLS;
    expect(killed() - before).toBe(KILLS);
    const { root } = await ask((client) => client.readTrust({ repo: "shop" }));
    await verifyProofs(driven.shop.path, { root, waypoints });
  });
});

it("loses nothing else", async () => {
  const { lives, place, tokens, shop, ledger } = driven;
  await verifySeals(lives, tokens.human);
  await verifyLives(ownUrl(place), shop, ledger);
});
