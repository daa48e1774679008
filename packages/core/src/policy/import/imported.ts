import type { Json } from "../../kernel/canonical-json.ts";
import { isJsonObject, isList, type JsonObject } from "../plain-data.ts";
import { formatPath, type Path, type Problem, problem } from "../problem.ts";

export type Imported =
  | { ok: true; file: JsonObject; notes: string[] }
  | { ok: false; problems: Problem[] };

/** The notes and problems that an importer collects. */
export type Import = { readonly notes: string[]; readonly problems: Problem[] };

export function startImport(): Import {
  return { notes: [], problems: [] };
}

export function finishImport({ notes, problems }: Import, file: JsonObject): Imported {
  return problems.length > 0 ? { ok: false, problems } : { ok: true, file, notes };
}

/** Reads an object and notes every unknown field. */
export function importedFields(
  into: Import,
  path: Path,
  value: Json | undefined,
  known: readonly string[],
): JsonObject {
  if (value === undefined) return {};
  if (!isJsonObject(value)) {
    into.problems.push(problem(path, "Must be an object"));
    return {};
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) noteLeftOut(into, [...path, key], "there is no such setting here");
  }
  return value;
}

/** Reads an object whose keys are user-defined names. */
export function importedEntries(
  into: Import,
  path: Path,
  value: Json | undefined,
): [string, Json | undefined][] {
  if (value === undefined) return [];
  if (isJsonObject(value)) return Object.entries(value);
  into.problems.push(problem(path, "Must be an object"));
  return [];
}

export function importedList(into: Import, path: Path, value: Json | undefined): readonly Json[] {
  if (isList(value)) return value;
  if (value !== undefined) into.problems.push(problem(path, "Must be a list"));
  return [];
}

export function noteLeftOut(into: Import, path: Path, why: string): void {
  into.notes.push(`${formatPath(path)} was not carried over: ${why}`);
}

/** Copies fields under new names and omits missing ones. */
export function renamed(fields: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) =>
      fields[from] === undefined ? [] : [[to, fields[from]]],
    ),
  );
}

/** Returns a name for messages. The schema refuses values that are not text. */
export function importedName(value: Json | undefined): string {
  return typeof value === "string" ? value : "unnamed";
}
