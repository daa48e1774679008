import type { Hole } from "../hole.ts";

const OWN_JUDGE = "test/attack/own-judge.attack.test.ts";

/** Bugs of one kind: a change alters the checks that judge it. */
export const JUDGE: readonly Hole[] = [
  {
    id: "judge-change-without-owner",
    hole: "A change of a file that steers checks needs nobody's approval.",
    edits: [
      {
        file: "packages/core/src/plan/guarded-changes.ts",
        find: "    ...steeringChanges(facts, policy),\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/judge-files.attack.test.ts"],
  },
  {
    id: "judge-nested-files-missed",
    hole: "Only files at the top of the repository count as files that steer checks.",
    edits: [
      {
        file: "packages/core/src/policy/judges/judge-names.ts",
        find: "GROUPS.find(({ covers }) => covers(folded))",
        replace: 'GROUPS.find(({ covers }) => covers(folded) && !path.includes("/"))',
      },
    ],
    project: "attack",
    tests: ["test/attack/judge-files.attack.test.ts"],
  },
  {
    id: "judge-own-files-only",
    hole: "A check runs with the settings that the change brings, and with no others.",
    edits: [
      {
        file: "packages/engine/src/checks/run-check.ts",
        find: "accepted = await runOnce(deps, request, { files });",
        replace: "accepted = await runOnce(deps, request, { env: files.write && {} });",
      },
    ],
    project: "attack",
    tests: [OWN_JUDGE],
  },
  {
    id: "judge-npm-shell",
    hole: "The npm settings of a change choose the shell that its own scripts run in.",
    edits: [
      {
        file: "packages/engine/src/checks/accepted-files.ts",
        find: "nameOf(file) === NPM_SETTINGS",
        replace: 'nameOf(file) === ""',
      },
    ],
    project: "attack",
    tests: [OWN_JUDGE],
  },
  {
    id: "judge-committed-modules",
    hole: "A committed program takes the place of the one that the preparation installs.",
    edits: [
      {
        file: "packages/engine/src/checks/run-check.ts",
        find: '? ["node_modules"] : [];',
        replace: "? [] : [];",
      },
    ],
    project: "attack",
    tests: [OWN_JUDGE],
  },
  {
    id: "judge-passes-alone",
    hole: "A check that passes only with the change's own settings is plainly green.",
    edits: [
      {
        file: "packages/engine/src/checks/compare-runs.ts",
        find: 'const isAccepted = old?.opinion === "approved";',
        replace: "const isAccepted = old !== null;",
      },
    ],
    tests: ["packages/engine/src/checks/compare-runs.test.ts"],
  },
  {
    id: "judge-manifest-scripts",
    hole: "The scripts of a changed manifest stay where the accepted files are laid over.",
    edits: [
      {
        file: "packages/engine/src/checks/accepted-manifest.ts",
        find: "else into[step] = value;",
        replace: "else into[step] ??= value;",
      },
    ],
    tests: ["packages/engine/src/checks/accepted-manifest.test.ts"],
  },
  {
    id: "judge-modules-generated",
    hole: "Committed dependencies count as generated, so that their lines are no risk.",
    edits: [
      {
        file: "packages/core/src/content/is-generated-path.ts",
        find: "(?:dist|vendor|__snapshots__)",
        replace: "(?:dist|vendor|node_modules|__snapshots__)",
      },
    ],
    tests: ["packages/core/src/content/is-generated-path.test.ts"],
  },
  {
    id: "history-not-looked-at",
    hole: "Credentials and binaries that a later commit removes are merged with the history.",
    edits: [
      {
        file: "packages/engine/src/checks/check-history.ts",
        find: 'if (merge.strategy === "squash" || ',
        replace: 'if (merge.strategy !== "none" || ',
      },
    ],
    project: "attack",
    tests: ["test/attack/hidden-history.attack.test.ts"],
  },
  {
    id: "history-cut-passes",
    hole: "A history that is too long to be looked at passes without a person.",
    edits: [
      {
        file: "packages/engine/src/checks/check-history.ts",
        find: "const cut = history.cut === null ? [] : [cutShort(check, history.cut)];",
        replace: "const cut: CheckFinding[] = [];",
      },
    ],
    project: "attack",
    tests: ["test/attack/hidden-history.attack.test.ts"],
  },
];
