import type { PanelId } from "./command-table.ts";
import { type CommandId, type CommandSpec, REVIEW_COMMANDS } from "./command-table.ts";

/** Key settings of a user by command: other keys, or false for none. */
export type KeyChanges = Readonly<Record<string, string | readonly string[] | false>>;

export type Keymap = {
  readonly specs: ReadonlyMap<CommandId, CommandSpec>;
  /** Number of commands whose keys the user changed. */
  readonly changed: number;
  /** Unknown commands and conflicts, for the help panel. */
  readonly problems: readonly string[];
};

const IDS = Object.keys(REVIEW_COMMANDS).filter(isCommandId);

export function isCommandId(id: string): id is CommandId {
  return id in REVIEW_COMMANDS;
}

export function createKeymap(changes: KeyChanges = {}): Keymap {
  const problems = Object.keys(changes)
    .filter((id) => !isCommandId(id))
    .map((id) => `there is no command ${id}`);
  const specs = new Map(IDS.map((id) => [id, withKeys(REVIEW_COMMANDS[id], changes[id])]));
  return {
    specs,
    changed: IDS.filter((id) => changes[id] !== undefined).length,
    problems: [...problems, ...listConflicts(specs)],
  };
}

function withKeys(spec: CommandSpec, keys: KeyChanges[string] | undefined): CommandSpec {
  if (keys === undefined) return spec;
  if (keys === false) return { ...spec, keys: [] };
  return { ...spec, keys: typeof keys === "string" ? [keys] : keys };
}

function listConflicts(specs: Keymap["specs"]): string[] {
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

/** Returns the command of a key in a panel: the panel's own commands come before those that work everywhere. */
export function findCommand(keymap: Keymap, key: string, panel: PanelId): CommandId | null {
  let general: CommandId | null = null;
  for (const [id, spec] of keymap.specs) {
    if (!spec.keys.includes(key)) continue;
    if (spec.in === "everywhere") general ??= id;
    else if (spec.in.includes(panel)) return id;
  }
  return general;
}

/** Returns the first key of a command, for hints; empty if the user removed its keys. */
export function firstKey({ specs }: Keymap, id: CommandId): string {
  return (specs.get(id) ?? REVIEW_COMMANDS[id]).keys[0] ?? "";
}

/** Returns whether a command sends a decision, and of which kind. */
export function decisionKind(keymap: Keymap, id: CommandId): "for" | "back" | null {
  return keymap.specs.get(id)?.decides ?? null;
}
