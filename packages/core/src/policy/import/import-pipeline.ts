import type { Json } from "../../kernel/canonical-json.ts";
import { isList, type JsonObject } from "../plain-data.ts";
import { UNIVERSAL_POLICY } from "../shipped/policies.ts";
import { SHIPPED_REVIEWERS } from "../shipped/reviewers.ts";
import { importComposition } from "./import-composition.ts";
import {
  finishImport,
  type Import,
  type Imported,
  importedFields,
  importedList,
  importedName,
  renamed,
  startImport,
} from "./imported.ts";

const FILES = ["rules", "composition", "agents", "domains"];
const RULE = {
  id: "id",
  name: "name",
  severity: "severity",
  agent: "reviewer",
  category: "category",
  description: "description",
  detection: "detection",
  recommendation: "recommendation",
};
const AGENT = {
  id: "id",
  name: "name",
  tools: "tools",
  capabilities: "capabilities",
  description: "description",
};
const DOMAIN = { id: "id", domain: "id", risk: "risk", description: "description" };
const GLOBS = ["globs", "patterns", "glob", "pattern"];

/** Reads rules, composition policies, agents and domains. A missing file keeps its default. */
export function importPipeline(documents: JsonObject): Imported {
  const into = startImport();
  const files = importedFields(into, [], documents, FILES);
  return finishImport(into, {
    ...listed(into, files, "rules", (entry, i) => ruleOf(into, entry, i)),
    ...reviewersOf(into, files),
    ...listed(into, files, "domains", (entry, i) => domainOf(into, entry, i)),
    ...policiesOf(into, files),
  });
}

function listed(
  into: Import,
  files: JsonObject,
  key: string,
  read: (entry: Json, index: number) => JsonObject,
): JsonObject {
  return files[key] === undefined ? {} : { [key]: importedList(into, [key], files[key]).map(read) };
}

function ruleOf(into: Import, entry: Json, index: number): JsonObject {
  return renamed(importedFields(into, ["rules", index], entry, Object.keys(RULE)), RULE);
}

/** Adds the built-in checks, which every registry has. */
function reviewersOf(into: Import, files: JsonObject): JsonObject {
  if (files.agents === undefined) return {};
  const agents = importedList(into, ["agents"], files.agents).map((entry, i) =>
    agentOf(into, entry, i),
  );
  const builtin = SHIPPED_REVIEWERS.filter(({ adapter }) => adapter === "builtin");
  return { reviewers: [...agents, ...builtin] };
}

function agentOf(into: Import, entry: Json, index: number): JsonObject {
  const path = ["agents", index];
  const agent = renamed(importedFields(into, path, entry, Object.keys(AGENT)), AGENT);
  const described = agent.description ?? `Reviews as ${importedName(agent.name ?? agent.id)}`;
  if (agent.description === undefined) {
    into.notes.push(`agents[${index}] had no description; one was made from its name`);
  }
  return { ...agent, kind: "agent", adapter: "claude", description: described };
}

function domainOf(into: Import, entry: Json, index: number): JsonObject {
  const known = [...Object.keys(DOMAIN), ...GLOBS];
  const fields = importedFields(into, ["domains", index], entry, known);
  const domain = renamed(fields, DOMAIN);
  if (domain.description === undefined) {
    into.notes.push(`domains[${index}] had no description; one was made from its name`);
  }
  const globs = GLOBS.flatMap((key) => {
    const value = fields[key];
    if (value === undefined) return [];
    return isList(value) ? value : [value];
  });
  return { description: `Files of ${importedName(domain.id)}`, ...domain, globs };
}

/** Adds the universal policy, so that every change still passes the built-in checks. */
function policiesOf(into: Import, files: JsonObject): JsonObject {
  if (files.composition === undefined) return {};
  const policies = importedList(into, ["composition"], files.composition).flatMap((entry, i) =>
    importComposition(into, entry, i),
  );
  const isTaken = policies.some(({ id }) => id === UNIVERSAL_POLICY.id);
  const own = isTaken ? { ...UNIVERSAL_POLICY, id: "built-in" } : UNIVERSAL_POLICY;
  return { policies: [...policies, own] };
}
