import type { SeededBug } from "../seeded-bug.ts";

const OWN_JUDGE = "test/attack/own-judge.attack.test.ts";

/** Bugs of one kind: a change alters the checks that judge it. */
export const JUDGE: readonly SeededBug[] = [
  {
    id: "judge-change-without-owner",
    bug: "A change to a file that steers checks needs no approval.",
    edits: [
      {
        in: "core/guardedChanges",
        code: "    ...steeringChanges(facts, policy),\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/judge-files.attack.test.ts"],
  },
  {
    id: "judge-nested-files-missed",
    bug: "Only files at the top of the repository count as files that steer checks.",
    edits: [
      {
        in: "core/fileDoes",
        code: "GROUPS.find(({ covers }) => covers(folded))",
        becomes: 'GROUPS.find(({ covers }) => covers(folded) && !path.includes("/"))',
      },
    ],
    project: "attack",
    tests: ["test/attack/judge-files.attack.test.ts"],
  },
  {
    id: "judge-own-files-only",
    bug: "A check runs with the settings that the change brings, and with no others.",
    edits: [
      {
        in: "engine/runCheck",
        code: "accepted = await runOnce(deps, request, { files });",
        becomes: "accepted = await runOnce(deps, request, { env: files.write && {} });",
      },
    ],
    project: "attack",
    tests: [OWN_JUDGE],
  },
  {
    id: "judge-npm-shell",
    bug: "The npm settings of a change choose the shell that its own scripts run in.",
    edits: [
      {
        in: "engine/ownSettings",
        code: "fileName(file) === NPM_SETTINGS",
        becomes: 'nameOf(file) === ""',
      },
    ],
    project: "attack",
    tests: [OWN_JUDGE],
  },
  {
    id: "judge-committed-modules",
    bug: "A committed program takes the place of the one that the preparation installs.",
    edits: [
      {
        in: "engine/runOnce",
        code: '? ["node_modules"] : [];',
        becomes: "? [] : [];",
      },
    ],
    project: "attack",
    tests: [OWN_JUDGE],
  },
  {
    id: "judge-passes-alone",
    bug: "A check that passes only with the change's own settings is plainly green.",
    edits: [
      {
        in: "engine/compareRuns",
        code: 'const isAccepted = old?.opinion === "approved";',
        becomes: "const isAccepted = old !== null;",
      },
    ],
    tests: ["packages/engine/src/review/checks/compare-runs.test.ts"],
  },
  {
    id: "judge-manifest-scripts",
    bug: "The scripts of a changed manifest stay where the accepted files are laid over.",
    edits: [
      {
        in: "engine/setAt",
        code: "else into[step] = value;",
        becomes: "else into[step] ??= value;",
      },
    ],
    tests: ["packages/engine/src/review/checks/accepted-manifest.test.ts"],
  },
  {
    id: "judge-modules-generated",
    bug: "Committed dependencies count as generated, so that their lines are no risk.",
    edits: [
      {
        in: "core/GENERATED",
        code: "(?:dist|vendor|__snapshots__)",
        becomes: "(?:dist|vendor|node_modules|__snapshots__)",
      },
    ],
    tests: ["packages/core/src/content/is-generated-path.test.ts"],
  },
  {
    id: "history-not-looked-at",
    bug: "Credentials and binaries that a later commit removes are merged with the history.",
    edits: [
      {
        in: "engine/checkHistory",
        code: 'if (merge.strategy === "squash" || ',
        becomes: 'if (merge.strategy !== "none" || ',
      },
    ],
    project: "attack",
    tests: ["test/attack/hidden-history.attack.test.ts"],
  },
  {
    id: "history-cut-passes",
    bug: "A history that is too long to be looked at passes without a person.",
    edits: [
      {
        in: "engine/checkHistory",
        code: "const cut = history.cut === null ? [] : [cutShort(check, history.cut)];",
        becomes: "const cut: CheckFinding[] = [];",
      },
    ],
    project: "attack",
    tests: ["test/attack/hidden-history.attack.test.ts"],
  },
];
