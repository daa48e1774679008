import type { ForgeAnnotation, ForgeCheckState, ForgeReport } from "@countersign/engine";
import { z } from "zod";
import { CHECK_NAME } from "./client/github-server.ts";

/** A check run of ours, as GitHub returns it. */
export const githubRun = z.object({
  id: z.number(),
  name: z.string(),
  head_sha: z.string(),
  status: z.string(),
  conclusion: z.string().nullish(),
  external_id: z.string().nullish(),
  details_url: z.string().nullish(),
  app: z.object({ id: z.number() }).nullish(),
  output: z
    .object({
      title: z.string().nullish(),
      summary: z.string().nullish(),
      annotations_count: z.number().catch(0),
    })
    .catch({ annotations_count: 0 }),
});
export type GithubRun = z.infer<typeof githubRun>;

export const githubAnnotation = z.object({
  path: z.string(),
  start_line: z.number(),
  annotation_level: z.string().nullish(),
  message: z.string().nullish(),
});
export type GithubAnnotation = z.infer<typeof githubAnnotation>;

type RunState =
  | { status: "in_progress" }
  | { status: "completed"; conclusion: "action_required" | "success" | "failure" };

/** Maximum lengths that GitHub accepts, in characters. */
const MAX = { title: 255, summary: 65_535, message: 65_535, label: 20, description: 40 };
const MAX_ANNOTATIONS = 10;

/**
 * Returns the state of the check run. GitHub cannot reopen a completed run and would keep its old conclusion, so a
 * completed run that must wait again becomes `action_required`.
 */
export function toRunState(state: ForgeCheckState, existing: GithubRun | null): RunState {
  if (state !== "in_progress") return { status: "completed", conclusion: state };
  return existing?.status === "completed"
    ? { status: "completed", conclusion: "action_required" }
    : { status: "in_progress" };
}

/** Returns the content of a check run for a report, with the annotations that it lacks. */
export function toRunContent(
  report: ForgeReport,
  existing: GithubRun | null,
  present: readonly GithubAnnotation[],
) {
  const annotations = missingAnnotations(report.annotations, present);
  return {
    name: CHECK_NAME,
    external_id: report.externalId,
    ...(report.detailsUrl === null ? {} : { details_url: report.detailsUrl }),
    ...toRunState(report.state, existing),
    output: {
      title: clip(report.title, MAX.title),
      summary: clip(report.summary, MAX.summary),
      ...(annotations.length === 0 ? {} : { annotations }),
    },
    actions: report.actions.map(({ id, label, description }) => ({
      identifier: id,
      label: clip(label, MAX.label),
      description: clip(description, MAX.description),
    })),
  };
}

export type RunContent = ReturnType<typeof toRunContent>;

/** Returns true if the run already shows the content. */
export function showsContent(run: GithubRun, content: RunContent): boolean {
  const conclusion = "conclusion" in content ? content.conclusion : null;
  return (
    run.status === content.status &&
    (run.conclusion ?? null) === conclusion &&
    (run.external_id ?? "") === content.external_id &&
    (content.details_url === undefined || run.details_url === content.details_url) &&
    (run.output.title ?? "") === content.output.title &&
    (run.output.summary ?? "") === content.output.summary &&
    content.output.annotations === undefined
  );
}

/** GitHub appends the annotations of an update to the present ones, so only missing ones are sent. */
function missingAnnotations(
  annotations: readonly ForgeAnnotation[],
  present: readonly GithubAnnotation[],
) {
  const known = new Set(
    present.map((one) => keyOf(one.path, one.start_line, one.annotation_level, one.message)),
  );
  return annotations
    .slice(0, MAX_ANNOTATIONS)
    .map(({ path, line, level, message }) => ({
      path,
      start_line: line,
      end_line: line,
      annotation_level: level,
      message: clip(message, MAX.message),
    }))
    .filter((one) => !known.has(keyOf(one.path, one.start_line, one.annotation_level, one.message)))
    .slice(0, Math.max(0, MAX_ANNOTATIONS - present.length));
}

function keyOf(
  path: string,
  line: number,
  level: string | null | undefined,
  message: string | null | undefined,
): string {
  return JSON.stringify([path, line, level ?? "", message ?? ""]);
}

/** Shortens a text to a number of UTF-16 units without cutting a character in half. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
