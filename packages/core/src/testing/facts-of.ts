import { normalize } from "../content/normalize.ts";
import type { Content, Facts } from "../content/schema.ts";

/** Content whose tree is named by one hex digit, so that tests read easily. */
export function contentOf(tree: string, base = "b"): Content {
  return {
    repo: "shop",
    target: "main",
    base: base.repeat(40),
    head: tree.repeat(40),
    tree: tree.repeat(40),
  };
}

/** The facts of a change that edits these paths by ten lines each. */
export function factsOf(
  tree: string,
  paths: readonly string[] = ["src/app.ts"],
  base = "b",
): Facts {
  return normalize({
    content: contentOf(tree, base),
    entries: paths.map((path) => ({
      path,
      status: "modified" as const,
      oldMode: "100644",
      newMode: "100644",
      oldId: "0".repeat(40),
      newId: "1".repeat(40),
      added: 10,
      deleted: 0,
    })),
    commits: [],
    patches: [],
    generatedPaths: [],
    keyChanges: [],
    tooLarge: [],
  });
}
