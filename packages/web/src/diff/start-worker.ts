import address from "./highlight.worker.ts?worker&url";

type ScriptRules = { createScriptURL(url: string): string };

declare global {
  /** TypeScript's library does not declare it yet. */
  var trustedTypes: { createPolicy(name: string, rules: ScriptRules): ScriptRules } | undefined;
}

/** The page's content security policy allows this one policy. It accepts the address of our own worker alone. */
const policy = globalThis.trustedTypes?.createPolicy("countersign", {
  createScriptURL(url) {
    if (url !== address) throw new TypeError("Not a script of this page");
    return url;
  },
});

export function startHighlightWorker(): Worker {
  return new Worker(policy?.createScriptURL(address) ?? address, { type: "module" });
}
