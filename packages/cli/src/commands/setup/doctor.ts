import { countText } from "@countersign/review";
import { z } from "zod";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag } from "../../command/options.ts";
import { checkAgents } from "../../doctor/check-agents.ts";
import { checkEngine } from "../../doctor/check-engine.ts";
import { checkFiles } from "../../doctor/check-files.ts";
import { checkForge } from "../../doctor/check-forge.ts";
import { checkUnsubmittedWork } from "../../doctor/check-left-work.ts";
import { checkMachine } from "../../doctor/check-machine.ts";
import { checkPrograms } from "../../doctor/check-programs.ts";
import { checkRegistry } from "../../doctor/check-registry.ts";
import { checkRepository } from "../../doctor/check-repository.ts";
import { checkReviewers } from "../../doctor/check-reviewers.ts";
import { checkWebhooks } from "../../doctor/check-webhooks.ts";
import { checkWorktrees } from "../../doctor/check-worktrees.ts";
import type { Diagnosis } from "../../doctor/diagnosis.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import type { PaintText, Style } from "../../output/style.ts";
import { wrap } from "../../output/wrap.ts";

/** A diagnosis, and what --fix has done or would do about it. */
type Line = Omit<Diagnosis, "repair"> & { fixed: string | null };

const DiagnosisOutput = z.object({
  level: z.enum(["ok", "warn", "fail"]),
  about: z.string(),
  says: z.string(),
  fix: z.string().nullable(),
  fixed: z.string().nullable(),
});

export const doctor = defineCommand({
  usage: "doctor",
  examples: ["countersign doctor", "countersign doctor --json > doctor.json"],
  options: {
    fix: flag("--fix", "apply safe fixes and list them"),
  },

  output: {
    "doctor.show": z.array(DiagnosisOutput),
  },
  async run(context, { options }) {
    const { fix } = options;
    const found = await examine(context);
    const isRepaired = fix && !context.dryRun;
    const repaired = isRepaired ? await repair(found) : new Map<string, string>();
    const after = repaired.size === 0 ? found : await examine(context);
    const lines = after.map(
      ({ repair: _, ...line }): Line => ({ ...line, fixed: repaired.get(line.about) ?? null }),
    );
    const repairable = found.filter((one) => one.repair !== undefined).length;
    return {
      schema: "doctor.show",
      data: lines,
      exitCode: lines.some(({ level }) => level === "fail") ? 1 : 0,
      plain: lines.map(({ level, about, says, fix: how }) => [level, about, says, how ?? ""]),
      text: (style) => doctorText(lines, isRepaired ? 0 : repairable, style),
    };
  },
});

async function examine(context: CommandContext): Promise<Diagnosis[]> {
  return [
    ...(await checkMachine(context.env)),
    ...(await checkFiles(context)),
    ...(await checkRepository(context)),
    ...(await checkAgents(context)),
    ...(await checkWorktrees(context)),
    ...(await checkPrograms(context)),
    ...(await checkRegistry(context)),
    ...(await checkUnsubmittedWork(context)),
    ...(await checkEngine(context)),
    ...(await checkReviewers(context)),
    ...(await checkWebhooks(context)),
    ...(await checkForge(context)),
  ];
}

async function repair(found: readonly Diagnosis[]): Promise<Map<string, string>> {
  const done = new Map<string, string>();
  for (const { about, repair: act } of found) if (act !== undefined) done.set(about, await act());
  return done;
}

const LEAST_ROOM = 40;

const PAINT: Readonly<Record<Diagnosis["level"], PaintText>> = {
  ok: "good",
  warn: "warn",
  fail: "bad",
};

function doctorText(lines: readonly Line[], repairable: number, style: Style): string {
  const widest = Math.max(...lines.map(({ about }) => about.length));
  const room = Math.max(LEAST_ROOM, style.width - widest - 8);
  const rows = lines.flatMap(({ level, about, says, fix, fixed }) => {
    const [first = "", ...more] = wrap(display(says, style), room);
    return [
      [style.paint(PAINT[level], level), about, first],
      ...more.map((line) => ["", "", line]),
      ...(fix === null ? [] : [["", "", `fix: ${display(fix, style)}`]]),
      ...(fixed === null
        ? []
        : [["", "", `${style.paint("good", "fixed:")} ${display(fixed, style)}`]]),
    ];
  });
  const problems = lines.filter(({ level }) => level !== "ok").length;
  const safe = repairable === 0 ? "" : ` ${repairable} can be mended: countersign doctor --fix.`;
  const last =
    problems === 0
      ? "Everything is in order."
      : `${countText(problems, "problem")}.${safe} As a report: countersign doctor --json`;
  return `${columns(rows)}\n\n${last}`;
}
