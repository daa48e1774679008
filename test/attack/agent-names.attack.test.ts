import { setTimeout as pause } from "node:timers/promises";
import { CountersignError, type Role } from "@countersign/core";
import type { ReviewerRunner } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { type Dice, diceOf } from "../../packages/core/src/testing/walk/dice.ts";
import { POLICY } from "../engine/open-engine.ts";
import { attempts } from "./attempts.ts";
import { openLab } from "./open-lab.ts";
import { submitBranch } from "./submit-branch.ts";

/** A reviewer of the registry that the engine runs. It takes a moment and has no result. */
const fails: ReviewerRunner = {
  state: async () => ({ ok: true, version: "1" }),
  ask: async () => {
    await pause(500);
    const reason = "It does not answer.";
    return { ok: false, reason, again: "never", usage: null, durationMs: 1, sandboxed: true };
  },
};

const builtin = { kind: "check", adapter: "builtin", description: "For a test" };
const policy = {
  ...POLICY,
  people: {
    owner: ["ana"],
    csuite: ["ceo"],
    escalateTo: ["owner", "duty"],
    substitutes: { ceo: ["deputy"], ana: ["duty"] },
    emails: { "eve@acme.test": "eve" },
  },
  departments: { finance: { head: "cfo", agents: ["ledger-agent"] } },
  reviewers: [
    { id: "integrity", name: "Integrity", ...builtin },
    { id: "secrets", name: "Secrets", ...builtin },
    {
      id: "security-reviewer",
      name: "Security",
      kind: "agent",
      adapter: "model",
      retries: 0,
      description: "For a test",
    },
  ],
  policies: [
    ...POLICY.policies,
    {
      id: "security",
      when: { label: "security" },
      require: [{ reviewer: "security-reviewer" }],
      description: "For a test",
    },
  ],
  chains: { code: ["self"], internal_document: ["self"], financial_report: ["self", "csuite"] },
  modes: { default: "skip" },
};

const lab = await openLab(policy, { runners: { model: fails } });
const root = await lab.mint({ actor: "root", role: "admin" });

const AGENT_ROLES = ["author", "reviewer", "planner"] as const satisfies readonly Role[];
const PEOPLE = ["ana", "ceo", "cfo", "deputy", "duty", "eve", "root"] as const;
const MACHINES = ["tests", "integrity", "secrets", "change-size", "security-reviewer"];
const ENGINE = ["countersign", "nobody", "owner", "system"];
const NAMES: readonly [string, ...string[]] = [...PEOPLE, ...MACHINES, ...ENGINE];
/** The same letters as full-width characters, which NFKC folds to ASCII. */
const wide = (name: string) =>
  name.replaceAll(/[!-~]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0));

const SPELLINGS: readonly [Spelling, ...Spelling[]] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name, dice) => [...name].map((c) => (dice.chance(50) ? c : c.toUpperCase())).join(""),
  (name, dice) => [...name].map((c) => (dice.chance(50) ? c : wide(c))).join(""),
  (name) => name.replaceAll("e", "\u0435").replaceAll("a", "\u0430"),
  (name, dice) => insertAt(name, dice, "\u200b"),
  (name, dice) => insertAt(name, dice, "\u00ad"),
  (name) => ` ${name}`,
];
type Spelling = (name: string, dice: Dice) => string;

function insertAt(name: string, dice: Dice, sign: string): string {
  const at = dice.roll(name.length + 1);
  return `${name.slice(0, at)}${sign}${name.slice(at)}`;
}

/** The first attempts are requests to a real server; the others call what answers that route. */
const MAX_REQUESTS = 100;
const AT_ONCE = 8;

async function create(actor: string, role: Role) {
  const body = { actor, role, sponsor: "ana" };
  return await lab.call(root, "/v1/tokens", { body });
}

/** Whether a credential was created; an error that is no refusal fails the attack. */
async function isCreated(number: number, actor: string, role: Role): Promise<boolean> {
  if (number < MAX_REQUESTS) return (await create(actor, role)).status < 400;
  try {
    await lab.engine.createToken(lab.admin, { actor, role, sponsor: "ana" });
    return true;
  } catch (error) {
    if (error instanceof CountersignError) return false;
    throw error;
  }
}

/** Tries one name that is taken, in some spelling, for some role; answers with it if it was created. */
async function tryName(number: number): Promise<string[]> {
  const dice = diceOf(number);
  const spelled = dice.pick(SPELLINGS)(dice.pick(NAMES), dice);
  const role = dice.pick(AGENT_ROLES);
  return (await isCreated(number, spelled, role)) ? [`${role} ${spelled}`] : [];
}

