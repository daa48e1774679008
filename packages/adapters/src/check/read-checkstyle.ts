import { parseWholeNumber } from "./number-of.ts";
import type { ParsedReport, ReportedProblem } from "./parsed-report.ts";
import { unreadableReport } from "./parsed-report.ts";
import { scanXml, type XmlElement } from "./scan-xml.ts";

/** What Checkstyle calls a finding that is not one. */
const NOTHING = "ignore";

/** Reads Checkstyle XML: errors below the file that they are in. */
export function readCheckstyle(text: string): ParsedReport {
  const scanned = scanXml(text);
  if (!scanned.ok) return scanned;
  if (scanned.root.name !== "checkstyle") return unreadableReport("it is no Checkstyle report");
  const files = scanned.root.children.filter(({ name }) => name === "file");
  return { ok: true, said: files.flatMap(inFile), refused: [] };
}

function inFile(file: XmlElement): ReportedProblem[] {
  return file.children
    .filter(({ name, attributes }) => name === "error" && attributes.get("severity") !== NOTHING)
    .map(({ attributes }) => ({
      severity: attributes.get("severity") ?? "error",
      message: attributes.get("message"),
      category: attributes.get("source"),
      file: file.attributes.get("name"),
      line: parseWholeNumber(attributes.get("line")),
    }));
}
