import type { CommandContext } from "../command/context.ts";
import { display } from "../output/display.ts";
import { exitCodeOf, type Failure, failureOf } from "../output/failure.ts";
import type { Result } from "../output/result.ts";
import type { Style } from "../output/style.ts";
import { wouldDo } from "../output/would-do.ts";

export type Each<Found> = {
  /** The noun and verb of the schema. */
  schema: string;
  verb: string;
  /** What is said when it is done: `approved`. */
  done: string;
  /** What people read instead of `done`. */
  says?: string;
  find: (word: string) => Promise<Found>;
  /** What tells one from the others, for programs: its ids. */
  idOf: (found: Found) => Readonly<Record<string, string>>;
  /** The line that describes the item. */
  about: (found: Found, style: Style) => string;
  /** Asked once, before the first is done. */
  allow: () => void;
  act: (found: Found) => Promise<Done>;
};

/** What came of one: fields for programs, and the end of the line for people. */
type Done = { fields: Readonly<Record<string, unknown>>; line: string };

type Looked<Found> = { word: string; found: Found } | { word: string; failure: Failure };
type Outcome = { ids: Readonly<Record<string, string>> } & ({ done: Done } | { error: Failure });

/** Runs an action on several items in order. Each succeeds or fails on its own and is reported. */
export async function doEach<Found>(
  context: CommandContext,
  words: readonly string[],
  each: Each<Found>,
): Promise<Result> {
  // Places of the inbox are looked up before the first decision moves them.
  const looked = await Promise.all(words.map((word) => lookUp(word, words.length === 1, each)));
  if (context.dryRun) return wouldDoEach(looked, each);
  each.allow();
  const outcomes: Outcome[] = [];
  for (const one of looked) outcomes.push(await doOne(context, one, words.length === 1, each));
  return resultOf(outcomes, each);
}

/** One alone fails as every command does; of several, the others go on. */
async function lookUp<Found>(
  word: string,
  isAlone: boolean,
  { find }: Each<Found>,
): Promise<Looked<Found>> {
  try {
    return { word, found: await find(word) };
  } catch (error) {
    if (isAlone) throw error;
    return { word, failure: failureOf(error) };
  }
}

async function doOne<Found>(
  { say }: CommandContext,
  one: Looked<Found>,
  isAlone: boolean,
  { idOf, about, act }: Each<Found>,
): Promise<Outcome> {
  if ("failure" in one) return { ids: { task: one.word }, error: one.failure };
  const ids = idOf(one.found);
  say((style) => about(one.found, style));
  try {
    return { ids, done: await act(one.found) };
  } catch (error) {
    if (isAlone) throw error;
    return { ids, error: failureOf(error) };
  }
}

function resultOf<Found>(
  outcomes: readonly Outcome[],
  { schema, done, says = done }: Pick<Each<Found>, "schema" | "done" | "says">,
): Result {
  return {
    schema,
    data: outcomes.map((one) =>
      "done" in one
        ? { ...one.ids, outcome: done, ...one.done.fields }
        : { ...one.ids, outcome: "refused", error: one.error },
    ),
    text: (style) => outcomes.map((one) => outcomeLine(one, says, style)).join("\n"),
    plain: outcomes.map((one) => [
      nameOf(one.ids),
      "done" in one ? done : "refused",
      "done" in one ? String(one.done.fields.state ?? "") : one.error.code,
    ]),
    exitCode: Math.max(0, ...outcomes.map((one) => ("error" in one ? exitCodeOf(one.error) : 0))),
  };
}

function outcomeLine(one: Outcome, done: string, style: Style): string {
  const name = display(nameOf(one.ids), style);
  return "done" in one
    ? `${style.paint("good", done)} ${name}${one.done.line}`
    : `${style.paint("bad", "refused")} ${name}: ${display(one.error.message, style)}`;
}

function nameOf(ids: Readonly<Record<string, string>>): string {
  return Object.values(ids).join("/");
}

function wouldDoEach<Found>(
  looked: readonly Looked<Found>[],
  { verb, idOf, about }: Each<Found>,
): Result {
  const items = looked.map((one) =>
    "found" in one ? idOf(one.found) : { task: one.word, error: one.failure.message },
  );
  const codes = looked.map((one) => ("failure" in one ? exitCodeOf(one.failure) : 0));
  return {
    ...wouldDo(verb, { items }, (style) =>
      looked
        .map((one) =>
          "found" in one
            ? `Would ${verb}  ${about(one.found, style)}`
            : `Could not ${verb} ${display(one.word, style)}: ${display(one.failure.message, style)}`,
        )
        .join("\n"),
    ),
    exitCode: Math.max(0, ...codes),
  };
}
