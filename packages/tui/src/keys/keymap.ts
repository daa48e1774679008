import type { Panel } from "../panels/panel.ts";
import { COMMANDS, type CommandId, type CommandSpec } from "./commands.ts";

/** What a person has set in their own file: other keys, or none. */
export type KeyChanges = Readonly<Record<string, string | readonly string[] | false>>;

export type Keymap = {
  readonly specs: ReadonlyMap<CommandId, CommandSpec>;
  /** How many commands have other keys than ours. */
  readonly changed: number;
  /** In words, for help. */
  readonly problems: readonly string[];
};

const IDS = Object.keys(COMMANDS).filter(isCommandId);

export function isCommandId(id: string): id is CommandId {
  return id in COMMANDS;
}

export function createKeymap(changes: KeyChanges = {}): Keymap {
  const problems = Object.keys(changes)
    .filter((id) => !isCommandId(id))
    .map((id) => `there is no command ${id}`);
  const specs = new Map(IDS.map((id) => [id, withKeys(COMMANDS[id], changes[id])]));
  return {
    specs,
    changed: IDS.filter((id) => changes[id] !== undefined).length,
    problems: [...problems, ...conflicts(specs)],
  };
}

function withKeys(spec: CommandSpec, keys: KeyChanges[string] | undefined): CommandSpec {
  if (keys === undefined) return spec;
  if (keys === false) return { ...spec, keys: [] };
  return { ...spec, keys: typeof keys === "string" ? [keys] : keys };
}

function conflicts(specs: Keymap["specs"]): string[] {
  const seen = new Map<string, CommandId>();
  const found: string[] = [];
  for (const [id, spec] of specs) {
    const panels = spec.in === "everywhere" ? ["everywhere"] : spec.in;
    for (const place of panels.flatMap((panel) => spec.keys.map((key) => `${key} in ${panel}`))) {
      const other = seen.get(place);
      if (other === undefined) seen.set(place, id);
      else found.push(`${place} is ${other} and ${id}; the first counts`);
    }
  }
  return found;
}

/** What a key means in a panel: the panel's own meaning first, then what holds everywhere. */
export function commandFor(keymap: Keymap, key: string, panel: Panel): CommandId | null {
  let general: CommandId | null = null;
  for (const [id, spec] of keymap.specs) {
    if (!spec.keys.includes(key)) continue;
    if (spec.in === "everywhere") general ??= id;
    else if (spec.in.includes(panel)) return id;
  }
  return general;
}

export function decides(keymap: Keymap, id: CommandId): "for" | "back" | null {
  return keymap.specs.get(id)?.decides ?? null;
}
