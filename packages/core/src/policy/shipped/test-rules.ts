import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  "test-value": [
    {
      id: "tq-proof-01",
      name: "The test fails without the change",
      severity: "major",
      description: "a test that passes either way proves nothing about the change",
      detection: "assertions that the old code would pass too",
      recommendation: "take the change out, see the test fail, put it back",
    },
    {
      id: "tq-exact-01",
      name: "Expectations are exact",
      severity: "warning",
      description: "a loose expectation lets wrong results through",
      detection: "truthy, defined, any of, greater than zero, where the value is known",
      recommendation: "expect the value itself",
    },
    {
      id: "tq-failure-01",
      name: "Failures are tested too",
      severity: "warning",
      description: "the way out of an error is the code that is run least",
      detection: "errors, time limits and refusals that no test reaches",
      recommendation: "let each happen once in a test, and expect what the caller sees",
    },
  ],
  "test-trust": [
    {
      id: "tq-double-01",
      name: "Stand-ins behave like the real thing",
      severity: "major",
      description: "a test against a wrong stand-in passes while the product fails",
      detection: "mocks of our own code, stand-ins that never fail, answers nobody ever saw",
      recommendation: "use the real part where it can run, else record its real answers",
    },
    {
      id: "tq-alone-01",
      name: "Each test stands alone",
      severity: "major",
      description: "a test that needs another one fails when it is run by itself",
      detection: "shared records, an order that matters, state left behind",
      recommendation: "let each make what it needs and take it away again",
    },
    {
      id: "tq-name-01",
      name: "The name says what must hold",
      severity: "info",
      description: "the name is what a person reads when it fails",
      detection: "names such as works, test 1 or the name of the function",
      recommendation: "write the sentence that is true when the test passes",
    },
  ],
};

/** What the test reviewer looks for. */
export const TEST_RULES = rulesOf("test-reviewer", BY_CATEGORY);
