import type { Rule } from "../schema-review.ts";
import { type RuleText, rulesOf } from "./rules-of.ts";

const TESTS: readonly RuleText[] = [
  {
    id: "wt-deleted-01",
    name: "Test files stay",
    severity: "major",
    description: "what a removed test proved is no longer proved",
    detection: "a file of tests is removed or moved out of the tests",
    recommendation: "restore it, or name the requirement that changed",
  },
  {
    id: "wt-assertion-01",
    name: "Assertions stay",
    severity: "major",
    description: "fewer assertions are the easiest way to a green run",
    detection: "more assertions go than come in a file of tests",
    recommendation: "restore them, or name the requirement that changed",
  },
  {
    id: "wt-skip-01",
    name: "Tests are not skipped",
    severity: "major",
    description: "a skipped test is forgotten by the end of the week",
    detection: "marks that skip a test, expect it to fail, or run only some",
    recommendation: "let it run again, or remove it with a reason",
  },
  {
    id: "wt-threshold-01",
    name: "Thresholds are not loosened",
    severity: "major",
    description: "a limit that gives way once is no limit",
    detection: "a lower coverage, a higher tolerance, more retries",
    recommendation: "put it back, and bring the code up to it",
  },
  {
    id: "wt-timeout-01",
    name: "Tests do not wait longer",
    severity: "warning",
    description: "a longer wait hides what became slow",
    detection: "a higher time limit in tests or their settings",
    recommendation: "find out what takes so long, or say why it may",
  },
];

const DEPENDENCIES: readonly RuleText[] = [
  {
    id: "dc-lock-01",
    name: "A manifest changes with its lock file",
    severity: "warning",
    description: "without it everybody installs something else",
    detection: "dependencies change and no lock file does",
    recommendation: "run the package manager, and submit the lock file too",
  },
  {
    id: "dc-lock-02",
    name: "A lock file changes with its manifest",
    severity: "warning",
    description: "versions that move by themselves were asked for by nobody",
    detection: "a lock file changes and no manifest does",
    recommendation: "say why the versions move, or take it back",
  },
  {
    id: "dc-new-01",
    name: "New dependencies are named",
    severity: "warning",
    description: "each runs with all our rights, and so does what it brings along",
    detection: "a name in a manifest that was not there before",
    recommendation: "say why it is needed, who keeps it up, and that its licence fits",
  },
  {
    id: "dc-script-01",
    name: "Nothing runs when it is installed",
    severity: "major",
    description: "it runs on every machine before anybody has read it",
    detection: "scripts around the installation, of ours or of a dependency",
    recommendation: "do without it",
  },
  {
    id: "dc-source-01",
    name: "Packages come from the usual registry",
    severity: "major",
    description: "who serves the package decides what we run",
    detection: "another registry, or an address in place of a version",
    recommendation: "take it from the registry that the project uses",
  },
  {
    id: "dc-git-01",
    name: "Packages are released versions",
    severity: "major",
    description: "what a branch holds today is something else tomorrow",
    detection: "a dependency on a repository",
    recommendation: "use a released version",
  },
];

const FILES: Readonly<Record<string, readonly RuleText[]>> = {
  "protected-paths": [
    {
      id: "pp-touched-01",
      name: "Protected paths are seen",
      severity: "warning",
      description: "who changes what judges the changes is asked about it",
      detection: "a change of a path or key that the policy protects",
      recommendation: "make sure that the task asks for it; the owner will be asked",
    },
    {
      id: "pp-judge-01",
      name: "Files that steer checks are seen",
      severity: "warning",
      description: "a change must not decide how it is checked",
      detection: "a change of scripts, runner or tool settings that a check of the policy reads",
      recommendation:
        "make sure that the task asks for it; the owner sees both results and decides",
    },
    {
      id: "pp-program-01",
      name: "Programs of packages are not committed",
      severity: "major",
      description: "a committed program runs instead of the one that was installed",
      detection: "a file in node_modules/.bin",
      recommendation: "remove it from the commit; the package manager puts programs there",
    },
  ],
  "change-size": [
    {
      id: "sz-size-01",
      name: "A change can be read",
      severity: "warning",
      description: "the more there is to read, the less of it is read",
      detection: "more lines or files than the last step of the risk, generated ones left out",
      recommendation: "split it into changes that can be understood one by one",
    },
  ],
  "generated-files": [
    {
      id: "gf-alone-01",
      name: "Generated files change with their source",
      severity: "warning",
      description: "the next run of the tool takes an edit by hand away",
      detection: "only generated files change",
      recommendation: "change the source and run the tool",
    },
    {
      id: "gf-mark-01",
      name: "Generated files say so",
      severity: "warning",
      description: "without the mark somebody will edit them",
      detection: "a file loses the line that says that a tool writes it",
      recommendation: "keep the mark, or say that people write the file from now on",
    },
  ],
  "licence-headers": [
    {
      id: "lh-removed-01",
      name: "Notices stay",
      severity: "major",
      description: "a notice belongs to whoever holds the rights",
      detection: "a file loses its notice of copyright or licence",
      recommendation: "put it back",
    },
  ],
  "file-kinds": [
    {
      id: "fk-binary-01",
      name: "No large binary files",
      severity: "major",
      description: "everybody carries them for ever, and nobody can read them",
      detection: "binary content above half a megabyte",
      recommendation: "keep it outside of the repository, or make it smaller",
    },
    {
      id: "fk-executable-01",
      name: "Data cannot be started",
      severity: "warning",
      description: "a program that looks like data is not looked at as one",
      detection: "the executable bit on text, settings, pictures",
      recommendation: "take the bit away",
    },
  ],
};

const LEFTOVERS: readonly RuleText[] = [
  {
    id: "lo-conflict-01",
    name: "Conflicts are resolved",
    severity: "critical",
    description: "a file with both sides of a conflict is neither",
    detection: "the marks that a merge leaves",
    recommendation: "decide which side is right and remove the marks",
  },
  {
    id: "lo-todo-01",
    name: "Open work has an issue",
    severity: "warning",
    description: "a note in the code is read by nobody who plans",
    detection: "TODO, FIXME, XXX or HACK in a comment without the number or address of an issue",
    recommendation: "do it now, or name the issue beside it",
  },
  {
    id: "lo-debug-01",
    name: "Debugging is over",
    severity: "major",
    description: "it stops the program, or runs one test and calls it all",
    detection: "breakpoints, dumps, tests that alone are run",
    recommendation: "remove it",
  },
  {
    id: "lo-log-01",
    name: "Nothing is printed in passing",
    severity: "info",
    description: "lines without a level and a place make a log useless",
    detection: "console.log and its like outside of tests, scripts and tools",
    recommendation: "remove it, or use the log of the project",
  },
];

/** What the built-in checks look for. Whatever is here is found by a program, on every change alike. */
export const CHECKED_RULES: Rule[] = [
  ...rulesOf("weakened-tests", { "weakened-tests": TESTS }),
  ...rulesOf("dependency-changes", { "dependency-changes": DEPENDENCIES }),
  ...Object.entries(FILES).flatMap(([id, rules]) => rulesOf(id, { [id]: rules })),
  ...rulesOf("leftovers", { leftovers: LEFTOVERS }),
];
