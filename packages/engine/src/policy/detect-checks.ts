import { parseStrictJson } from "@countersign/core";

/** A check as the policy writes it; the rest has defaults. */
export type DetectedCheck = { id: string; run: string };

type Detectable = { id: string; scripts: readonly string[] };

/** What scripts are usually called, in the order in which their checks are listed. */
const DETECTABLE: readonly Detectable[] = [
  { id: "test", scripts: ["test"] },
  { id: "typecheck", scripts: ["typecheck", "type-check", "check-types"] },
  { id: "lint", scripts: ["lint"] },
  { id: "deadcode", scripts: ["knip", "deadcode", "dead-code"] },
];

/** What a new package is given; it fails always and says nothing about the change. */
const NO_TEST = /no test specified/;

const LIMITS = { maxChars: 1024 * 1024, maxDepth: 64 };

/** The checks that the scripts of a package offer. What cannot be read as a manifest offers none. */
export function detectChecks(packageJson: string | null): DetectedCheck[] {
  const scripts = scriptsOf(packageJson);
  return DETECTABLE.flatMap(({ id, scripts: names }) => {
    const name = names.find((candidate) => isRunnable(scripts.get(candidate)));
    return name === undefined ? [] : [{ id, run: `npm run ${name}` }];
  });
}

/**
 * Adds what the package's scripts offer to a policy that lists no checks.
 *
 * Works on the file before it is loaded, so that the policy's digest covers the checks. The manifest must
 * be that of the target branch: the change under review does not choose what judges it.
 */
export function withDetectedChecks(
  file: unknown,
  packageJson: string | null,
  base?: unknown,
): unknown {
  const policy = recordOf(file);
  if (policy === null) return file;
  const said = policy.checks ?? recordOf(base)?.checks ?? [];
  if (!Array.isArray(said) || said.length > 0 || isLocked(base)) return file;
  const taken = new Set([...reviewerIds(file), ...reviewerIds(base)]);
  const checks = detectChecks(packageJson).filter(({ id }) => !taken.has(id));
  return checks.length === 0 ? file : { ...policy, checks };
}

function scriptsOf(packageJson: string | null): Map<string, unknown> {
  if (packageJson === null) return new Map();
  const parsed = parseStrictJson(packageJson.replace(/^\uFEFF/, ""), LIMITS);
  const scripts = parsed.ok ? recordOf(recordOf(parsed.value)?.scripts) : null;
  return new Map(Object.entries(scripts ?? {}));
}

function isRunnable(script: unknown): boolean {
  return typeof script === "string" && script.trim() !== "" && !NO_TEST.test(script);
}

/** A base may forbid other checks than its own. */
function isLocked(base: unknown): boolean {
  const locked = recordOf(base)?.locked;
  return Array.isArray(locked) && locked.includes("checks");
}

/** Ids that mean something else already. */
function reviewerIds(file: unknown): unknown[] {
  const reviewers = recordOf(file)?.reviewers;
  return Array.isArray(reviewers) ? reviewers.map((entry) => recordOf(entry)?.id) : [];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}
