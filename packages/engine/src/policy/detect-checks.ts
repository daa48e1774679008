import { parseStrictJson } from "@countersign/core";

/** A check as written in the policy. Other fields have defaults. */
export type DetectedCheck = { id: string; run: string };

type Detectable = { id: string; scripts: readonly string[] };

/** Usual script names, in the order in which their checks are listed. */
const DETECTABLE: readonly Detectable[] = [
  { id: "test", scripts: ["test"] },
  { id: "typecheck", scripts: ["typecheck", "type-check", "check-types"] },
  { id: "lint", scripts: ["lint"] },
  { id: "deadcode", scripts: ["knip", "deadcode", "dead-code"] },
];

/** The default test script of a new package. It always fails and says nothing about the change. */
const NO_TEST = /no test specified/;

const LIMITS = { maxChars: 1024 * 1024, maxDepth: 64 };

/** Detects checks from a package's scripts. An unreadable manifest gives none. */
export function detectChecks(packageJson: string | null): DetectedCheck[] {
  const scripts = readScripts(packageJson);
  return DETECTABLE.flatMap(({ id, scripts: names }) => {
    const name = names.find((candidate) => isRunnable(scripts.get(candidate)));
    return name === undefined ? [] : [{ id, run: `npm run ${name}` }];
  });
}

/**
 * Adds checks from the package's scripts to a policy that lists no checks.
 *
 * This runs before the file is loaded, so that the policy's digest covers the checks. The manifest must come
 * from the target branch, because a change must not choose its own checks.
 */
export function withDetectedChecks(
  file: unknown,
  packageJson: string | null,
  base?: unknown,
): unknown {
  const policy = asRecord(file);
  if (policy === null) return file;
  const said = policy.checks ?? asRecord(base)?.checks ?? [];
  if (!Array.isArray(said) || said.length > 0 || isLocked(base)) return file;
  const taken = new Set([...reviewerIds(file), ...reviewerIds(base)]);
  const checks = detectChecks(packageJson).filter(({ id }) => !taken.has(id));
  return checks.length === 0 ? file : { ...policy, checks };
}

function readScripts(packageJson: string | null): Map<string, unknown> {
  if (packageJson === null) return new Map();
  const parsed = parseStrictJson(packageJson.replace(/^\uFEFF/, ""), LIMITS);
  const scripts = parsed.ok ? asRecord(asRecord(parsed.value)?.scripts) : null;
  return new Map(Object.entries(scripts ?? {}));
}

function isRunnable(script: unknown): boolean {
  return typeof script === "string" && script.trim() !== "" && !NO_TEST.test(script);
}

/** A base policy may forbid checks other than its own. */
function isLocked(base: unknown): boolean {
  const locked = asRecord(base)?.locked;
  return Array.isArray(locked) && locked.includes("checks");
}

/** Ids that are already taken. */
function reviewerIds(file: unknown): unknown[] {
  const reviewers = asRecord(file)?.reviewers;
  return Array.isArray(reviewers) ? reviewers.map((entry) => asRecord(entry)?.id) : [];
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}
