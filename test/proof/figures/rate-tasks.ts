import { execFileSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { MoveSigner } from "@countersign/engine";
import { mirrorOfOrg } from "../../../packages/engine/src/policy/mirror-of-org.ts";
import type { BenchServer } from "../../../packages/engine/src/testing/bench-server.ts";
import { type BenchEngine, openBenchEngine } from "../../../tools/bench/open-bench-engine.ts";
import { ORG, policyWith } from "../../../tools/bench/task-life.ts";
import { AUTHORS, REPOSITORIES, startTaskLoad } from "../../../tools/bench/tasks/task-load.ts";
import { openMoveSigner } from "../../engine/open-engine.ts";
import { labKey } from "../lab/lab-key.ts";
import { randomOf } from "../lab/random.ts";
import { type RootOwner, rootTrustText, writeRoot } from "../write-root.ts";

const BRANCHES_PER_SECOND = 12;
/** Seconds before and after the window for which there are branches too. */
const SPARE_SECONDS = 30;
const MAX_WARM_UP_MS = 60_000;

export type TaskRate = {
  tasksPerSecond: number;
  /** Merges on all targets, and their proofs without the roots. */
  merges: number;
  proofs: number;
};

type RateOptions = { seconds: number; hasProofs: boolean };

/** Measures complete tasks on a new engine with its own database, with or without proofs. */
export async function rateTasks(
  server: BenchServer,
  name: string,
  { seconds, hasProofs }: RateOptions,
): Promise<TaskRate> {
  const signer = openMoveSigner(await mkdtemp(join(server.directory, "signer-")));
  const branches = (seconds + SPARE_SECONDS) * BRANCHES_PER_SECOND;
  const bench = await openBenchEngine(await server.database(name), server.directory, {
    policy: policyWith("merge"),
    repositories: Object.fromEntries(REPOSITORIES.map((id) => [id, branches])),
    files: { ".countersign/trust.json": rootTrustText([OWNER], await signer.publicKey()) },
    ...(hasProofs ? { proofs: { signer, release: "0.1.0" } } : {}),
  });
  await bench.engine.start();
  if (hasProofs) await writeRoots(bench, signer);
  const load = await startTaskLoad(bench, (_origin, work) => work());
  for (const end = performance.now() + MAX_WARM_UP_MS; performance.now() < end; await pause(100))
    if (load.done.size >= AUTHORS) break;
  const [began, before] = [performance.now(), load.done.size];
  await pause(seconds * 1_000);
  const tasks = load.done.size - before;
  const tasksPerSecond = (tasks * 1_000) / (performance.now() - began);
  await load.stop();
  await bench.engine.stop();
  await bench.pool.end();
  if (bench.lines.length > 0) throw new Error(bench.lines.slice(0, 5).join("\n"));
  return { tasksPerSecond, ...countMoves(bench) };
}

function createOwner(): RootOwner {
  const { text, fingerprint, sign } = labKey("ed25519", randomOf(1));
  return { name: "ana", text, fingerprint, sign: (line) => sign(line, {}) };
}
const OWNER = createOwner();

async function writeRoots({ mirror, pool, repositories }: BenchEngine, signer: MoveSigner) {
  for (const { id, path } of repositories) {
    const [commit = "", tree = ""] = git(path, "rev-parse", "main", "main^{tree}").split("\n");
    await writeRoot({
      ...{ mirror: mirrorOfOrg(mirror, ORG), signer, pool, org: ORG, owners: [OWNER] },
      ...{ repository: { id, path, target: "main" }, tip: { commit, tree } },
    });
  }
}

function countMoves({ repositories }: BenchEngine): Pick<TaskRate, "merges" | "proofs"> {
  const total = (...args: string[]) =>
    repositories
      .map(({ path }) => Number(git(path, "rev-list", "--count", ...args)))
      .reduce((sum, count) => sum + count - 1, 0);
  const proofs = repositories.every(({ path }) => git(path, "for-each-ref", PROOFS) !== "");
  return { merges: total("--first-parent", "main"), proofs: proofs ? total(PROOFS) : 0 };
}

const PROOFS = "refs/countersign/proofs/main/000000";

function git(path: string, ...args: string[]): string {
  return execFileSync("git", ["-C", path, ...args], { encoding: "utf8" }).trim();
}
