import type { Finding } from "@countersign/core";
import { display } from "../output/display.ts";
import { calm } from "./calm.ts";
import { type GateReport, UNSANDBOXED } from "./gate-report.ts";

const KINDS = { critical: "error", major: "error", warning: "warning", info: "notice" } as const;

type Kind = (typeof KINDS)[keyof typeof KINDS];
type Annotation = { kind: Kind; line: string };

/** Maximum number of annotations per kind that GitHub shows in a step; the worst come first. */
const MAX_OF_A_KIND = 10;

/** GitHub's workflow commands: each finding becomes an annotation of its line. */
export function formatGithub({
  findings,
  gate,
  counts,
  reviewers,
  unsandboxed,
}: GateReport): string {
  const silent = reviewers
    .filter(({ is }) => is === "no_result")
    .map(
      ({ reviewer, reason }): Annotation => ({
        kind: "error",
        line: command("error", { title: `no result from ${reviewer}` }, reason ?? "no result"),
      }),
    );
  const all = [...silent, ...findings.map(annotate)];
  const shown = [...new Set(Object.values(KINDS))].flatMap((kind) =>
    all.filter((one) => one.kind === kind).slice(0, MAX_OF_A_KIND),
  );
  const rest = all.length - shown.length;
  const words = `critical ${counts.critical}  major ${counts.major}  warning ${counts.warning}`;
  return [
    ...(unsandboxed ? [command("warning", { title: "no sandbox" }, UNSANDBOXED)] : []),
    ...shown.map(({ line }) => line),
    ...(rest > 0 ? [`${rest} more findings: countersign gate --format json`] : []),
    `gate: ${gate}    ${words}`,
  ].join("\n");
}

function annotate({ severity, file, line, endLine, id, message, raisedBy }: Finding): Annotation {
  const kind = KINDS[severity];
  const place = {
    ...(file === undefined ? {} : { file }),
    ...(file === undefined || line === undefined ? {} : { line: String(line) }),
    ...(file === undefined || endLine === undefined ? {} : { endLine: String(endLine) }),
    title: `${id} ${severity} by ${raisedBy.join(", ")}`,
  };
  return { kind, line: command(kind, place, message) };
}

function command(kind: Kind, properties: Readonly<Record<string, string>>, text: string): string {
  const said = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${kind} ${said.join(",")}::${data(text)}`;
}

function data(text: string): string {
  return calm(display(text, { lines: true }))
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
