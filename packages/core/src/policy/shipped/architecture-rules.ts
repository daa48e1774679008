import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  boundaries: [
    {
      id: "ar-boundary-01",
      name: "A module hides how it works",
      severity: "major",
      description: "what others can see they will use, and then it can no longer change",
      detection: "exports of inner helpers, tables or file layouts; callers that know the storage",
      recommendation: "export what callers need, in their words, and keep the rest inside",
    },
    {
      id: "ar-boundary-02",
      name: "Decisions and effects are apart",
      severity: "warning",
      description: "a rule that also writes cannot be tested or repeated without its effects",
      detection: "rules of the business inside handlers, queries or templates",
      recommendation: "compute the decision in a function without effects, then carry it out",
    },
    {
      id: "ar-dependency-01",
      name: "A new dependency earns its place",
      severity: "warning",
      description: "each one is code that somebody else changes and we must follow",
      detection: "a library for what a few lines or the platform already do",
      recommendation: "use what is there, or say what the library does that we could not",
    },
  ],
  state: [
    {
      id: "ar-state-01",
      name: "One owner for each state",
      severity: "major",
      description: "two places that may write one state disagree sooner or later",
      detection: "the same record written by two services, a cache that is also written to",
      recommendation: "name the owner; everybody else asks it",
    },
    {
      id: "ar-concurrency-01",
      name: "Two at once are thought of",
      severity: "major",
      description: "what is read and written in two steps is overwritten by whoever comes between",
      detection: "read, change, write without a lock, a version or one statement",
      recommendation: "do it in one statement, or compare the version when writing",
    },
  ],
  growth: [
    {
      id: "ar-growth-01",
      name: "Work grows no faster than its input",
      severity: "major",
      description: "what is quick with ten rows stands still with a million",
      detection: "queries inside loops, nested walks over the same list, everything in memory",
      recommendation: "ask once for all, use an index or a map, read in pages",
    },
    {
      id: "ar-operate-01",
      name: "It can be operated",
      severity: "warning",
      description: "what cannot be seen, stopped or undone is found out about at night",
      detection: "jobs without a log, a limit, an end or a way to run them again",
      recommendation: "log begin and end, bound it, and make a repeat harmless",
    },
  ],
};

/** What the architecture reviewer looks for. */
export const ARCHITECTURE_RULES = rulesOf("architecture-reviewer", BY_CATEGORY);
