import type { Json } from "../../kernel/canonical-json.ts";
import { closest } from "../closest.ts";
import type { JsonObject } from "../plain-data.ts";
import { type Path, problem } from "../problem.ts";
import { MODES, Mode } from "../words.ts";
import {
  finishImport,
  type Import,
  type Imported,
  importedEntries,
  importedFields,
  noteLeftOut,
  renamed,
  startImport,
} from "./imported.ts";

const PREFIX = "review:";
const NO_LIMIT = 1_000;
const AUTO_APPROVE = ["enabled", "requireQualityPass", "maxIterations", "requireSignalDone"];

/** Reads review modes, auto-approval and label rules. */
export function importModes(document: JsonObject): Imported {
  const into = startImport();
  const { review } = importedFields(into, [], document, ["review"]);
  const fields = importedFields(into, ["review"], review, [
    "defaultMode",
    "autoApprove",
    "labelRules",
  ]);
  checkMode(into, ["review", "defaultMode"], fields.defaultMode);

  return finishImport(into, {
    modes: {
      ...renamed(fields, { defaultMode: "default" }),
      autoApprove: autoApproveOf(into, fields.autoApprove),
      labels: labelsOf(into, fields.labelRules),
    },
  });
}

function autoApproveOf(into: Import, value: Json | undefined): JsonObject {
  const path = ["review", "autoApprove"];
  const fields = importedFields(into, path, value, AUTO_APPROVE);
  const carried = renamed(fields, Object.fromEntries(AUTO_APPROVE.map((key) => [key, key])));
  if (fields.maxIterations !== 0) return carried;
  into.notes.push(`review.autoApprove.maxIterations 0 meant no limit; here it is ${NO_LIMIT}`);
  return { ...carried, maxIterations: NO_LIMIT };
}

function labelsOf(into: Import, value: Json | undefined): JsonObject {
  const labels: Record<string, Json> = {};
  const path = ["review", "labelRules"];
  for (const [label, rule] of importedEntries(into, path, value)) {
    const rulePath = [...path, label];
    const fields = importedFields(into, rulePath, rule, ["mode", "autoApprove"]);
    checkMode(into, [...rulePath, "mode"], fields.mode ?? null);
    const name = label.startsWith(PREFIX) ? label.slice(PREFIX.length) : label;
    if (name !== label && Mode.safeParse(name).success) {
      noteLeftOut(into, rulePath, "this label chooses its mode by itself");
    } else if (Object.hasOwn(labels, name)) {
      noteLeftOut(into, rulePath, `there is a rule for ${name} already`);
    } else labels[name] = renamed(fields, { mode: "mode", autoApprove: "autoApprove" });
  }
  return labels;
}

function checkMode(into: Import, path: Path, mode: Json | undefined): void {
  if (mode === undefined || Mode.safeParse(mode).success) return;
  const meant = typeof mode === "string" ? closest(mode, MODES) : undefined;
  into.problems.push(problem(path, `Must be one of ${MODES.join(", ")}`, meant));
}
