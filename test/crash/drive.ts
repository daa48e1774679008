import { mkdtempSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowRoot } from "@countersign/engine";
import { z } from "zod";
import { plainPolicy } from "../engine/plain-policy.ts";
import { type EngineLives, openLives } from "./engine-lives.ts";
import { dataOf, type Place, readJson, type Target } from "./run-server.ts";
import { openShop, type Shop } from "./shop.ts";
import { type Ledger, type Tokens, workThrough } from "./work-through.ts";

/** One engine over a directory of its own, its repository, and what was acknowledged so far. */
export type Driven = {
  place: Place;
  lives: EngineLives;
  shop: Shop;
  tokens: Tokens;
  ledger: Ledger;
  /** How long a life may take to pass its target: a machine's own measure. */
  patienceMs: number;
  remove(): Promise<void>;
};

/** A target, and in how many lives it was waited for in vain. */
export type Aim = Target & { inVain: number };

const AT_ONCE = 8;
/** Tasks after which the key of the seals changes. */
const KEY_EVERY = 4;
const INSTEAD: Target = { at: "command.begun", nth: 1 };
/** Targets of one life: few, or those on the way up would come first all the time. */
const AIMS = 6;
/** Lives in which a target may be waited for in vain. */
const MAX_TRIES = 15;

const Credential = z.object({ actor: z.string(), token: z.string() });
const Credentials = z.object({ human: Credential, admin: Credential });

/** The plain policy and a command of the project, because built-in checks need no job of their own. */
const policyWithCommand = (owner: string) => ({
  ...plainPolicy(owner),
  checks: [{ id: "builds", run: "true", timeout: "1m" }],
});

/** Starts an engine for the first time and registers a repository with it. */
export async function openDriven(
  program: string,
  env = {},
  folder = mkdtempSync(join(tmpdir(), "countersign-crash-")),
): Promise<Driven> {
  await chmod(folder, 0o755); // the database's own user passes here when root runs the tests
  const place: Place = { program, folder, env };
  const lives = openLives(place);
  const began = performance.now();
  await lives.stay();
  const startMs = performance.now() - began;
  const { human, admin } = Credentials.parse(readJson(join(dataOf(place), "credentials.json")));
  const shop = openShop(folder, policyWithCommand(human.actor));
  await allowRoot(dataOf(place), shop.path);
  await lives.answered(admin.token, (client) =>
    client.addRepository({ body: { path: shop.path, id: "shop" } }),
  );
  const agent = await lives.answered(admin.token, (client) =>
    client.createToken({ body: { actor: "codex", role: "author", sponsor: human.actor } }),
  );
  return {
    place,
    lives,
    shop,
    tokens: { human: human.token, agent: agent.token, admin: admin.token },
    ledger: { acknowledged: [], ends: new Map(), files: new Map() },
    patienceMs: Math.max(3_000, startMs),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Kills at every target while tasks go on, then lets every task end. */
export async function drive(driven: Driven, targets: Aim[]): Promise<void> {
  const { lives, patienceMs } = driven;
  const work = keepBusy(driven);
  await lives.stop();
  for (let aims = takeSome(targets); aims.length > 0; aims = takeSome(targets)) {
    work.check();
    const met = await lives.live(aims, patienceMs, INSTEAD);
    const missed = aims.filter(({ at }) => at !== met);
    const again = met === null ? missed.map(easier) : missed;
    targets.push(...again.filter(({ inVain }) => inVain < MAX_TRIES));
  }
  await lives.stay();
  await work.end();
}

/** Takes the first targets out of those that are left, each boundary once. */
function takeSome(targets: Aim[]): Aim[] {
  const names = [...new Set(targets.map(({ at }) => at))].slice(0, AIMS);
  const some = names.flatMap((name) => targets.find(({ at }) => at === name) ?? []);
  for (const aim of some) targets.splice(targets.indexOf(aim), 1);
  return some;
}

function easier({ at, inVain }: Aim): Aim {
  return { at, nth: 1, inVain: inVain + 1 };
}

/** So many tasks at once, one after the other, until it is over. */
function keepBusy({ lives, shop, tokens, ledger }: Driven) {
  let number = 0;
  let isOver = false;
  let failure: unknown;
  const work = async (): Promise<void> => {
    while (!isOver) {
      number += 1;
      await workThrough(lives, shop, tokens, ledger, number);
      if (number % KEY_EVERY === 0)
        await lives.answered(tokens.admin, (client) => client.rotateSealKey({}));
    }
  };
  const failed = (error: unknown): void => {
    failure ??= error;
    isOver = true;
  };
  const working = Array.from({ length: AT_ONCE }, () => work().catch(failed));
  const check = (): void => {
    if (failure !== undefined) throw failure;
  };
  return {
    check,
    async end() {
      isOver = true;
      await Promise.all(working);
      check();
    },
  };
}
