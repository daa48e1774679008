import { createSandboxedProcessRunner, gitVersion } from "@countersign/adapters";
import type { Environment } from "../runtime/environment.ts";
import { gitProgram } from "../runtime/git-program.ts";
import { NO_SANDBOX_EFFECT } from "../runtime/no-sandbox.ts";
import { type Diagnosis, reportFine, reportProblem, reportWarning } from "./diagnosis.ts";

const OLDEST_NODE = [22, 18] as const;

/** What the machine must have; nothing of a repository is touched. */
export async function checkMachine(env: Environment): Promise<Diagnosis[]> {
  return [checkNode(), await checkGit(env), await checkSandbox()];
}

function checkNode(): Diagnosis {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  const isNew = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  const needed = OLDEST_NODE.join(".");
  return isNew
    ? reportFine("node", node)
    : reportProblem("node", `${node} is older than ${needed}`, "Install Node 24 from nodejs.org");
}

/** Tried, not only looked for: a sandbox that cannot start is none. */
async function checkSandbox(): Promise<Diagnosis> {
  const sandbox = await createSandboxedProcessRunner().sandbox();
  if (sandbox.kind !== "none") return reportFine("sandbox", `${sandbox.kind} ${sandbox.version}`);
  return reportWarning("sandbox", `none: ${sandbox.why}; ${NO_SANDBOX_EFFECT}`, sandbox.install);
}

/** The git that the mirror would use. */
async function checkGit(env: Environment): Promise<Diagnosis> {
  const version = await gitVersion(gitProgram(env));
  return version === null
    ? reportProblem("git", "not found", "Install git with your package manager")
    : reportFine("git", version);
}
