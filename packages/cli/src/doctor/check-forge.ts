import type { ForgeStatusView } from "@countersign/api";
import { openSession } from "../client/open-session.ts";
import type { CommandContext } from "../command/context.ts";
import { type Diagnosis, reportFine, reportProblem, reportWarning } from "./diagnosis.ts";

/** Whether GitHub answers, and whether its branch rules really require our check. Nothing without a connection. */
export async function checkForge(context: CommandContext): Promise<Diagnosis[]> {
  const status = await readStatus(context);
  return status === null ? [] : diagnoseForge(status);
}

/** Null if the engine cannot be asked, which is reported elsewhere. */
async function readStatus(context: CommandContext): Promise<ForgeStatusView | null> {
  try {
    const { client } = await openSession(context, "admin");
    return await client.readForge();
  } catch {
    return null;
  }
}

export function diagnoseForge({ host, app, problem, repositories }: ForgeStatusView): Diagnosis[] {
  if (host === null) return [];
  if (problem !== null)
    return [reportProblem("github", problem, "Check the app: countersign github status")];
  return [
    reportFine("github", `app ${app} on ${host}; repositories: ${repositories.length}`),
    ...repositories.flatMap(diagnoseRepository),
  ];
}

function diagnoseRepository({
  name,
  gaps,
  hints = [],
  foreignChecks,
}: ForgeStatusView["repositories"][number]): Diagnosis[] {
  const foreign = foreignChecks.map(({ number, by }) =>
    reportWarning(
      name,
      `pull request ${number} has a check with our name by ${by}; it never counts`,
      "Find out who created it, and require the check from this app in the ruleset",
    ),
  );
  const warnings = [...(gaps ?? []), ...hints].map(({ says, fix }) =>
    reportWarning(name, says, fix),
  );
  return [...diagnoseRules(name, gaps), ...warnings, ...foreign];
}

/** Reports that the rules cannot be read, or that they leave nothing open. */
function diagnoseRules(
  name: string,
  gaps: ForgeStatusView["repositories"][number]["gaps"],
): Diagnosis[] {
  if (gaps === null)
    return [
      reportWarning(name, "its branch rules cannot be read", "Let the app read the metadata"),
    ];
  return gaps.length > 0
    ? []
    : [reportFine(name, "only heads with our green check can be merged, without bypass")];
}