describe("I2 Separate: an agent's credential has a name of its own", () => {
  it("is created for no name of a person, a check, a reviewer of the engine or the engine", async () => {
    const created: string[] = [];
    let tried = 0;
    while (tried < attempts()) {
      const size = Math.min(AT_ONCE, attempts() - tried);
      const first = tried;
      const batch = Array.from({ length: size }, (_, index) => tryName(first + index));
      created.push(...(await Promise.all(batch)).flat());
      tried += size;
    }
    expect(created).toEqual([]);
    expect(tried).toBe(attempts());
    expect((await create("ledger-agent", "reviewer")).status).toBeLessThan(300);
  });

  it("says whose name it is, and what to do", async () => {
    const reply = await create("Ceo", "reviewer");
    expect(reply).toMatchObject({
      status: 400,
      body: {
        error: { message: expect.stringContaining("ceo is a person in the policy of shop") },
      },
    });
  });

  it("is not created by the CLI's flags for the account of the person", async () => {
    expect((await create("ana", "author")).status).toBe(400);
    expect(
      (await lab.call(root, "/v1/tokens", { body: { actor: "claude", role: "human" } })).status,
    ).toBe(400);
  });
});

describe("I1 Complete: a layer of a person is answered by that person", () => {
  it("takes no answer of an older agent's credential with the name of a person", async () => {
    const ceo = await lab.signIn({ actor: "ceo", role: "reviewer" });
    const task = await submitBranch(lab, {
      files: { "report.txt": "Q3\n" },
      by: lab.agent,
      type: "financial_report",
    });
    const { round } = await lab.until(task, ({ round: at }) => {
      return at?.decision?.outstanding.includes("layer:csuite") === true;
    });
    expect(round?.plan?.requirements.find(({ id }) => id === "layer:csuite")?.human).toBe(true);
    await lab.engine.command(ceo, lab.key(), task, answer(round, "layer:csuite"));
    const after = await lab.engine.task(lab.ana, task);
    expect(after.phase.is).toBe("reviewing");
    expect(after.round?.decision?.outstanding).toEqual(["layer:csuite"]);
  });

  it("takes the result of a check from the engine alone", async () => {
    const tests = await lab.signIn({ actor: "tests", role: "reviewer" });
    const task = await submitBranch(lab, { files: { "broken.txt": "x\n" }, by: lab.agent });
    const { round } = await lab.until(task, ({ round: at }) => at !== null && at.plan !== null);
    await lab.engine
      .command(tests, lab.key(), task, answer(round, "check:tests"))
      .catch(() => null);
    const after = await lab.until(task, ({ phase }) => phase.is !== "reviewing");
    expect(after.phase.is).toBe("rework");
    expect(after.round?.verdicts.items.filter(({ by }) => by === "tests")).toEqual([
      expect.objectContaining({ byKind: "check", opinion: "concerns" }),
    ]);
  });

  it("takes the verdict of a reviewer that the engine runs from that run alone", async () => {
    const fake = await lab.signIn({ actor: "security-reviewer", role: "reviewer" });
    const task = await submitLabelled();
    const { round } = await lab.until(task, ({ round: at }) => at !== null && at.plan !== null);
    await lab.engine.command(fake, lab.key(), task, answer(round, "agent:security-reviewer"));
    const after = await lab.until(task, ({ phase }) => phase.is !== "reviewing");
    expect(after.phase.is).toBe("held");
    expect(after.round?.verdicts.items.map(({ by }) => by)).not.toContain("security-reviewer");
  });

  it("records the role and the credential of whoever acted", async () => {
    const claude = await lab.signIn({ actor: "gemini", role: "author" });
    const { task } = await lab.engine.createTask(claude, lab.key(), { title: "x", repo: "shop" });
    await lab.engine.command(claude, lab.key(), task, { type: "claim" });
    const log = await lab.engine.log(lab.ana, task);
    expect(log.map(({ event }) => event.credential)).toEqual([
      { id: claude.token, role: "author" },
      { id: claude.token, role: "author" },
    ]);
  });
});

type SaidCommand = Parameters<typeof lab.engine.command>[3];
type Round = Awaited<ReturnType<typeof lab.until>>["round"];

function answer(round: Round, requirement: string): SaidCommand {
  return {
    type: "record_verdict",
    of: "round",
    number: round?.number ?? 0,
    tree: round?.content.tree ?? "",
    requirement,
    opinion: "approved",
    summary: "fine",
    findings: [],
    costUsd: 0,
    sandboxed: true,
  };
}

async function submitLabelled(): Promise<string> {
  const { engine, shop, key, agent } = lab;
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write("login.txt", "x\n");
  shop.commit("Login");
  shop.git("branch", "--force", "login");
  const labels = ["security"];
  const { task } = await engine.createTask(agent, key(), { title: "Login", repo: "shop", labels });
  const from = { branch: "login" };
  await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "" });
  return task;
}
