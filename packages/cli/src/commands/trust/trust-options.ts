import { z } from "zod";
import { option } from "../../command/options.ts";

/** An option whose value is a list, separated by commas. */
export function listOption(flags: string, about: string) {
  const schema = z
    .string()
    .optional()
    .transform((text) => (text ?? "").split(",").flatMap((word) => word.trim() || []));
  return option(flags, schema, `${about}, separated by commas`);
}

/** An option whose value is a whole number. */
export function countOption(flags: string, about: string) {
  return option(flags, z.coerce.number().int().min(0).max(100).optional(), about);
}
