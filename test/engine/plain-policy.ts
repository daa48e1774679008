/** A policy of which every part can run here: built-in checks alone, then the owner, and no grace. */
export function plainPolicy(owner: string) {
  return {
    people: { owner: [owner] },
    policies: [
      {
        id: "universal",
        when: "always",
        require: [{ reviewer: "integrity" }, { reviewer: "secrets" }],
        priority: 100,
        description: "Every change",
      },
    ],
    rules: [],
    modes: { default: "per-task" },
    chains: { code: ["self"], internal_document: ["self"] },
    inferTypes: [],
    checks: [],
    prepare: { run: null },
    merge: { graceSeconds: 0 },
  };
}
