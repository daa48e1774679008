import { CONFIG_FILES, CountersignError } from "@countersign/core";
import type { Principal } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readClock } from "../../platform/read-clock.ts";
import { policyFrom } from "../../policy/read-policy.ts";

const MAX_BYTES = 1024 * 1024;

type Target = { id: string; path: string; target: string };

/**
 * Commits a first configuration to the target and returns the commit. It needs no review, because no policy
 * exists yet. Changes of an existing configuration are reviewed like any other change.
 */
export async function commitConfig(
  scope: EngineScope,
  by: Principal,
  { id, path, target }: Target,
  config: string,
): Promise<string> {
  const mirror = scope.mirror;
  const { commit: tip } = await mirror.fetch({ id, path }, { branch: target });
  const read = async (name: string) => {
    const file = await mirror.readFile(id, tip, name, MAX_BYTES);
    return file?.bytes == null ? null : Buffer.from(file.bytes).toString("utf8");
  };
  for (const name of CONFIG_FILES)
    if ((await mirror.readFile(id, tip, name, MAX_BYTES)) !== null)
      throw new CountersignError("wrong_state", `${target} of ${id} already has a ${name}`);
  const [name] = CONFIG_FILES;
  const loaded = await policyFrom(async (file) => (file === name ? config : read(file)));
  if (!loaded.ok)
    throw new CountersignError(
      "invalid_input",
      `${name}: ${loaded.problems[0]?.reason ?? "is not valid"}`,
    );

  const tree = await mirror.writeFiles(id, tip, new Map([[name, Buffer.from(config)]]));
  const { commit: next } = await mirror.commitMerge(id, {
    tree,
    parents: [tip],
    message: "Add the configuration of countersign\n",
    author: { name: by.actor.id, email: "countersign@localhost" },
    atSeconds: Math.trunc((await scope.read(readClock)) / 1_000),
  });
  const moved = await mirror.moveTarget({ id, path }, { branch: target, expected: tip, next });
  if (moved.outcome === "lost_race")
    throw new CountersignError("wrong_state", `${target} moved in the meantime; try again`);
  if (moved.outcome === "dirty")
    throw new CountersignError(
      "wrong_state",
      `${moved.worktrees[0]?.path ?? target} has changes that are not committed`,
      {
        hint: "Commit or stash them first",
      },
    );
  return next;
}
