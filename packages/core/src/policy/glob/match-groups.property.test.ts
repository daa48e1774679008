import fc from "fast-check";
import { expect, it } from "vitest";
import { cpuMs } from "../../testing/cpu-ms.ts";
import { times } from "../../testing/scale.ts";
import { compileGlobs } from "./glob.ts";
import { matchGroups } from "./match-groups.ts";

const word = fc.constantFrom(
  "a",
  "ab",
  "src",
  "auth",
  "auth-ui",
  "test",
  "é",
  "\u{1F600}x",
  ".env",
);
const part = fc.oneof(
  word,
  fc.constantFrom("*", "**", "*.ts", "{src,lib}", "a?b", "[a-c]uth", "*-ui"),
);
const glob = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("/"))
  .filter((pattern) => {
    try {
      compileGlobs([pattern]);
      return true;
    } catch {
      return false;
    }
  });
const file = fc.constantFrom("a.ts", "b.tsx", "x", "auth", ".env.local", "axb");
const path = fc
  .tuple(fc.array(word, { maxLength: 4 }), file)
  .map(([folders, name]) => [...folders, name].join("/"));

/** So many paths that nothing ever matches, that the index is used. */
const CROWD = Array.from({ length: 50_000 }, (_, n) => `nowhere-${n}`);

it("gives the same groups by the index as by looking at every pattern for every path", () => {
  const met = { some: 0, none: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.record({ globs: fc.array(glob, { minLength: 1, maxLength: 4 }) }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.array(path, { minLength: 1, maxLength: 8 }),
      (groups, paths) => {
        const all = [...paths, ...CROWD];
        const found = matchGroups(groups, all);
        const plain = groups.filter(({ globs }) => all.some(compileGlobs(globs)));
        expect(found).toEqual(plain);
        met[found.length > 0 ? "some" : "none"] += 1;
      },
    ),
    { numRuns: times(60, 10) },
  );
  expect(met.some).toBeGreaterThan(0);
});

it("does not try a pattern again at each place of a long path", () => {
  const group = { globs: ["**/aaa*b*c/**", "**/aaa?"] };
  const of = (length: number) => Array.from({ length: 200 }, () => "a".repeat(length));
  const timeFor = (length: number): number => {
    const began = cpuMs();
    expect(matchGroups([group], [...of(length), ...CROWD])).toEqual([]);
    return cpuMs() - began;
  };
  timeFor(100);
  const some = Math.max(5, Math.min(timeFor(500), timeFor(500)));
  expect(Math.min(timeFor(4_000), timeFor(4_000)) / some).toBeLessThan(40);
});

const GROUPS = Array.from({ length: 50 }, (_, group) => ({
  globs: Array.from({ length: 10 }, (__, n) => globOf(group, n)),
}));

/** Patterns as people write them; only those of the last group are ever met. */
function globOf(group: number, n: number): string {
  if (group === 49) return `src/part-${n}/**/*.{ts,tsx}`;
  const forms = [
    `**/{area-${group}-${n},other-${group}}/**`,
    `services/${group}/**/*-${n}.sql`,
    `**/*.kind-${group}-${n}`,
  ];
  return forms[n % forms.length] ?? "";
}

it("takes for 100,000 paths and 500 patterns hardly more than ten times as long as for 10,000", () => {
  const pathsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => `src/part-${n % 97}/feature-${n % 1_009}/file-${n}.ts`);
  const some = pathsOf(10_000);
  const all = pathsOf(100_000);
  const timeFor = (paths: readonly string[]): number => {
    const began = cpuMs();
    expect(matchGroups(GROUPS, paths)).toEqual([GROUPS[49]]);
    return cpuMs() - began;
  };
  timeFor(some);
  const short = Math.max(20, Math.min(...[1, 2, 3].map(() => timeFor(some))));
  const long = Math.min(...[1, 2, 3].map(() => timeFor(all)));
  expect(long / short).toBeLessThan(25);
  expect(long).toBeLessThan(10_000);
});
