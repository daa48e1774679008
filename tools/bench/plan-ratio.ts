import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGitMirror } from "../../packages/adapters/src/index.ts";
import {
  compilePlan,
  loadPolicy,
  normalize,
  type PlanInput,
} from "../../packages/core/src/index.ts";
import { commit, file, fillRepository } from "./make-repository.ts";
import { median, roundFigure } from "./side-by-side.ts";
import { policyWith, REPO } from "./task-life.ts";

const FILES = 10_000;
const ROUNDS = 7;

export type PlanRatio = {
  ratio: number;
  spread: readonly [number, number];
  files: number;
  oursMs: number;
  bareMs: number;
  rounds: number;
};

/** Measures facts and plan of a large change ÷ the git commands that read the same change. */
export async function measurePlanRatio(): Promise<PlanRatio> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
  try {
    const path = join(folder, "repo");
    await fillRepository(path, [
      largeTree("refs/heads/main", 0),
      largeTree("refs/heads/work", 1, "refs/heads/main"),
    ]);
    return await compare(folder, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const LINES = Array.from({ length: 20 }, (_, at) => `export const line${at} = "some text";`);

/** Creates a large tree. The two versions of every file differ in one line. */
function largeTree(ref: string, version: number, from?: string): string {
  const files = Array.from({ length: FILES }, (_, at) => {
    const lines = [`// ${at}`, ...LINES, `export const version = ${version};`, ""];
    return file(`src/${at % 100}/part-${at}.ts`, lines.join("\n"));
  });
  return commit(ref, files, from);
}

async function compare(folder: string, path: string): Promise<PlanRatio> {
  const mirror = createGitMirror({ dataDirectory: join(folder, "data") });
  const repository = { id: REPO, path };
  const target = await mirror.fetch(repository, { branch: "main" });
  const work = await mirror.fetch(repository, { branch: "work" });
  const content = {
    repo: REPO,
    target: "main",
    base: target.commit,
    head: work.commit,
    tree: work.tree,
  };
  const policy = policyOf(policyWith("merge"));
  const ours = async () => {
    const facts = normalize(await mirror.readChange(content, []));
    const plan = compilePlan({ facts, policy, roster: [], assignment: ASSIGNMENT, gaps: [] });
    if (facts.files.length !== FILES || plan.requirements.length < 4) throw new Error("no plan");
  };
  const bare = () => readBare(path, target.commit, work.commit);
  await ours();
  await bare();
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await timeOf(ours), bare: await timeOf(bare) });
  const ratios = rounds.map((one) => one.ours / one.bare);
  return {
    ratio: roundFigure(median(ratios)),
    spread: [roundFigure(Math.min(...ratios)), roundFigure(Math.max(...ratios))],
    files: FILES,
    oursMs: roundFigure(median(rounds.map((one) => one.ours))),
    bareMs: roundFigure(median(rounds.map((one) => one.bare))),
    rounds: ROUNDS,
  };
}

const ASSIGNMENT: PlanInput["assignment"] = {
  title: "Rename a constant everywhere",
  type: undefined,
  askedType: undefined,
  department: undefined,
  statedBy: "author",
  assignee: "claude",
  authors: ["claude"],
  authorFamily: undefined,
  labels: [],
  modeChoices: [],
  avoid: [],
};

function policyOf(file: object): PlanInput["policy"] {
  const loaded = loadPolicy(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

/** Reads the changed paths, their sizes, the patch and the commits with git, each once. */
async function readBare(path: string, base: string, head: string): Promise<void> {
  await readGit(path, ["diff-tree", "-r", "-z", "--raw", "--numstat", "-M", base, head]);
  await readGit(path, [
    "diff-tree",
    "-r",
    "-p",
    "--text",
    "--binary",
    "--full-index",
    "-M",
    base,
    head,
  ]);
  await readGit(path, ["log", "-z", "--format=%H %an %ae %B", `${base}..${head}`]);
}

async function readGit(path: string, args: readonly string[]): Promise<Buffer> {
  const child = spawn("git", ["-C", path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${String(code)}`);
  return Buffer.concat(parts);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
