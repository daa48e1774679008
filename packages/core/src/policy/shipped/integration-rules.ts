import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  contracts: [
    {
      id: "in-contract-01",
      name: "Existing callers keep working",
      severity: "critical",
      description: "callers are not updated at the same time as the interface",
      detection: "fields, routes, parameters or events that are removed, renamed or made required",
      recommendation:
        "add the new form beside the old one, migrate the callers, then remove the old one",
    },
    {
      id: "in-contract-02",
      name: "All callers are updated",
      severity: "major",
      description: "a caller that was missed fails in production",
      detection: "a changed signature or meaning with uses outside the change",
      recommendation: "search for all uses, including other packages, scripts and documentation",
    },
    {
      id: "in-errors-01",
      name: "Failures of other systems are handled",
      severity: "major",
      description: "other systems are regularly slow, unavailable or wrong",
      detection: "no timeout, no status check, a response used without parsing",
      recommendation: "set a timeout, parse the response, and define what happens without it",
    },
  ],
  data: [
    {
      id: "in-migration-01",
      name: "Old and new code can run together",
      severity: "critical",
      description: "both versions use the same tables during a rollout",
      detection: "columns dropped, renamed or made required in the release that stops using them",
      recommendation: "add, backfill and switch, then remove in a later release",
    },
    {
      id: "in-migration-02",
      name: "Migrations are repeatable and reversible",
      severity: "major",
      description: "a migration that fails halfway must not need manual repair",
      detection: "steps that fail on a second run, long locks, data deleted without a backup",
      recommendation: "use small idempotent steps with a way to roll back",
    },
    {
      id: "in-format-01",
      name: "Stored and sent data is versioned",
      severity: "warning",
      description: "later releases must read data that this release writes",
      detection: "a changed format of messages, files or cached values without a version",
      recommendation: "add a version, and support the old one as long as it can occur",
    },
  ],
};

/** Rules of the integration reviewer. */
export const INTEGRATION_RULES = rulesOf("integration-reviewer", BY_CATEGORY);
