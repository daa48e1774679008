import type { Run } from "../context.ts";
import { checkEngine } from "../doctor/check-engine.ts";
import { checkMachine } from "../doctor/check-machine.ts";
import { checkRepository } from "../doctor/check-repository.ts";
import type { Diagnosis } from "../doctor/diagnosis.ts";
import { columns } from "../output/columns.ts";
import { display } from "../output/display.ts";
import type { Paint, Style } from "../output/style.ts";
import { count } from "../output/words.ts";

export const doctor: Run = async (context) => {
  const found = [
    ...(await checkMachine()),
    ...(await checkRepository(context.directory)),
    ...(await checkEngine(context)),
  ];
  const failed = found.some(({ level }) => level === "fail");
  return {
    schema: "doctor.show",
    data: found,
    exitCode: failed ? 1 : 0,
    plain: found.map(({ level, about, says, fix }) => [level, about, says, fix ?? ""]),
    text: (style) => doctorText(found, style),
  };
};

const PAINT: Readonly<Record<Diagnosis["level"], Paint>> = {
  ok: "good",
  warn: "warn",
  fail: "bad",
};

function doctorText(found: readonly Diagnosis[], style: Style): string {
  const rows = found.flatMap(({ level, about, says, fix }) => [
    [style.paint(PAINT[level], level), about, display(says, style)],
    ...(fix === null ? [] : [["", "", `fix: ${display(fix, style)}`]]),
  ]);
  const problems = found.filter(({ level }) => level !== "ok").length;
  const last =
    problems === 0
      ? "Everything is in order."
      : `${count(problems, "problem")}. As a report: countersign doctor --json`;
  return `${columns(rows)}\n\n${last}`;
}
