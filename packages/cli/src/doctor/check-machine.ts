import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { checkGit } from "./check-git.ts";
import { type Diagnosis, fine, warn, wrong } from "./diagnosis.ts";

const run = promisify(execFile);

const TIMEOUT_MS = 5_000;
const OLDEST_NODE = [22, 18] as const;

/** What the machine must have; nothing of a repository is touched. */
export async function checkMachine(): Promise<Diagnosis[]> {
  return [checkNode(), await checkGit(), await checkSandbox()];
}

function checkNode(): Diagnosis {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  const isNew = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  const needed = OLDEST_NODE.join(".");
  return isNew
    ? fine("node", node)
    : wrong("node", `${node} is older than ${needed}`, "Install Node 24 from nodejs.org");
}

async function checkSandbox(): Promise<Diagnosis> {
  if (process.platform !== "linux") {
    return warn(
      "sandbox",
      `none on ${process.platform}: checks run unprotected and approve nothing by themselves`,
      "Run the engine on Linux with bubblewrap",
    );
  }
  const version = await versionOf("bwrap", /bubblewrap (\S+)/);
  return version === null
    ? warn(
        "sandbox",
        "bubblewrap not found: checks run unprotected and approve nothing by themselves",
        "Install it with your package manager: apt install bubblewrap",
      )
    : fine("sandbox", `bubblewrap ${version}`);
}

async function versionOf(program: string, pattern: RegExp): Promise<string | null> {
  try {
    const { stdout } = await run(program, ["--version"], { timeout: TIMEOUT_MS, cwd: "/" });
    return pattern.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}
