import { CountersignError } from "@countersign/core";

const MAX_NAME = 250;

/** What `git check-ref-format` refuses, and whatever could be taken for an option or a path. */
const FORBIDDEN = /[\p{Cc}\s~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)/u;

/** The full name of a branch; a name that git would not accept is refused before git sees it. */
export function branchRef(branch: string): string {
  const name = branch.startsWith("refs/heads/") ? branch.slice("refs/heads/".length) : branch;
  if (!isRefPath(name) || name === "HEAD") {
    throw new CountersignError("invalid_input", "That is not the name of a branch");
  }
  return `refs/heads/${name}`;
}

/** Whether a text may be the end of a ref's name. */
export function isRefPath(name: string): boolean {
  if (name === "" || name.length > MAX_NAME || !name.isWellFormed()) return false;
  return !(FORBIDDEN.test(name) || /^[-./@]$|^[-./]|[./]$/.test(name));
}

const CHECKPOINT = /^[A-Za-z0-9][A-Za-z0-9_-]{0,80}(?:\/[A-Za-z0-9][A-Za-z0-9_-]{0,80}){0,4}$/;

/** Where a checkpoint is kept in the mirror. */
export function checkpointRef(name: string): string {
  if (!CHECKPOINT.test(name)) {
    throw new CountersignError("invalid_input", "That is not the name of a checkpoint");
  }
  return `refs/countersign/checkpoints/${name}`;
}

/** Where a copied commit is kept, so that its objects stay. */
export function keptRef(commit: string): string {
  return `refs/countersign/commits/${objectId(commit)}`;
}

/** As the core's `ObjectId`, whose library of schemas a hook has no time to load. */
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Accepts only full ids. No other external text is ever part of a command. */
export function objectId(text: string): string {
  if (isObjectId(text)) return text;
  throw new CountersignError("invalid_input", "That is not an object's id");
}
