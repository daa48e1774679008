import type { ClonePushResult } from "@countersign/adapters";
import { CountersignError } from "@countersign/core";
import { displayShort } from "../../output/display.ts";

/** Reasons of git when the remote has commits that are not here. */
const BEHIND = /fetch first|non-fast-forward|stale info/;

const MAX_DETAIL = 600;

/** Explains why a push changed nothing: the remote is ahead, its rules refuse, or it was not reached. */
export function explainRefusal(
  { name, target }: { name: string; target: string },
  { refs, complaint }: ClonePushResult,
): CountersignError {
  const refused = refs.filter(({ result }) => result === "refused");
  if (refused.some(({ detail }) => BEHIND.test(detail)))
    return new CountersignError("wrong_state", `${name} has commits that ${target} lacks`, {
      hint: `Nothing was pushed. Fetch them with git fetch ${name}, and merge them through countersign`,
    });
  const said = displayShort(serverWords(complaint), MAX_DETAIL);
  if (refused.length > 0)
    return new CountersignError("upstream_failed", `${name} refused the push: ${said}`, {
      hint: "Nothing was pushed",
    });
  return new CountersignError("upstream_failed", `${name} was not reached: ${said}`, {
    hint: "Only the git settings of your account are used, not those of the repository",
  });
}

/** What the server said, or git itself if the server said nothing. */
function serverWords(complaint: string): string {
  const lines = complaint.split("\n").map((line) => line.trim());
  const remote = lines.filter((line) => line.startsWith("remote:"));
  const words =
    remote.length > 0 ? remote.map((line) => line.slice("remote:".length).trim()) : lines;
  return words.filter(Boolean).join(" · ");
}
