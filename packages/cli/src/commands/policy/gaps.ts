import { GapGroup } from "@countersign/api";
import { CountersignError, type Policy } from "@countersign/core";
import { countText } from "@countersign/review";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import {
  type ConfigFile,
  loadConfig,
  parseJsonText,
  problemsText,
  readConfigFile,
} from "../../config-file/config-file.ts";
import { requireJson, withEntry, withValue } from "../../config-file/edit-config.ts";
import { proposeDiff } from "../../config-file/propose-diff.ts";
import { display } from "../../output/display.ts";

/** Groups what the policies missed and proposes entries for it; nothing is written. */
export const policyGaps = defineCommand({
  usage: "gaps",
  examples: ["countersign policy gaps", "countersign policy gaps --repo shop | git apply"],
  options: {
    repo: text("--repo <id>", "only this repository"),
  },

  output: {
    "policy.gaps": z.object({ gaps: z.array(GapGroup), diff: z.string() }),
  },
  async run(context, { options }) {
    const { repo } = options;
    const { client } = await openSession(context);
    const { items } = await client.listPolicyGaps({ repo });
    const file = await readConfigFile(context.directory, context.env.COUNTERSIGN_CONFIG);
    const diff = items.length === 0 ? "" : await diffFor(file, items);
    return {
      schema: "policy.gaps",
      data: { gaps: items, diff },
      plain: items.map(({ repo: place, reviewer, concern, tasks, proposal }) => [
        place,
        proposal.id,
        reviewer,
        String(tasks.length),
        concern,
      ]),
      text(style) {
        if (items.length === 0) return "The policies missed nothing.";
        const gaps = items.map(
          ({ repo: place, reviewer, concern, tasks }) =>
            `# ${style.paint("strong", display(concern))}\n#   ${display(place)}: ${countText(tasks.length, "task")}, ${display(reviewer)} was asked besides`,
        );
        const end =
          diff === "" ? "# The policy has these entries already." : display(diff.trimEnd());
        return [...gaps, end].join("\n");
      },
    };
  },
});

/** The file with an entry for each group that it has none for. */
async function diffFor(file: ConfigFile, groups: readonly GapGroup[]): Promise<string> {
  requireJson(file);
  const loaded = await loadConfig(file, file.text);
  if (!loaded.ok) throw new CountersignError("invalid_input", problemsText(loaded.problems));
  const fresh = missing(groups, loaded.policy);
  if (fresh.length === 0) return "";
  const before = file.text ?? "{}\n";
  const own = z
    .object({ policies: z.array(z.unknown()) })
    .safeParse(parseJsonText(before, file.name));
  const after = own.success
    ? fresh.reduce((text, entry) => withEntry(text, ["policies"], entry), before)
    : withValue(before, ["policies"], [...loaded.policy.policies, ...fresh]);
  return proposeDiff(file.name, file.text, after);
}

/** One entry per id, of reviewers that the registry has. */
function missing(groups: readonly GapGroup[], { policies, reviewers }: Policy) {
  const known = new Set(policies.map(({ id }) => id));
  return groups.flatMap(({ proposal, reviewer }) => {
    if (known.has(proposal.id) || !reviewers.some(({ id }) => id === reviewer)) return [];
    known.add(proposal.id);
    return [proposal];
  });
}
