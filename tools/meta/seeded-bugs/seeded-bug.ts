/** A change of code inside one declaration. */
export type Edit = {
  /** The package and the name of a declaration at the top level of one of its files: `core/decide`. */
  in: string;
  /** Code that occurs once in that declaration; white space and trailing commas do not count. */
  code: string;
  /** The code that replaces it. */
  becomes: string;
};

/**
 * A known bug: how to apply it and which tests must fail then, or the package whose tests cover it.
 */
export type SeededBug = { id: string; bug: string } & (Patch | { owner: string });

export type Patch = {
  edits: readonly Edit[];
  tests: readonly string[];
  /** The Vitest project that holds the tests. Default "unit". */
  project?: "unit" | "git" | "attack" | "web";
  /** The title of the only tests to run; left out: all tests of the files. */
  only?: string;
};
