import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import type { PolicyContent } from "../policy.ts";
import { type LoosenedKey, valueText } from "./loosened-key.ts";

/** The location of a value in the policy, and both whole policies for keys that depend on others. */
type Place = { key: string; before: PolicyContent; after: PolicyContent };

/** Lists the keys at a location that are less strict after a change. */
export type Compare<T> = (before: T, after: T, place: Place) => LoosenedKey[];

/** One comparison for each key. A missing key is a type error. */
type CompareEach<T> = { readonly [K in keyof T]-?: Compare<T[K]> };

type Value = Json | undefined;

/** Compares an object key by key. */
export function eachKey<T extends object>(table: CompareEach<T>): Compare<T> {
  const keys = keysOf(table);
  return (before, after, place) =>
    keys.flatMap((key) => table[key](before[key], after[key], below(place, key)));
}

/** For keys whose value cannot loosen the policy. */
export const neutral: Compare<unknown> = () => [];

/** For keys whose values cannot be ranked: every change counts as loosened. */
export const anyChange: Compare<Value> = looserIf((before, after) => !isEqual(before, after));

/** For numbers that are looser when lower. Null is above every number. */
export const lowerIsLooser: Compare<number | null> = looserIf((before, after) =>
  before === null ? after !== null : after !== null && after < before,
);

/** For numbers that are looser when higher. Null is above every number. */
export const higherIsLooser: Compare<number | null> = looserIf((before, after) =>
  after === null ? before !== null : before !== null && after > before,
);

export const trueIsStricter: Compare<boolean> = looserIf((before, after) => before && !after);
export const falseIsStricter: Compare<boolean> = looserIf((before, after) => !before && after);

/** For words in order, strictest first. */
export function strictestFirst<T extends string>(...words: readonly T[]): Compare<T> {
  return looserIf((before, after) => words.indexOf(after) > words.indexOf(before));
}

/** For lists that are looser without one of their entries. */
export const removalIsLooser: Compare<readonly string[] | undefined> = (
  before = [],
  after = [],
  { key },
) =>
  before
    .filter((entry) => !after.includes(entry))
    .map((entry) => ({ key, before: valueText(entry), after: valueText(undefined) }));

/** For lists that allow more with each entry. */
export const additionIsLooser: Compare<readonly string[]> = (before, after, { key }) =>
  after
    .filter((entry) => !before.includes(entry))
    .map((entry) => ({ key, before: valueText(undefined), after: valueText(entry) }));

type EntryRules<T> = {
  /** Compares an entry that both sides have. */
  kept: Compare<T>;
  /** How a removed or a new entry counts. */
  removed: "looser" | "neutral";
  added: "looser" | "neutral";
};

/** Compares lists of entries by id. The order of the entries does not matter. */
export function eachId<T extends { id: string } & Json>(
  rules: EntryRules<T>,
): Compare<readonly T[]> {
  const byKey = eachEntry(rules);
  return (before, after, place) => byKey(withIds(before), withIds(after), place);
}

/** Compares objects whose keys are names. */
export function eachEntry<T extends Json>({
  kept,
  removed,
  added,
}: EntryRules<T>): Compare<Readonly<Record<string, T>>> {
  return (before, after, place) => {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => {
      const at = below(place, name);
      const [was, is] = [ownValue(before, name), ownValue(after, name)];
      if (was !== undefined && is !== undefined) return kept(was, is, at);
      const meaning = is === undefined ? removed : added;
      return meaning === "looser" ? [loosened(at.key, was, is)] : [];
    });
  };
}

/** Compares a value as a whole with one rule. */
export function looserIf<T extends Value>(
  isLooser: (before: T, after: T, place: Place) => boolean,
): Compare<T> {
  return (before, after, place) =>
    isLooser(before, after, place) ? [loosened(place.key, before, after)] : [];
}

export function loosened(key: string, before: Value, after: Value): LoosenedKey {
  return { key, before: valueText(before), after: valueText(after) };
}

/** Returns the value of an own key, so that names such as `constructor` find nothing. */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function below(place: Place, step: string): Place {
  return { ...place, key: place.key === "" ? step : `${place.key}.${step}` };
}

export function isEqual(one: Value, other: Value): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one) === canonicalJson(other);
}

function withIds<T extends { id: string }>(list: readonly T[]): Record<string, T> {
  return Object.fromEntries(list.map((entry) => [entry.id, entry]));
}

function keysOf<T extends object>(table: T): Extract<keyof T, string>[] {
  return Object.keys(table).filter((key): key is Extract<keyof T, string> => key in table);
}
