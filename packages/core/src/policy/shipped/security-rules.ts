import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  access: [
    {
      id: "sec-access-01",
      name: "Every entry checks who may",
      severity: "critical",
      description: "one unchecked entry is open to everybody",
      detection: "a route, job or message handler without a check of identity and right",
      recommendation: "check at the entry, refuse by default",
    },
    {
      id: "sec-access-02",
      name: "Ids from outside are not trusted",
      severity: "critical",
      description: "a guessed id opens the data of others",
      detection: "a record loaded by an id of the request without its owner",
      recommendation: "ask for the record together with the actor that may see it",
    },
    {
      id: "sec-session-01",
      name: "Sessions end and cannot be taken over",
      severity: "major",
      description: "a stolen or endless session is a password that cannot be changed",
      detection:
        "tokens without an end, cookies without the safe attributes, no renewal after sign-in",
      recommendation: "limit, renew and revoke them",
    },
  ],
  injection: [
    {
      id: "sec-injection-01",
      name: "Text never becomes code",
      severity: "critical",
      description: "an input that is run belongs to whoever wrote it",
      detection: "queries, shell commands, templates or paths built from input",
      recommendation:
        "pass parameters, use lists of arguments, and check paths after resolving them",
    },
    {
      id: "sec-injection-02",
      name: "Output fits its place",
      severity: "major",
      description: "a text from one user runs in the page or terminal of another",
      detection: "raw HTML, unescaped attributes, control characters in terminals or logs",
      recommendation: "escape for the place where it is shown",
    },
    {
      id: "sec-injection-03",
      name: "A model's answer is untrusted input",
      severity: "critical",
      description: "whoever writes into a prompt writes into the answer",
      detection: "tools, commands or decisions driven by free text of a model or a fetched page",
      recommendation: "allow typed answers alone, and check them like any request",
    },
  ],
  "data-protection": [
    {
      id: "sec-secrets-01",
      name: "Secrets stay out of logs and answers",
      severity: "critical",
      description: "a logged secret is a leaked one",
      detection: "tokens, passwords or personal data in logs, errors, traces or prompts",
      recommendation: "leave them out at the source",
    },
    {
      id: "sec-crypto-01",
      name: "Known methods, right parameters",
      severity: "critical",
      description: "home-made or outdated methods look safe and are not",
      detection:
        "fast hashes for passwords, fixed keys or nonces, comparison that stops early, weak randomness",
      recommendation: "use the vetted function of the platform with its present parameters",
    },
    {
      id: "sec-personal-01",
      name: "Only needed personal data",
      severity: "major",
      description: "what is not kept cannot leak",
      detection: "new fields, logs or exports of personal data without a purpose and an end",
      recommendation: "drop them, or name purpose, access and retention",
    },
  ],
  supply: [
    {
      id: "sec-supply-01",
      name: "Dependencies are known and pinned",
      severity: "major",
      description: "a new dependency runs with all our rights",
      detection:
        "new or moved dependencies, install scripts, versions that are not pinned, sources other than the registry",
      recommendation: "justify it, pin it, and keep scripts off",
    },
    {
      id: "sec-supply-02",
      name: "Automation has the least rights",
      severity: "major",
      description: "a workflow with broad rights is the shortest way in",
      detection: "wide tokens, steps that are not pinned, code of a change run with secrets",
      recommendation: "narrow the rights, pin by digest, and keep secrets from untrusted code",
    },
    {
      id: "sec-limits-01",
      name: "Work from outside is bounded",
      severity: "major",
      description: "one request can take the service down",
      detection:
        "unbounded lists, uploads, recursion, expressions that backtrack, missing limits of rate",
      recommendation: "bound size, time and number, and refuse early",
    },
  ],
};

/** What the security reviewer looks for. */
export const SECURITY_RULES = rulesOf("security-reviewer", BY_CATEGORY);
