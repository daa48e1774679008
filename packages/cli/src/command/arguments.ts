import { CountersignError } from "@countersign/core";

type Argument<Word> = Word extends `<${infer Name}...>`
  ? { [Key in Name]: readonly string[] }
  : Word extends `[${infer Name}...]`
    ? { [Key in Name]: readonly string[] }
    : Word extends `<${infer Name}>`
      ? { [Key in Name]: string }
      : Word extends `[${infer Name}]`
        ? { [Key in Name]?: string }
        : object;

/** The arguments that a usage names: `show [id]` has `{ id?: string }`. */
export type ArgumentsOf<Usage> = Usage extends `${infer First} ${infer Rest}`
  ? Argument<First> & ArgumentsOf<Rest>
  : Argument<Usage>;

/** The arguments of a command line by the names in the usage. */
export function readArguments<Usage extends string>(
  usage: Usage,
  words: readonly string[],
): ArgumentsOf<Usage> {
  const placeholders = usage.split(" ").slice(1);
  return Object.fromEntries(
    placeholders.map((placeholder, index) => readArgument(placeholder, words.slice(index))),
  );
}

function readArgument(placeholder: string, words: readonly string[]): readonly unknown[] {
  const name = placeholder.replaceAll(/[<>[\].]/g, "");
  if (placeholder.includes("...")) return [name, words];
  if (words[0] === undefined && placeholder.startsWith("<"))
    throw new CountersignError("invalid_input", `The argument <${name}> is missing`);
  return [name, words[0]];
}
