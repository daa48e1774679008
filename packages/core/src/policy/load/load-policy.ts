import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { digestOf } from "../../kernel/digest.ts";
import { crossCheck } from "../check/cross-check.ts";
import { closest } from "../closest.ts";
import { isJsonObject, isList, type JsonObject, plainData } from "../plain-data.ts";
import type { Policy, PolicyContent } from "../policy.ts";
import { type Problem, problem } from "../problem.ts";
import { PolicyFile } from "../schema.ts";
import {
  FIRST_LISTS,
  FIRST_VERSION,
  isShippedName,
  SHIPPED_VERSIONS,
  type ShippedLists,
  shippedLists,
} from "../shipped/versions.ts";
import { Preset, Profile } from "../words.ts";
import { runByProgram, withoutAgents } from "./agent-reviewers.ts";
import { explainIssues } from "./explain-issues.ts";
import { withoutFormerKeys } from "./keys-without-effect.ts";
import { mergeLayers } from "./merge-layers.ts";
import { atOwnKey, withOwnPolicies, withShippedReviewers } from "./own-reviewers.ts";
import { PRESETS } from "./presets.ts";
import { PROFILES } from "./profiles.ts";

export type LoadedPolicy = { ok: true; policy: Policy } | { ok: false; problems: Problem[] };

const MAX_PROBLEMS = 200;
const SCHEMA_DEFAULTS: JsonObject = PolicyFile.parse({});

/**
 * Loads a policy file into the effective configuration, or returns all problems.
 *
 * Layers, weakest first: the schema's defaults, the profile's, the preset's, the base that `extends` names, the
 * file. Objects merge key by key, lists replace.
 */
export function loadPolicy(raw: unknown, options: { base?: unknown } = {}): LoadedPolicy {
  const file = plainData(raw);
  if (!file.ok) return file;
  if (options.base !== undefined) return bounded(loadOnBase(file.data, options.base));
  const loaded = compile([file.data]);
  const base = file.data.extends;
  if (typeof base !== "string" || isShippedName(base)) return bounded(loaded);
  return bounded(
    refuse(loaded, [problem(["extends"], "The base that it names could not be read")]),
  );
}

function loadOnBase(file: JsonObject, rawBase: unknown): LoadedPolicy {
  const base = plainData(rawBase);
  if (!base.ok) return { ok: false, problems: base.problems.map(inBase) };
  const loadedBase = compile([base.data]);
  if (!loadedBase.ok) return { ok: false, problems: loadedBase.problems.map(inBase) };
  const { extends: below } = loadedBase.policy;
  if (below !== null && !isShippedName(below)) {
    return { ok: false, problems: [problem(["extends"], "A base cannot extend another base")] };
  }
  const { locked } = loadedBase.policy;
  const loaded = compile([base.data, { ...file, ...keptLocks(locked, file) }], locked);
  if (!loaded.ok) return loaded;
  return refuse(
    loaded,
    brokenLocks(locked, contentOf(loadedBase.policy), contentOf(loaded.policy)),
  );
}

/** Adds the file's own locks. It cannot drop those of its base. */
function keptLocks(locked: readonly string[], file: JsonObject): JsonObject {
  const own = file.locked ?? [];
  return isList(own) ? { locked: [...new Set([...locked, ...own])] } : {};
}

function compile(layers: readonly JsonObject[], inherited: readonly string[] = []): LoadedPolicy {
  const profile = PROFILES[Profile.safeParse(strongest(layers, "profile")).data ?? "default"];
  const preset = PRESETS[Preset.safeParse(strongest(layers, "preset")).data ?? "balanced"];
  const all: JsonObject[] = [profile.defaults, preset, ...layers.map(withoutFormerKeys)];
  const given = new Set(all.flatMap((layer) => Object.keys(layer)));
  const data = all.reduce(mergeLayers, SCHEMA_DEFAULTS);
  const parsed = PolicyFile.safeParse(data);
  if (!parsed.success) {
    return refuseIssues(parsed.error.issues.slice(0, MAX_PROBLEMS + 1), data, given);
  }

  const version = shippedVersion(layers);
  const lists = shippedLists(version);
  if (lists === null) return { ok: false, problems: [unknownVersion(version)] };
  const own = new Set(layers.flatMap((layer) => Object.keys(layer)));
  const content = withOwnPolicies(withoutAgents(withShipped(parsed.data, lists), own));
  const ownLocks = content.locked.filter((lock) => !inherited.includes(lock));
  if (given.has("reviewers")) given.add("policies");
  const problems = [
    ...crossCheck(content, { given, refused: new Set() }).map((one) => atOwnKey(one, content)),
    ...emptyLocks(ownLocks, contentOf(content)),
  ];
  if (problems.length > 0) return { ok: false, problems: ownFirst(problems, own) };
  const { rows } = profile;
  const tables = { ...rows, severity: { ...rows.severity, needsFixes: content.gate.needsFixes } };
  const digest = digestOf({ ...contentOf(content), tables });
  return { ok: true, policy: { ...content, tables, digest } };
}

