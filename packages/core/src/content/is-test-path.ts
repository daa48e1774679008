const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|kts|scala|groovy|cs|fs|vb|php|swift|dart|exs?|erl|clj[cs]?|hs|lua|pl|r|jl|c|cc|cpp|cxx|h|hpp|mm?|sh|bats|t|feature|robot|vue|svelte)$/i;

/** Folders that contain test code, whatever the names of their files. */
const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests?__|specs?|e2e|cypress|androidTest|unittests?|integration[-_]tests?|[A-Za-z0-9_.]+\.Tests?)\//;

/**
 * Common names of test files. The capital in `FooTest` is part of the convention.
 *
 * Paths are untrusted: no pattern may backtrack.
 */
const TEST_NAMES: readonly RegExp[] = [
  /[._-](?:test|tests|spec|specs|cy|e2e)\.[A-Za-z0-9.]{1,20}$/i,
  /^(?:test|tests|spec)\.[A-Za-z0-9]+$/i,
  /^test[_-][^/]*\.(?:py|[cm]?[jt]sx?|rb|php|lua|sh|jl|c|cc|cpp|r)$/i,
  /(?:[A-Za-z0-9_](?:Test|Tests|TestCase|Spec|Specs)|[a-z0-9]IT)\.[A-Za-z]+$/,
  /^(?:Test|IT)[A-Z][A-Za-z0-9_]*\.(?:java|kt|scala|groovy|cs|swift)$/,
  /^conftest\.py$/,
  /\.(?:feature|bats|robot|t)$/i,
];

/** Returns true if a path follows the naming conventions of tests in common languages. */
export function isTestPath(path: string): boolean {
  if (!CODE.test(path)) return false;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return TEST_FOLDER.test(path) || TEST_NAMES.some((pattern) => pattern.test(name));
}
