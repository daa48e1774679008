import { Command } from "@countersign/core";

type Option = (typeof Command)["options"][number];
type OptionOf<Type extends Command["type"]> = Extract<Option, { _zod: { output: { type: Type } } }>;

/** Returns the core's schema of one command, so a body is described once. */
export function commandSchema<Type extends Command["type"]>(type: Type): OptionOf<Type> {
  const found = Command.options.find(
    (option): option is OptionOf<Type> => option.shape.type.value === type,
  );
  if (found === undefined) throw new Error(`There is no command ${type}`);
  return found;
}
