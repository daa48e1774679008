import { redactSecrets } from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";
import type { ReportFinding } from "../../ports/report-reader.ts";

const MAX_FILES = 50;
const MAX_BYTES = 1_000_000;
const MAX_QUOTED = 300;

/**
 * Adds the quoted line from the tree to each finding, so that equal messages about two lines stay two findings.
 * It reads the tree because the command may have changed the files.
 */
export async function quoteLines(
  mirror: Pick<Mirror, "readFile">,
  { repo, tree }: { repo: string; tree: string },
  findings: readonly ReportFinding[],
): Promise<ReportFinding[]> {
  const named = findings.flatMap(({ file, line }) =>
    file === undefined || line === undefined ? [] : [file],
  );
  const lines = new Map<string, readonly string[]>();
  for (const file of [...new Set(named)].slice(0, MAX_FILES)) {
    const read = await mirror.readFile(repo, tree, file, MAX_BYTES);
    if (read?.bytes) lines.set(file, Buffer.from(read.bytes).toString("utf8").split("\n"));
  }
  return findings.map((finding) => {
    const quote = quotedLine(lines.get(finding.file ?? ""), finding.line);
    return quote === null ? finding : { ...finding, quote };
  });
}

function quotedLine(lines: readonly string[] | undefined, line: number | undefined): string | null {
  const text = lines?.[(line ?? 0) - 1]?.trim() ?? "";
  const quote = redactSecrets(text)
    .replaceAll(/[^\P{Cc}\t]/gu, "")
    .slice(0, MAX_QUOTED);
  return quote === "" ? null : quote.toWellFormed();
}
