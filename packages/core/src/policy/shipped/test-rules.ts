import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  "test-value": [
    {
      id: "tq-proof-01",
      name: "The test fails without the change",
      severity: "major",
      description: "a test that passes either way proves nothing about the change",
      detection: "assertions that also pass on the old code",
      recommendation: "revert the change, see the test fail, and restore the change",
    },
    {
      id: "tq-exact-01",
      name: "Expectations are exact",
      severity: "warning",
      description: "a loose expectation accepts wrong results",
      detection: "truthy, defined, any of, greater than zero, where the value is known",
      recommendation: "expect the exact value",
    },
    {
      id: "tq-failure-01",
      name: "Failure paths are tested",
      severity: "warning",
      description: "error handling runs rarely, so bugs in it go unnoticed",
      detection: "errors, timeouts and refusals that no test reaches",
      recommendation: "trigger each failure in a test and assert what the caller sees",
    },
  ],
  "test-trust": [
    {
      id: "tq-double-01",
      name: "Test doubles behave like the real thing",
      severity: "major",
      description: "a test against an inaccurate test double passes while the product fails",
      detection:
        "mocks of the project's own code, test doubles that never fail, invented responses",
      recommendation: "use the real component where it can run, or record its real responses",
    },
    {
      id: "tq-alone-01",
      name: "Tests are independent",
      severity: "major",
      description: "a test that depends on another one fails when it is run alone",
      detection: "shared records, order dependence, state left behind",
      recommendation: "let each test create and clean up its own data",
    },
    {
      id: "tq-name-01",
      name: "Test names state the expected behaviour",
      severity: "info",
      description: "the name is the first thing a person reads when the test fails",
      detection: "names such as works, test 1 or the name of the function",
      recommendation: "write the sentence that is true when the test passes",
    },
  ],
};

/** Rules of the test reviewer. */
export const TEST_RULES = rulesOf("test-reviewer", BY_CATEGORY);
