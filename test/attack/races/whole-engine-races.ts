import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@countersign/api";
import type { Dice } from "../../../packages/core/src/testing/walk/dice.ts";
import { ORG, openShop } from "../../engine/open-engine.ts";
import type { TypeCommand } from "./cli-surface.ts";
import type { PersonAction } from "./person-actions.ts";
import { meanwhile, outcomeOf, type RaceReport } from "./race.ts";
import type { Arena } from "./race-arena.ts";
import { RACE_POLICY } from "./race-policy.ts";

/** What an owner was shown, and how they decide on it. */
type Decided = { shown: string | null; decide: () => Promise<string> };
type Look = (repo: string) => Promise<Decided>;

/** How one surface looks at a moved target and at lost seals, and decides on what it saw. */
export type WholeEngineSurface = { tip: Look; loss: () => Promise<Decided> };

export function wholeEngineOverHttp({ lab, token }: Arena): WholeEngineSurface {
  const client = createClient({ baseUrl: lab.url, token, timeoutMs: 60_000 });
  return {
    async tip(repo) {
      const { items } = await client.listRepositories();
      const tip = items.find(({ id }) => id === repo)?.found ?? "";
      const body = { tip, reason: "I looked" };
      const decide = () => outcomeOf(() => client.releaseRepository({ repo, body }));
      return { shown: tip, decide };
    },
    async loss() {
      const { outside, last } = await client.audit();
      const body = { outside: outside?.hash ?? null, inside: last?.hash ?? null, reason: "known" };
      const decide = () => outcomeOf(() => client.acceptLoss({ body }));
      return { shown: body.outside, decide };
    },
  };
}

export function wholeEngineByCommands(type: TypeCommand): WholeEngineSurface {
  const run = async (args: readonly string[]): Promise<string> => {
    const { code, err } = await type("whole-engine", args);
    return code === 0 ? "ok" : `${code} ${err.trim()}`;
  };
  return {
    async tip(repo) {
      const { out } = await type("whole-engine", ["repo", "list"]);
      const args = ["repo", "release", repo, "--reason", "I looked"];
      return { shown: out, decide: () => run(args) };
    },
    async loss() {
      const { out } = await type("whole-engine", ["audit", "accept", "--dry-run"]);
      const [, seal = "none", hash = ""] = /--seal (\d+:([0-9a-f]{12}))/.exec(out) ?? [];
      const args = ["audit", "accept", "--seal", seal, "--reason", "known"];
      return { shown: hash, decide: () => run(args) };
    },
  };
}

/** A repository of its own whose target others move. */
export async function openMovedTarget({ lab }: Arena) {
  const { engine, admin, ana } = lab;
  const id = "moved";
  const shop = openShop(RACE_POLICY);
  await engine.addRepository(admin, { path: shop.repo, id });
  let moves = 0;
  const line = async () => (await engine.repositories(ana)).find((one) => one.id === id);
  const move = async (): Promise<string> => {
    moves += 1;
    const tree = shop.git("rev-parse", "main^{tree}");
    const commit = shop.git("commit-tree", tree, "-p", "main", "-m", `By hand ${moves}`);
    shop.git("update-ref", "refs/heads/main", commit);
    return commit;
  };
  const settle = async (): Promise<void> => {
    const tip = shop.git("rev-parse", "main");
    await engine.releaseRepository(ana, id, { tip, reason: "after the race" });
  };
  const untilHeld = async (tip: string): Promise<void> => {
    for (let tries = 0; tries < 400; tries += 1) {
      const now = await line();
      if (now?.hold != null && now.found === tip) return;
      await pause(25);
    }
    throw new Error("The repository was not held");
  };
  return {
    remove: () => shop.remove(),
    async race(surface: WholeEngineSurface, dice: Dice): Promise<RaceReport> {
      await untilHeld(await move());
      const { shown, decide } = await surface.tip(id);
      const outcome = await meanwhile(dice, async () => void (await move()), decide);
      const accepted = (await line())?.tip ?? "";
      const isAccepted = outcome === "ok";
      const isSeen = shown?.includes(accepted.slice(0, 12)) === true;
      await settle();
      return report("release_repository", outcome, isAccepted, isSeen ? null : accepted);
    },
  };
}

/** Lets the copy of the seals tell of a seal that the database does not have. */
export function openLostSeals({ lab }: Arena) {
  const { engine, ana, folder } = lab;
  const file = join(folder, "data", "seals", `${ORG}.jsonl`);
  let losses = 0;
  const lastSeal = async () => {
    for (let tries = 0; tries < 400; tries += 1) {
      const { last } = await engine.audit(ana);
      if (last !== null) return last;
      await pause(25);
    }
    throw new Error("Nothing was sealed");
  };
  const lose = async (): Promise<void> => {
    losses += 1;
    const last = await lastSeal();
    const hash = losses.toString(16).padStart(8, "0").padEnd(64, "e");
    const body = { ...last.body, number: last.body.number + 1_000 + losses };
    await appendFile(file, `${JSON.stringify({ ...last, body, hash })}\n`);
  };
  /** The seal outside that the last acceptance named as missing. */
  const accepted = async (): Promise<string> => {
    const { rows } = await lab.database.as(ORG, (client) =>
      client.query(
        `SELECT body->'says'->'missing'->>'hash' AS hash FROM countersign.seals
         WHERE body->'says'->>'type' = 'accept' ORDER BY number DESC LIMIT 1`,
      ),
    );
    return String(rows[0]?.hash ?? "");
  };
  const settle = async (): Promise<void> => {
    const { outside, last, problem } = await engine.audit(ana);
    if (problem === null) return;
    const shown = { outside: outside?.hash ?? null, inside: last?.hash ?? null };
    await engine.acceptLoss(ana, { ...shown, reason: "after the race" });
  };
  return {
    async race(surface: WholeEngineSurface, dice: Dice): Promise<RaceReport> {
      await lose();
      const { shown, decide } = await surface.loss();
      const outcome = await meanwhile(dice, lose, decide);
      const isAccepted = outcome === "ok";
      const missing = await accepted();
      await settle();
      const isSeen = shown !== null && missing.startsWith(shown.slice(0, 12));
      return report("accept_loss", outcome, isAccepted, isSeen ? null : missing);
    },
  };
}

function report(
  action: PersonAction,
  outcome: string,
  isAccepted: boolean,
  other: string | null,
): RaceReport {
  const unseen = isAccepted && other !== null ? `${action} of ${other}` : null;
  return { action, outcome, isAccepted, unseen };
}
