import { CountersignError } from "@countersign/core";
import { z } from "zod";

/** One option: its flags as help prints them, the schema of its value, and what it does. */
export type OptionSpec<Schema extends z.ZodType = z.ZodType> = {
  flags: string;
  schema: Schema;
  about: string;
};

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The parsed values of a command's options. */
export type OptionValues<Specs extends OptionSpecs> = {
  [Name in keyof Specs]: z.infer<Specs[Name]["schema"]>;
};

export function option<Schema extends z.ZodType>(
  flags: string,
  schema: Schema,
  about: string,
): OptionSpec<Schema> {
  return { flags, schema, about };
}

/** An option without a value. `--no-x` is true unless it is written. */
export function flag(flags: string, about: string) {
  return option(flags, z.boolean().default(flags.startsWith("--no-")), about);
}

/** An optional option whose value is any text. */
export function text(flags: string, about: string) {
  return option(flags, z.string().optional(), about);
}

/** The name under which the value of an option is found: `pauseOnFailure` for `--pause-on-failure`. */
export function optionName(flags: string): string {
  const [, name = ""] = /--(?:no-)?([a-z-]+)/.exec(flags) ?? [];
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The long flag: `--state` for `--state <states>`. */
export function longFlag(flags: string): string {
  return /--[a-z-]+/.exec(flags)?.[0] ?? flags;
}

/** Parses the options of a command. An error names the option as it is written. */
export function readOptions<Specs extends OptionSpecs>(
  specs: Specs | undefined,
  written: Readonly<Record<string, unknown>>,
): OptionValues<Specs> {
  const entries = Object.entries(specs ?? {}).map(([name, spec]) => [
    name,
    readOption(spec, written[name]),
  ]);
  return Object.fromEntries(entries);
}

function readOption({ flags, schema }: OptionSpec, written: unknown): unknown {
  const read = schema.safeParse(written, { error: reasonText });
  if (read.success) return read.data;
  const reason = read.error.issues[0]?.message ?? "not a valid value";
  throw new CountersignError("invalid_input", `${longFlag(flags)}: ${reason}`, {
    hint: "See the accepted values: --help",
  });
}

/** The reason in words about the option; schemas with their own message keep it. */
function reasonText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_value":
      return `must be ${wordList(issue.values.map(String))}`;
    case "invalid_type":
      return issue.input === undefined ? "a value is required" : "must be a whole number";
    case "too_small":
      return issue.origin === "string" ? "must not be empty" : `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

function wordList(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}
