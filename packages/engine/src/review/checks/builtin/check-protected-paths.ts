import {
  guardedChanges,
  type JudgeChange,
  judgeChanges,
  judgePath,
  judgeText,
} from "@countersign/core";
import type { CheckFinding } from "../findings/check-result.ts";
import { type CheckedRule, ruleFinding } from "./rule-finding.ts";
import type { ChangeView } from "./view-change.ts";

const RULE: CheckedRule = {
  id: "pp-touched-01",
  severity: "warning",
  recommendation: "Make sure that the task asks for it; the owner must approve it.",
};

const JUDGE: CheckedRule = {
  id: "pp-judge-01",
  severity: "warning",
  recommendation:
    "Make sure that the task asks for it. The check also runs with the accepted file; the owner sees both results and decides.",
};

const PROGRAM: CheckedRule = {
  id: "pp-program-01",
  severity: "major",
  recommendation: "Remove it from the commit; the package manager installs these programs.",
};

const MODULES = /^(?:.*\/)?node_modules\//;
const PROGRAMS = /(?:^|\/)node_modules\/\.bin\//;

/**
 * Reports the protected paths and the judge files that a change touches. The plan always asks the owner about
 * them.
 */
export function checkProtectedPaths(view: ChangeView): CheckFinding[] {
  const changes = judgeChanges(view.facts, view.policy);
  const steering = new Set(changes.map(judgePath));
  return [...listedPaths(view, steering), ...judgeFiles(changes), ...committedPrograms(view)];
}

/** Reports judge files. Committed dependencies are many files, so each folder has one finding. */
function judgeFiles(changes: readonly JudgeChange[]): CheckFinding[] {
  const groups = Map.groupBy(changes, ({ file }) => MODULES.exec(file)?.[0] ?? file);
  return [...groups].flatMap(([place, [first, ...others]]) => {
    if (first === undefined) return [];
    const isFolder = place !== first.file;
    const more =
      others.length === 0
        ? ""
        : ` So do ${others.length} more of this ${isFolder ? "folder" : "file"}.`;
    return [ruleFinding(JUDGE, CATEGORY, { file: first.file }, `${judgeText(first)}${more}`)];
  });
}

function committedPrograms({ facts }: ChangeView): CheckFinding[] {
  return facts.files
    .filter(({ path, status }) => status !== "deleted" && PROGRAMS.test(path))
    .map(({ path }) =>
      ruleFinding(
        PROGRAM,
        CATEGORY,
        { file: path },
        "A committed program takes the place of one that the package manager installs.",
      ),
    );
}

const CATEGORY = "protected-paths";

/** Reports protected paths that are not judge files. */
function listedPaths({ facts, policy }: ChangeView, steering: ReadonlySet<string>): CheckFinding[] {
  return guardedChanges(facts, policy).flatMap(({ path, because }) => {
    if (path === null || steering.has(path)) return [];
    const [file = path, key] = path.split("#");
    const message =
      because.entry === "policy"
        ? "A file of the policy changes."
        : `A protected ${key === undefined ? "path" : `key, ${key},`} changes.`;
    return [ruleFinding(RULE, CATEGORY, { file }, message)];
  });
}
