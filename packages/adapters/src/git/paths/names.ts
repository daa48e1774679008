import { CountersignError } from "@countersign/core";

const MAX_NAME = 250;

/** Characters that `git check-ref-format` refuses, and prefixes of options and paths. */
const FORBIDDEN = /[\p{Cc}\s~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)/u;

/** Returns the full name of a branch. Refuses an invalid name before git sees it. */
export function branchRef(branch: string): string {
  const name = branch.startsWith("refs/heads/") ? branch.slice("refs/heads/".length) : branch;
  if (!isRefPath(name) || name === "HEAD") {
    throw new CountersignError("invalid_input", "That is not the name of a branch");
  }
  return `refs/heads/${name}`;
}

/** Returns true if a text may be the last part of a ref's name. */
export function isRefPath(name: string): boolean {
  if (name === "" || name.length > MAX_NAME || !name.isWellFormed()) return false;
  return !(FORBIDDEN.test(name) || /^[-./@]$|^[-./]|[./]$/.test(name));
}

const CHECKPOINT = /^[A-Za-z0-9][A-Za-z0-9_-]{0,80}(?:\/[A-Za-z0-9][A-Za-z0-9_-]{0,80}){0,4}$/;

/** Returns the ref of a checkpoint in the mirror. */
export function checkpointRef(name: string): string {
  if (!CHECKPOINT.test(name)) {
    throw new CountersignError("invalid_input", "That is not the name of a checkpoint");
  }
  return `refs/countersign/checkpoints/${name}`;
}

const MAX_SEGMENT = 999_999;

/** Returns the ref of a segment of proofs, in the repository and in the mirror. */
export function proofRef(target: string, segment: number): string {
  const branch = branchRef(target).slice("refs/heads/".length);
  if (!Number.isInteger(segment) || segment < 0 || segment > MAX_SEGMENT)
    throw new CountersignError("invalid_input", "That is not the number of a segment");
  return `refs/countersign/proofs/${branch}/${String(segment).padStart(6, "0")}`;
}

/** Returns the ref of a waypoint, in the repository and in the mirror. */
export function waypointRef(target: string, number: number): string {
  const branch = branchRef(target).slice("refs/heads/".length);
  if (!Number.isInteger(number) || number < 1)
    throw new CountersignError("invalid_input", "That is not the number of a move");
  return `refs/countersign/waypoints/${branch}/${number}`;
}

/** Returns the ref of the newest cosigned checkpoint, in the repository and in the mirror. */
export function witnessedRef(target: string): string {
  return `refs/countersign/witnessed/${branchRef(target).slice("refs/heads/".length)}`;
}

/** Returns the ref that keeps a copied commit and its objects. */
export function keptRef(commit: string): string {
  return `refs/countersign/commits/${objectId(commit)}`;
}

/** Same as the core's `ObjectId`, whose schema library takes a hook too long to load. */
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Accepts only full ids. No other external text becomes part of a command. */
export function objectId(text: string): string {
  if (isObjectId(text)) return text;
  throw new CountersignError("invalid_input", "That is not an object's id");
}
