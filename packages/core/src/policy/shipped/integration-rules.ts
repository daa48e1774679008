import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  contracts: [
    {
      id: "in-contract-01",
      name: "Callers are not broken",
      severity: "critical",
      description: "who calls it does not change on the same day",
      detection: "fields, routes, parameters or events that are removed, renamed or made required",
      recommendation: "add beside the old, move the callers, remove later",
    },
    {
      id: "in-contract-02",
      name: "Every caller was found",
      severity: "major",
      description: "the caller that nobody looked for fails first",
      detection: "a changed signature or meaning whose uses are not all in the change",
      recommendation: "search for all uses, also in other packages, scripts and documents",
    },
    {
      id: "in-errors-01",
      name: "Failures of others are answered",
      severity: "major",
      description: "another system is slow, gone or wrong every day",
      detection: "no time limit, no check of the status, an answer trusted without parsing",
      recommendation: "set a limit, parse the answer, and say what happens without it",
    },
  ],
  data: [
    {
      id: "in-migration-01",
      name: "Old and new code run at once",
      severity: "critical",
      description: "during a release both versions use the same tables",
      detection: "columns dropped, renamed or made required in the step that needs them changed",
      recommendation: "add, fill, switch, and remove in a later release",
    },
    {
      id: "in-migration-02",
      name: "A migration can be repeated and undone",
      severity: "major",
      description: "one that stops half way must not need a person at a console",
      detection: "steps that fail on a second run, long locks, data lost without a copy",
      recommendation: "make each step safe to repeat, in small parts, with a way back",
    },
    {
      id: "in-format-01",
      name: "Stored and sent data names its version",
      severity: "warning",
      description: "what was written last year is read by the code of next year",
      detection: "a changed shape of messages, files or cached values without a version",
      recommendation: "add a version, and read the old one as long as it can come",
    },
  ],
};

/** What the integration reviewer looks for. */
export const INTEGRATION_RULES = rulesOf("integration-reviewer", BY_CATEGORY);
