import type { Rule } from "../schema-review.ts";
import { type RuleText, rulesOf } from "./rules-of.ts";

const TESTS: readonly RuleText[] = [
  {
    id: "wt-deleted-01",
    name: "Test files are kept",
    severity: "major",
    description: "the behaviour that a removed test covered is no longer verified",
    detection: "a test file is removed or moved out of the tests",
    recommendation: "restore it, or name the requirement that changed",
  },
  {
    id: "wt-assertion-01",
    name: "Assertions are kept",
    severity: "major",
    description: "removing assertions is the easiest way to make a failing test pass",
    detection: "a test file loses more assertions than it gains",
    recommendation: "restore them, or name the requirement that changed",
  },
  {
    id: "wt-skip-01",
    name: "Tests are not skipped",
    severity: "major",
    description: "a skipped test is easily forgotten",
    detection: "markers that skip a test, expect it to fail, or run only selected tests",
    recommendation: "enable the test again, or remove it and state the reason",
  },
  {
    id: "wt-threshold-01",
    name: "Thresholds are not loosened",
    severity: "major",
    description: "a threshold that is lowered to pass no longer protects anything",
    detection: "lower coverage, higher tolerance, more retries",
    recommendation: "restore the threshold and improve the code",
  },
  {
    id: "wt-timeout-01",
    name: "Test timeouts are not raised",
    severity: "warning",
    description: "a longer timeout hides a performance regression",
    detection: "a higher timeout in tests or their configuration",
    recommendation: "find out what became slow, or state why more time is needed",
  },
];

const DEPENDENCIES: readonly RuleText[] = [
  {
    id: "dc-lock-01",
    name: "A manifest changes with its lock file",
    severity: "warning",
    description: "without an updated lock file, installs are not reproducible",
    detection: "dependencies change and no lock file does",
    recommendation: "run the package manager and commit the lock file too",
  },
  {
    id: "dc-lock-02",
    name: "A lock file changes with its manifest",
    severity: "warning",
    description: "a lock file that changes alone moves versions that the manifest did not ask for",
    detection: "a lock file changes and no manifest does",
    recommendation: "state why the versions change, or revert the lock file",
  },
  {
    id: "dc-new-01",
    name: "New dependencies are justified",
    severity: "warning",
    description:
      "a dependency and its own dependencies run with the full permissions of the project",
    detection: "a package name that is new in a manifest",
    recommendation: "state why it is needed, who maintains it, and that its licence is compatible",
  },
  {
    id: "dc-script-01",
    name: "No install scripts",
    severity: "major",
    description: "an install script runs on every machine before anyone has reviewed it",
    detection: "install lifecycle scripts, of the project or of a dependency",
    recommendation: "remove the script",
  },
  {
    id: "dc-source-01",
    name: "Packages come from the project's registry",
    severity: "major",
    description: "the server of a package controls the code that runs",
    detection: "another registry, or a URL in place of a version",
    recommendation: "install it from the registry that the project uses",
  },
  {
    id: "dc-git-01",
    name: "Packages are released versions",
    severity: "major",
    description: "a branch can change after it was reviewed",
    detection: "a dependency on a git repository",
    recommendation: "use a released version",
  },
];

const FILES: Readonly<Record<string, readonly RuleText[]>> = {
  "protected-paths": [
    {
      id: "pp-touched-01",
      name: "Changes to protected paths are flagged",
      severity: "warning",
      description:
        "protected paths control how changes are reviewed, so an owner must approve them",
      detection: "a change to a path or key that the policy protects",
      recommendation: "make sure that the task asks for it; the owner must approve it",
    },
    {
      id: "pp-judge-01",
      name: "Changes to check configuration are flagged",
      severity: "warning",
      description: "a change must not control how it is checked",
      detection: "a change to scripts, runner or tool settings that a check of the policy reads",
      recommendation:
        "make sure that the task asks for it; the owner sees both results and decides",
    },
    {
      id: "pp-program-01",
      name: "Package binaries are not committed",
      severity: "major",
      description: "a committed program runs instead of the installed one",
      detection: "a file in node_modules/.bin",
      recommendation: "remove it from the commit; the package manager installs these programs",
    },
  ],
  "change-size": [
    {
      id: "sz-size-01",
      name: "The change is small enough to review",
      severity: "warning",
      description: "reviewers miss more in large changes",
      detection:
        "more lines or files than the last step of the risk score, not counting generated files",
      recommendation: "split it into changes that can be reviewed separately",
    },
  ],
  "generated-files": [
    {
      id: "gf-alone-01",
      name: "Generated files change with their source",
      severity: "warning",
      description: "the next run of the generator overwrites manual edits",
      detection: "only generated files change",
      recommendation: "change the source and run the generator",
    },
    {
      id: "gf-mark-01",
      name: "Generated files keep their marker",
      severity: "warning",
      description: "without the marker, the file will be edited by hand",
      detection: "a file loses the line that marks it as generated",
      recommendation: "keep the marker, or state that the file is now maintained by hand",
    },
  ],
  "licence-headers": [
    {
      id: "lh-removed-01",
      name: "Copyright and licence notices are kept",
      severity: "major",
      description: "only the rights holder may remove a notice",
      detection: "a file loses its copyright or licence notice",
      recommendation: "restore the notice",
    },
  ],
  "file-kinds": [
    {
      id: "fk-binary-01",
      name: "No large binary files",
      severity: "major",
      description: "a large binary stays in the history of every clone and cannot be reviewed",
      detection: "binary content above half a megabyte",
      recommendation: "store it outside the repository, or make it smaller",
    },
    {
      id: "fk-executable-01",
      name: "Data files are not executable",
      severity: "warning",
      description: "reviewers do not expect a data file to be run as a program",
      detection: "the executable bit on text, settings or images",
      recommendation: "remove the executable bit",
    },
  ],
};

const LEFTOVERS: readonly RuleText[] = [
  {
    id: "lo-conflict-01",
    name: "Merge conflicts are resolved",
    severity: "critical",
    description: "a file with conflict markers matches neither side",
    detection: "merge conflict markers",
    recommendation: "choose the correct side and remove the markers",
  },
  {
    id: "lo-todo-01",
    name: "TODO comments reference an issue",
    severity: "warning",
    description: "work that is noted only in the code is missing from planning",
    detection: "TODO, FIXME, XXX or HACK in a comment without an issue number or URL",
    recommendation: "do it now, or reference the issue",
  },
  {
    id: "lo-debug-01",
    name: "No debugging code",
    severity: "major",
    description: "a breakpoint halts the program, and a focused test skips all others",
    detection: "breakpoints, dumps, focused tests",
    recommendation: "remove it",
  },
  {
    id: "lo-log-01",
    name: "No stray console output",
    severity: "info",
    description: "output without a level or a source clutters the log",
    detection: "console.log and similar calls outside of tests, scripts and tools",
    recommendation: "remove it, or use the project's logger",
  },
];

/** Rules of the built-in checks. */
export const CHECKED_RULES: Rule[] = [
  ...rulesOf("weakened-tests", { "weakened-tests": TESTS }),
  ...rulesOf("dependency-changes", { "dependency-changes": DEPENDENCIES }),
  ...Object.entries(FILES).flatMap(([id, rules]) => rulesOf(id, { [id]: rules })),
  ...rulesOf("leftovers", { leftovers: LEFTOVERS }),
];
