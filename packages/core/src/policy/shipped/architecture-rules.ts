import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  boundaries: [
    {
      id: "ar-boundary-01",
      name: "Modules hide their internals",
      severity: "major",
      description:
        "callers come to depend on everything a module exposes, which makes it hard to change",
      detection:
        "exported internal helpers, tables or file layouts; callers that depend on how data is stored",
      recommendation: "export only what callers need and keep the rest private",
    },
    {
      id: "ar-boundary-02",
      name: "Decisions are separate from side effects",
      severity: "warning",
      description:
        "business logic that also performs side effects cannot be tested or rerun on its own",
      detection: "business rules inside request handlers, queries or templates",
      recommendation: "compute the decision in a pure function, then apply it",
    },
    {
      id: "ar-dependency-01",
      name: "New dependencies are justified",
      severity: "warning",
      description: "every dependency is third-party code that must be updated and audited",
      detection: "a library for something that a few lines or the platform can do",
      recommendation: "use the platform or existing code, or state why the library is needed",
    },
  ],
  state: [
    {
      id: "ar-state-01",
      name: "Each piece of state has one owner",
      severity: "major",
      description: "two writers of the same state eventually disagree",
      detection: "the same record written by two services, or a cache that is written to directly",
      recommendation: "name one owner and make all other code go through it",
    },
    {
      id: "ar-concurrency-01",
      name: "Concurrent updates are safe",
      severity: "major",
      description: "a separate read and write can overwrite a concurrent change",
      detection: "read-modify-write without a lock, a version check or a single statement",
      recommendation: "use one atomic statement, or compare the version on write",
    },
  ],
  growth: [
    {
      id: "ar-growth-01",
      name: "Cost scales with the input",
      severity: "major",
      description: "code that is fast with ten rows can time out with a million",
      detection:
        "queries inside loops, nested iteration over the same list, whole data sets loaded into memory",
      recommendation: "batch queries, use an index or a map, and paginate",
    },
    {
      id: "ar-operate-01",
      name: "Operators can observe and control it",
      severity: "warning",
      description: "a job that cannot be monitored, stopped or rerun causes long outages",
      detection: "jobs without logging, a limit, an end condition or a safe way to rerun them",
      recommendation: "log start and end, set limits, and make the job idempotent",
    },
  ],
};

/** Rules of the architecture reviewer. */
export const ARCHITECTURE_RULES = rulesOf("architecture-reviewer", BY_CATEGORY);
