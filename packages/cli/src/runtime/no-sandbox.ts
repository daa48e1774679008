/** What a machine without a working sandbox means for a project. */
export const NO_SANDBOX_EFFECT =
  "checks of projects and agents that review have no result, so a task that needs them is not approved automatically";
