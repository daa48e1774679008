import {
  CountersignError,
  loadPolicy,
  loosenedKeys,
  type Policy,
  SHIPPED_VERSIONS,
} from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import {
  type ConfigFile,
  loadConfig,
  problemText,
  readConfigFile,
} from "../config-file/config-file.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { type Diagnosis, reportFine, reportProblem, reportWarning } from "./diagnosis.ts";

/** The repository around a directory, and the configuration that lies in it. */
export async function checkRepository({
  directory,
  env,
}: Pick<CommandContext, "directory" | "env">): Promise<Diagnosis[]> {
  try {
    const { repository, branch } = await findWorkplace(directory);
    const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
    const where = `${repository}, ${branch === null ? "no branch" : `on ${branch}`}`;
    return [reportFine("repository", where), ...(await checkFile(file))];
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return [reportProblem("repository", error.message, error.hint ?? "Go to a git repository")];
  }
}

/** Earlier releases of `init` wrote policies that ask for less than the shipped ones. */
function checkStrength({ name }: ConfigFile, policy: Policy): Diagnosis[] {
  const shipped = loadPolicy({ version: 1, agentReviewers: "none" });
  if (policy.extends !== null || !shipped.ok) return [];
  const lost = loosenedKeys(shipped.policy, policy).flatMap(({ key }) =>
    key.startsWith(POLICIES) ? [key.slice(POLICIES.length).split(".")[0] ?? ""] : [],
  );
  if (lost.length === 0) return [];
  const names = [...new Set(lost)].join(", ");
  return [
    reportWarning(
      "policies",
      `${name} has policies of its own and no extends, as earlier releases of init wrote it: what the shipped ones ask for is off (${names})`,
      `Remove "policies" and "rules" from ${name} and add "extends": "${SHIPPED_VERSIONS.at(-1)}"`,
    ),
  ];
}

const POLICIES = "policies.";

async function checkFile(file: ConfigFile): Promise<Diagnosis[]> {
  if (file.text === null) {
    return [reportWarning("configuration", `no ${file.name} in ${file.root}`, "countersign init")];
  }
  const loaded = await loadConfig(file, file.text);
  if (loaded.ok)
    return [
      reportFine("configuration", `${file.name} is valid, profile ${loaded.policy.profile}`),
      ...checkStrength(file, loaded.policy),
    ];
  return loaded.problems.map((problem) =>
    reportProblem("configuration", `${file.name}: ${problemText(problem)}`, `Correct ${file.path}`),
  );
}
