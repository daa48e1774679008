import { emitCheckRun } from "../checks/emit-check-run.ts";
import type { CheckRun, HubRule, HubRuleset } from "../world/checks.ts";
import { branchTip } from "../world/refs.ts";
import type { World } from "../world/world.ts";
import { accountNamed, found, repositoryNamed } from "./find.ts";

export type NewRuleset = {
  repository: string;
  name?: string;
  branches?: string[];
  rules: HubRule[];
  bypass?: HubRuleset["bypass"];
};

export function createCheckCalls(world: World) {
  return {
    /** Adds rules to branches. Default: `main`, and no actor may bypass them. */
    async createRuleset(given: NewRuleset) {
      const { name = "rules", branches = ["main"], rules, bypass = [] } = given;
      const repository = repositoryNamed(world, given.repository);
      const ruleset = { id: world.newId(), repository, name, branches, rules, bypass };
      world.rulesets.push(ruleset);
      return { id: ruleset.id };
    },

    /** Removes the rules of every branch. */
    async deleteRulesets() {
      world.rulesets = [];
    },

    /** A person presses a button of a check run in the browser. */
    async pressButton({ id, button, by }: { id: number; button: string; by: string }) {
      const run = runWith(world, id);
      if (!run.actions.some(({ identifier }) => identifier === button))
        throw new Error(`The check run has no button ${button}`);
      const more = { requested_action: { identifier: button } };
      emitCheckRun(world, run, "requested_action", accountNamed(world, by), more);
    },

    /** A person presses "Re-run" of a check run. */
    async rerequestCheck({ id, by }: { id: number; by: string }) {
      emitCheckRun(world, runWith(world, id), "rerequested", accountNamed(world, by));
    },

    /** All runs on a commit, oldest first. */
    async readCheckRuns({ repository, commit }: { repository: string; commit: string }) {
      const target = repositoryNamed(world, repository);
      return world.checkRuns
        .filter((run) => run.repository === target && run.commit === commit)
        .map(({ app, repository: _, ...run }) => ({ ...run, app: app.id }));
    },

    /** Everything that apps have written: check runs and comments. */
    async readReports() {
      return [
        ...world.checkRuns.map(({ title, summary, annotations }) => ({
          title,
          summary,
          annotations,
        })),
        ...world.comments.map(({ body }) => body),
      ];
    },

    async readBranch({ repository, branch }: { repository: string; branch: string }) {
      return branchTip(repositoryNamed(world, repository), branch);
    },
  };
}

function runWith(world: World, id: number): CheckRun {
  return found(
    world.checkRuns.find((run) => run.id === id),
    `check run ${id}`,
  );
}
