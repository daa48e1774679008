import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  access: [
    {
      id: "sec-access-01",
      name: "Every entry point checks authorization",
      severity: "critical",
      description: "one unchecked entry point is open to everyone",
      detection: "a route, job or message handler without authentication and authorization",
      recommendation: "check at the entry point and deny by default",
    },
    {
      id: "sec-access-02",
      name: "Access by id is checked",
      severity: "critical",
      description: "a guessed id gives access to another user's data",
      detection: "a record loaded by an id of the request without an ownership check",
      recommendation: "include the actor's permission in the query",
    },
    {
      id: "sec-session-01",
      name: "Sessions expire and resist hijacking",
      severity: "major",
      description: "a stolen session that does not expire gives permanent access",
      detection:
        "tokens without an expiry, cookies without security attributes, no renewal after sign-in",
      recommendation: "limit, renew and revoke sessions",
    },
  ],
  injection: [
    {
      id: "sec-injection-01",
      name: "Input is never executed",
      severity: "critical",
      description: "input that is executed lets an attacker run code",
      detection: "queries, shell commands, templates or paths built from input",
      recommendation: "use parameters and argument lists, and check paths after resolving them",
    },
    {
      id: "sec-injection-02",
      name: "Output is escaped for its context",
      severity: "major",
      description: "text from one user can run in another user's page or terminal",
      detection: "raw HTML, unescaped attributes, control characters in terminals or logs",
      recommendation: "escape for the context in which the text is shown",
    },
    {
      id: "sec-injection-03",
      name: "Model output is untrusted input",
      severity: "critical",
      description: "anyone who controls part of a prompt can control the answer",
      detection: "tools, commands or decisions driven by free text from a model or a fetched page",
      recommendation: "accept only typed answers, and validate them like any request",
    },
  ],
  "data-protection": [
    {
      id: "sec-secrets-01",
      name: "Secrets stay out of logs and responses",
      severity: "critical",
      description: "logs are copied, stored and read by many people",
      detection: "tokens, passwords or personal data in logs, errors, traces or prompts",
      recommendation: "remove them at the source",
    },
    {
      id: "sec-crypto-01",
      name: "Cryptography uses vetted algorithms",
      severity: "critical",
      description: "custom or outdated algorithms look safe and are not",
      detection:
        "fast password hashes, fixed keys or nonces, comparison that is not constant-time, weak randomness",
      recommendation: "use the platform's vetted function with current parameters",
    },
    {
      id: "sec-personal-01",
      name: "Only necessary personal data is stored",
      severity: "major",
      description: "data that is not stored cannot leak",
      detection:
        "new fields, logs or exports of personal data without a purpose and a retention period",
      recommendation: "remove them, or state purpose, access and retention",
    },
  ],
  supply: [
    {
      id: "sec-supply-01",
      name: "Dependencies are reviewed and pinned",
      severity: "major",
      description: "a new dependency runs with the full permissions of the project",
      detection:
        "new or updated dependencies, install scripts, unpinned versions, sources other than the registry",
      recommendation: "justify it, pin it, and disable install scripts",
    },
    {
      id: "sec-supply-02",
      name: "Automation has least privilege",
      severity: "major",
      description: "a workflow with broad permissions is an easy target for attackers",
      detection: "broad tokens, unpinned steps, code of a change that runs with access to secrets",
      recommendation: "narrow the permissions, pin by digest, and keep secrets from untrusted code",
    },
    {
      id: "sec-limits-01",
      name: "External requests are bounded",
      severity: "major",
      description: "one unbounded request can take the service down",
      detection:
        "unbounded lists, uploads or recursion, regular expressions that backtrack, missing rate limits",
      recommendation: "limit size, time and count, and reject early",
    },
  ],
};

/** Rules of the security reviewer. */
export const SECURITY_RULES = rulesOf("security-reviewer", BY_CATEGORY);
