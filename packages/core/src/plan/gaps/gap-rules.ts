import { changesDependencies, changesMigrations } from "../../content/changes-dependencies.ts";
import type { Facts } from "../../content/schema.ts";
import { compileGlobs } from "../../policy/glob/glob.ts";
import type { Policy } from "../../policy/policy.ts";
import type { When } from "../../policy/schema-review.ts";
import type { Plan } from "../schema.ts";
import { touchedPaths } from "../touched-paths.ts";
import { sameFolders, sameNames } from "./propose-paths.ts";

type GapContext = { facts: Facts; plan: Plan; policy: Policy };

/** A concern, and the condition that would have caught it. */
export type Worry = { concern: string; when: When };

export type GapRule = {
  id: string;
  /** The required expertise. `anything`: any agent qualifies. */
  wants: "security" | "testing" | "anything";
  /** The reviewers that satisfy the rule: an expert, any reviewing agent, any agent or person, or none of them. */
  coveredBy: "expert" | "reader" | "anybody" | "none";
  look: (context: GapContext) => Worry | null;
};

const MANY_LINES = 200;

const isAutomation = compileGlobs([
  ".github/{workflows,actions}/**",
  "**/{.gitlab-ci.yml,.travis.yml,.drone.yml,azure-pipelines.yml,bitbucket-pipelines.yml}",
  "**/Jenkinsfile*",
  ".{circleci,buildkite,husky,gitlab}/**",
  "lefthook.yml",
]);

const ACCESS =
  /^(?:auth|authn|authz|authenticat(?:e|ion|or)|authoriz(?:e|ation|er)|login|logout|signin|oauth2?|oidc|saml|sso|sessions?|passwords?|credentials?|permissions?|jwt|acl|rbac|csrf)$/;
const PROSE = /\.(?:md|mdx|rst|txt|adoc)$/i;

/** Common gaps in the policies of projects. Each rule can only add a reviewer. */
export const GAP_RULES: readonly GapRule[] = [
  { id: "gap-dependencies", wants: "security", coveredBy: "expert", look: dependencies },
  { id: "gap-automation", wants: "security", coveredBy: "expert", look: automation },
  { id: "gap-access", wants: "security", coveredBy: "expert", look: access },
  { id: "gap-migrations", wants: "anything", coveredBy: "reader", look: migrations },
  { id: "gap-weakened-tests", wants: "testing", coveredBy: "reader", look: weakenedTests },
  { id: "gap-file-type", wants: "anything", coveredBy: "none", look: uncoveredFileType },
  { id: "gap-size", wants: "anything", coveredBy: "anybody", look: largeChange },
];

function dependencies({ facts }: GapContext): Worry | null {
  const paths = touchedPaths({
    files: facts.files.filter((file) => changesDependencies({ files: [file] })),
  });
  if (paths.length === 0) return null;
  return {
    concern: "Dependencies changed, and no security reviewer is asked",
    when: sameNames(paths),
  };
}

function automation({ facts }: GapContext): Worry | null {
  const paths = touchedPaths(facts).filter(isAutomation);
  if (paths.length === 0) return null;
  return {
    concern: "Automation changed, and no security reviewer is asked",
    when: sameFolders(paths),
  };
}

function access({ facts, policy }: GapContext): Worry | null {
  const isKnown = compileGlobs(
    policy.domains.filter(({ id }) => id === "auth").flatMap(({ globs }) => globs),
  );
  const paths = touchedPaths(facts).filter((path) => speaksOfAccess(path) && !isKnown(path));
  if (paths.length === 0) return null;
  return {
    concern: "Files outside the domain auth deal with access, and no security reviewer is asked",
    when: sameFolders(paths),
  };
}

function migrations({ facts }: GapContext): Worry | null {
  const paths = touchedPaths({
    files: facts.files.filter((file) => changesMigrations({ files: [file] })),
  });
  if (paths.length === 0) return null;
  return {
    concern: "A database migration changed, and no agent reviews it",
    when: sameFolders(paths),
  };
}

function weakenedTests({ facts }: GapContext): Worry | null {
  if (facts.weakenedTests.length === 0) return null;
  return {
    concern: "Tests were weakened, and no agent reviews them",
    when: sameFolders(facts.weakenedTests.map(({ path }) => path)),
  };
}

function speaksOfAccess(path: string): boolean {
  return !PROSE.test(path) && wordsIn(path).some((word) => ACCESS.test(word));
}

/** Returns the words of a path in lower case: `src/userLogin.ts` has `src`, `user`, `login`, `ts`. */
function wordsIn(path: string): string[] {
  return path
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/** Returns the file type with the most lines outside every domain, if there are many. */
function uncoveredFileType({ facts, policy }: GapContext): Worry | null {
  const isKnown = compileGlobs(policy.domains.flatMap(({ globs }) => globs));
  const lines = new Map<string, number>();
  for (const { path, added, deleted, generated } of facts.files) {
    const type = /\.([A-Za-z0-9]{1,20})$/.exec(path)?.[1];
    if (type === undefined || generated || isKnown(path)) continue;
    lines.set(type, (lines.get(type) ?? 0) + added + deleted);
  }
  const [most] = [...lines].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (most === undefined || most[1] < MANY_LINES) return null;
  const [type, count] = most;
  return {
    concern: `${count} lines of .${type} files belong to no domain`,
    when: { paths: [`**/*.${type}`] },
  };
}

function largeChange({ plan }: GapContext): Worry | null {
  const { scope, risk } = plan.classification;
  if (scope !== "large") return null;
  return { concern: "Only checks review a large change", when: { riskAtLeast: risk } };
}
