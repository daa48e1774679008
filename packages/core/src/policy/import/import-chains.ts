import type { Json } from "../../kernel/canonical-json.ts";
import { closest } from "../closest.ts";
import { isList, type JsonObject } from "../plain-data.ts";
import { type Path, problem } from "../problem.ts";
import { PolicyFile } from "../schema.ts";
import { LAYERS } from "../words.ts";
import {
  finishImport,
  type Import,
  type Imported,
  importedEntries,
  importedFields,
  startImport,
} from "./imported.ts";

type Chains = Record<string, Json>;

const DEFAULTS = PolicyFile.parse({});

/** Reads review chains and their overrides by department. */
export function importChains(document: JsonObject): Imported {
  const into = startImport();
  const { tasks } = importedFields(into, [], document, ["tasks"]);
  const known = ["default_review_chains", "review_chain_overrides"];
  const fields = importedFields(into, ["tasks"], tasks, known);

  const chainsPath = ["tasks", "default_review_chains"];
  const chains = chainsOf(into, chainsPath, fields.default_review_chains);
  const overridesPath = ["tasks", "review_chain_overrides"];
  const chainOverrides = Object.fromEntries(
    importedEntries(into, overridesPath, fields.review_chain_overrides).map(
      ([department, value]) => [department, chainsOf(into, [...overridesPath, department], value)],
    ),
  );
  return finishImport(into, {
    chains: { ...chains, ...typesOfOverrides(into, chains, chainOverrides) },
    chainOverrides,
    departments: newDepartments(into, Object.keys(chainOverrides)),
  });
}

function chainsOf(into: Import, path: Path, value: Json | undefined): Chains {
  const chains: Chains = {};
  for (const [type, layers] of importedEntries(into, path, value)) {
    checkLayers(into, [...path, type], layers);
    chains[type] = layers ?? null;
  }
  return chains;
}

function checkLayers(into: Import, path: Path, layers: Json | undefined): void {
  if (!isList(layers) || layers.length === 0) {
    into.problems.push(problem(path, "Must be a list with at least one layer"));
    return;
  }
  for (const [i, layer] of layers.entries()) {
    if (LAYERS.some((known) => known === layer)) continue;
    const meant = typeof layer === "string" ? closest(layer, LAYERS) : undefined;
    into.problems.push(problem([...path, i], `Must be one of ${LAYERS.join(", ")}`, meant));
  }
}

/** Gives a type that only departments define the first such chain, so that it exists for all departments. */
function typesOfOverrides(
  into: Import,
  chains: Chains,
  overrides: Readonly<Record<string, Chains>>,
): Chains {
  const added: Chains = {};
  for (const [department, byType] of Object.entries(overrides)) {
    for (const [type, layers] of Object.entries(byType)) {
      if ([chains, DEFAULTS.chains, added].some((known) => Object.hasOwn(known, type))) continue;
      added[type] = layers;
      into.notes.push(
        `The type ${type} had a chain only in ${department}; it now applies to all departments`,
      );
    }
  }
  return added;
}

/** Creates the departments that override a chain. The source does not name their heads. */
function newDepartments(into: Import, names: readonly string[]): JsonObject {
  const [owner = ""] = DEFAULTS.people.owner;
  const added = names.filter((name) => !Object.hasOwn(DEFAULTS.departments, name));
  for (const name of added) {
    into.notes.push(`The department ${name} has no head yet; ${owner} is used until you name one`);
  }
  return Object.fromEntries(added.map((name) => [name, { head: owner }]));
}
