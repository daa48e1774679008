import { type CommandId, createKeymap, type KeyChanges, type Keymap } from "@countersign/review";

/** The keys that differ from those of the terminal: Ctrl+P prints in a browser. */
export const WEB_KEYS: Readonly<Partial<Record<CommandId, readonly string[]>>> = {
  "app.command": ["Ctrl+K", ":"],
};

/** Commands of the terminal's review summary that the inbox offers too. It has the keys of the terminal's board. */
const INBOX_COMMANDS: readonly CommandId[] = ["review.approveAll", "review.order"];

/** Creates the keys of the pages, with the changes of the person. */
export function createWebKeymap(changes: KeyChanges): Keymap {
  const keymap = createKeymap({ ...WEB_KEYS, ...changes });
  const specs = new Map(keymap.specs);
  for (const id of INBOX_COMMANDS) {
    const spec = specs.get(id);
    if (spec !== undefined && spec.in !== "everywhere")
      specs.set(id, { ...spec, in: [...spec.in, "board"] });
  }
  return { ...keymap, specs };
}
