import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** Field names of the contract that need another word in a message. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  base: "base commit",
  head: "head commit",
  tip: "tip commit",
  tree: "tree id",
  task: "task id",
  repo: "repository id",
  seq: "log position",
};

/** Describes the first problem of a request in words, without patterns or paths. */
export function issueText(issues: readonly Issue[]): string {
  const [issue] = issues;
  if (issue === undefined) return "The request is not valid.";
  return `The ${fieldName(issue.path)} ${problemText(issue)}.`;
}

function fieldName(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === "string");
  if (name === undefined) return "request";
  return FIELD_NAMES[name] ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function problemText(issue: Issue): string {
  if (issue.code === "invalid_type")
    return issue.message.endsWith("received undefined")
      ? "is missing"
      : `must be ${withArticle(issue.expected)}`;
  if (issue.code === "too_big") return `must be at most ${sizeText(issue.maximum, issue.origin)}`;
  if (issue.code === "too_small")
    return `must be at least ${sizeText(issue.minimum, issue.origin)}`;
  if (issue.code === "invalid_value") return `must be ${issue.values.map(String).join(" or ")}`;
  if (issue.code === "unrecognized_keys") return `has an unknown field: ${issue.keys.join(", ")}`;
  if (issue.code === "custom") return `is not valid: ${issue.message}`;
  return "is not valid";
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function sizeText(size: number | bigint, origin: string): string {
  if (origin === "string") return `${size} ${size === 1 ? "character" : "characters"} long`;
  if (origin === "array" || origin === "set")
    return `${size} ${size === 1 ? "item" : "items"} long`;
  return String(size);
}
