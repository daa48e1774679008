import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { Forge } from "@countersign/engine";
import { WAITING } from "../engine/open-reviewed-shop.ts";
import { type Life, openLife } from "../open-life.ts";
import type { HubRule } from "../world/checks.ts";
import { createRacingForge, type ForgeCall } from "./racing-forge.ts";

/** What happens on GitHub while the engine reviews and merges a pull request. */
export const INTRUSIONS = ["force push", "foreign merge", "foreign commit"] as const;
type Intrusion = (typeof INTRUSIONS)[number];

type Way = { through: string; rules: readonly HubRule[] };

/** How the life of one pull request ended. */
type RaceEnd = {
  calls: readonly ForgeCall[];
  isPassed: boolean;
  /** Why merges were on hold on the way. */
  holds: readonly string[];
  /** Steps of the target that neither merge an approved head nor were covered by a hold. */
  unapproved: readonly string[];
  /** Commits with a green check that neither are an approved head nor merge one. */
  unapprovedGreen: readonly string[];
  phase: string | undefined;
};

export type RaceLab = Awaited<ReturnType<typeof openRaceLab>>;

const TIMEOUT_MS = 90_000;
const LOOK_MS = 50;

/** An engine on the loopback GitHub, where something can happen before each of its calls. Ben approves every head. */
export async function openRaceLab({ through, rules }: Way) {
  let racing: ReturnType<typeof createRacingForge> | null = null;
  const wrapForge = (forge: Forge): Forge => {
    racing = createRacingForge(forge);
    return racing.forge;
  };
  const life = await openLife({ merge: { through }, rules, wrapForge });
  if (racing === null) throw new Error("The engine has no forge");
  const race: Race = { life, racing, approved: new Set() };
  return {
    life,
    /** Follows a pull request from its opening until its task has ended and merges are possible. */
    follow: (branch: string, intrusion: { what: Intrusion; at: ForgeCall } | null) =>
      follow(race, branch, intrusion),
  };
}

type Race = {
  life: Life;
  racing: ReturnType<typeof createRacingForge>;
  /** The heads that Ben approved. */
  approved: Set<string>;
};

async function follow(
  race: Race,
  branch: string,
  intrusion: { what: Intrusion; at: ForgeCall } | null,
): Promise<RaceEnd> {
  const { life, racing, approved } = race;
  const { hub, repository, pushBranch } = life.shop;
  const from = await life.mainTip();
  await pushBranch(branch, { [`${branch}.txt`]: "1\n" });
  const { number } = await hub.admin.openPull({ repository, author: "ana", head: branch });
  const act = () => intrude(race, intrusion?.what ?? "force push", { branch, number });
  racing.start(intrusion === null ? null : { at: intrusion.at, act });
  const { holds, phase } = await settle(race, number);

  const isOurs = (commit: string) => approved.has(readParents(life, commit)[1] ?? "");
  const foreign = (await readSteps(life, from ?? "")).filter((commit) => !isOurs(commit));
  return {
    ...{ calls: racing.calls(), isPassed: racing.isPassed(), holds, phase },
    unapproved: holds.length > 0 ? [] : foreign,
    unapprovedGreen: racing
      .greenCommits()
      .filter((commit) => !approved.has(commit) && !isOurs(commit)),
  };
}

/** Acts as a person would until the task has ended: approves each head once, and releases what is held. */
async function settle(race: Race, number: number) {
  const { life } = race;
  const holds: string[] = [];
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const hold = await life.holdOf();
    if (hold !== null && (await release(life))) holds.push(hold);
    const { state, head } = await life.shop.hub.admin.readPull({
      ...{ repository: life.shop.repository, number },
    });
    const phase = await life.phaseOf(number);
    const isEnded = state !== "open" && (phase === "done" || phase === "rejected");
    if (isEnded && hold === null && (await isTargetAccepted(life))) return { holds, phase };
    await approveOnce(race, number, head.commit);
    if (Date.now() > end) throw new Error(await describeStuck(race, number, state));
    await pause(LOOK_MS);
  }
}

async function approveOnce({ life, approved }: Race, number: number, head: string): Promise<void> {
  if (approved.has(head) || (await life.checkOf(head)) !== WAITING) return;
  approved.add(head);
  await life.approve(number, head).catch(() => undefined);
}

async function describeStuck(
  { life, racing }: Race,
  number: number,
  state: string,
): Promise<string> {
  const task = await life.taskOf(number);
  const calls = racing.calls().join(", ");
  const lines = [`Pull request ${number} is ${state}, its task ${task?.phase.is} after ${calls}`];
  if (task === null) return lines.join();
  const { story } = await life.engine.engine.why(life.owner, task.id);
  return [...lines, ...story.map(({ by, text }) => `  ${by}: ${text}`)].join("\n");
}

async function intrude(
  { life }: Race,
  what: Intrusion,
  { branch, number }: { branch: string; number: number },
): Promise<void> {
  const { hub, repository, clone, ben } = life.shop;
  if (what === "foreign merge")
    return void (await hub.admin.mergePull({ repository, number, by: "ben" }));
  if (what === "force push") {
    await clone.git("checkout", "--quiet", "-B", branch, "main");
    await clone.commit("Another one", { [`${branch}.txt`]: "2\n" });
    await clone.git("push", "--quiet", "--force", "origin", branch);
    return;
  }
  await clone.git("fetch", "--quiet", "origin", "main");
  await clone.git("checkout", "--quiet", "--detach", "FETCH_HEAD");
  await clone.commit("Foreign", { [`foreign-${branch}.txt`]: "1\n" });
  const address = new URL(await clone.git("remote", "get-url", "origin"));
  address.password = ben.token;
  await clone.git("push", "--quiet", address.href, "HEAD:main");
}

/** Lets the owner accept what is on the target. Returns false if it moved meanwhile. */
async function release({ engine, repo, owner }: Life): Promise<boolean> {
  const all = await engine.engine.repositories(owner);
  const tip = all.find(({ id }) => id === repo)?.found ?? null;
  if (tip === null) return false;
  try {
    await engine.engine.releaseRepository(owner, repo, { tip, reason: "Seen" });
    return true;
  } catch {
    return false;
  }
}

async function isTargetAccepted(life: Life): Promise<boolean> {
  const all = await life.engine.engine.repositories(life.owner);
  return all.find(({ id }) => id === life.repo)?.tip === (await life.mainTip());
}

/** The first-parent steps of the target after a commit, as the engine fetched them. */
async function readSteps(life: Life, from: string): Promise<string[]> {
  const tip = await life.mainTip();
  const log = gitIn(life, "rev-list", "--first-parent", `${from}..${tip}`);
  return log === "" ? [] : log.split("\n");
}

function readParents(life: Life, commit: string): string[] {
  return gitIn(life, "rev-list", "--parents", "-1", commit).split(" ").slice(1);
}

function gitIn({ clonePath }: Life, ...args: string[]): string {
  return execFileSync("git", ["-C", clonePath, ...args], { encoding: "utf8" }).trim();
}
