import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What expressions in action.yml refer to. */
export type ActionContext = {
  inputs: Readonly<Record<string, string>>;
  github: { base_ref: string; event: Readonly<Record<string, unknown>>; action_path: string };
  runner: { temp: string };
  steps: Readonly<Record<string, { outputs: Readonly<Record<string, string>> }>>;
};

type ActionStep = {
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
};

/** Reads the steps of the action at the root of this repository, and its inputs with their defaults. */
export async function readAction(): Promise<{
  steps: ActionStep[];
  inputs: Record<string, string>;
}> {
  const { inputs, runs } = parse(await readFile(`${ROOT}/action.yml`, "utf8"));
  const defaults = Object.entries<{ default: string }>(inputs);
  return {
    steps: runs.steps,
    inputs: Object.fromEntries(defaults.map(([name, input]) => [name, String(input.default)])),
  };
}

/** Evaluates a value of action.yml as a runner does: text with expressions in it. */
export function fillIn(value: string, context: ActionContext): string {
  return value.replaceAll(/\$\{\{(.+?)\}\}/g, (_, expression: string) =>
    String(evaluate(expression, context) ?? ""),
  );
}

/**
 * Evaluates an expression. GitHub's operators have the meaning of JavaScript's for what this action uses; a missing
 * property is empty.
 */
export function evaluate(expression: string, context: ActionContext): unknown {
  const script = expression.replaceAll(/\.([a-z_][a-z_-]*)/gi, '?.["$1"]');
  const names = ["inputs", "github", "runner", "steps", "always", "format"];
  const format = (pattern: string, one: string) => pattern.replace("{0}", () => one);
  const { inputs, github, runner, steps } = context;
  return new Function(...names, `return (${script})`)(
    ...[inputs, github, runner, steps, () => true, format],
  );
}