/** Sorts problems of keys in the project's own files first. */
function ownFirst(problems: readonly Problem[], own: ReadonlySet<string>): Problem[] {
  const isOwn = ({ path }: Problem) => own.has(/^[^.[]*/.exec(path)?.[0] ?? "");
  return [...problems.filter(isOwn), ...problems.filter((one) => !isOwn(one))];
}

/** Returns the value of the strongest layer that has the key. The schema refuses unknown values. */
function strongest(layers: readonly JsonObject[], key: "profile" | "preset"): unknown {
  return layers.findLast((layer) => layer[key] !== undefined)?.[key];
}

type Issues = Parameters<typeof explainIssues>[0];

/** Also cross-checks the keys that the schema accepts, so that all problems are reported at once. */
function refuseIssues(issues: Issues, data: JsonObject, given: ReadonlySet<string>): LoadedPolicy {
  const refused = new Set(issues.flatMap(topLevelKeys));
  const rest = Object.entries(data).filter(([key]) => !refused.has(key));
  const sound = PolicyFile.safeParse(Object.fromEntries(rest));
  const across = sound.success
    ? crossCheck(withShipped(sound.data, FIRST_LISTS), { given, refused })
    : [];
  return { ok: false, problems: [...explainIssues(issues, data), ...across] };
}

function topLevelKeys(issue: Issues[number]): string[] {
  if (issue.path.length > 0) return [String(issue.path[0])];
  return issue.code === "unrecognized_keys" ? issue.keys : [];
}

/** Returns the version of the shipped lists that the file or its base names. */
function shippedVersion(layers: readonly JsonObject[]): string {
  const names = layers.flatMap(({ extends: name }) =>
    typeof name === "string" && isShippedName(name) ? [name] : [],
  );
  return names.at(-1) ?? FIRST_VERSION;
}

function unknownVersion(name: string): Problem {
  const known = SHIPPED_VERSIONS.join(", ");
  const reason = `This release does not have ${name}; it has ${known}`;
  return problem(["extends"], reason, closest(name, SHIPPED_VERSIONS));
}

function withShipped(file: PolicyFile, shipped: ShippedLists): PolicyContent {
  const { domains, rules, policies } = shipped;
  const reviewers = runByProgram(shipped.reviewers, file.agentReviewers);
  return {
    ...file,
    domains: file.domains ?? domains,
    reviewers:
      file.reviewers === undefined
        ? reviewers
        : withShippedReviewers(file.reviewers, reviewers, file),
    rules: file.rules ?? rules,
    policies: file.policies ?? policies,
  };
}

/** Returns the content that the digest and the locks cover: everything except `$schema`. */
function contentOf(content: PolicyContent): JsonObject {
  return { ...content, $schema: undefined, digest: undefined };
}

function inBase({ path, reason }: Problem): Problem {
  return problem(["extends"], `The base has a problem at ${path || "its top"}: ${reason}`);
}

function refuse(loaded: LoadedPolicy, problems: readonly Problem[]): LoadedPolicy {
  if (problems.length === 0) return loaded;
  return { ok: false, problems: [...problems, ...(loaded.ok ? [] : loaded.problems)] };
}

function bounded(loaded: LoadedPolicy): LoadedPolicy {
  if (loaded.ok || loaded.problems.length <= MAX_PROBLEMS) return loaded;
  const last = problem([], `There are more; these are the first ${MAX_PROBLEMS}`);
  return { ok: false, problems: [...loaded.problems.slice(0, MAX_PROBLEMS), last] };
}

/** Finds locks that match no key, because a misspelled lock protects nothing. */
function emptyLocks(locked: readonly string[], content: Json): Problem[] {
  return locked.flatMap((lock) =>
    lookUp(content, lock) === undefined ? [problem(["locked"], `There is no key ${lock}`)] : [],
  );
}

/** Finds locked keys whose effective value differs from the base's. */
function brokenLocks(locked: readonly string[], base: Json, content: Json): Problem[] {
  return locked.flatMap((lock) =>
    written(base, lock) === written(content, lock)
      ? []
      : [problem(lock.split("."), "The base locks this key; this file may not change it")],
  );
}

function written(content: Json, lock: string): string | undefined {
  const value = lookUp(content, lock);
  return value === undefined ? undefined : canonicalJson(value);
}

/** Follows a dotted path. Entries of a list are named by id. */
function lookUp(content: Json, lock: string): Json | undefined {
  let value: Json | undefined = content;
  for (const step of lock.split(".")) {
    if (isList(value)) value = value.find((entry) => isJsonObject(entry) && entry.id === step);
    else if (isJsonObject(value)) value = Object.hasOwn(value, step) ? value[step] : undefined;
    else return undefined;
  }
  return value;
}
