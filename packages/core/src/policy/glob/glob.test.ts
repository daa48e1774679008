import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { compileGlob, compileGlobs, matchesGlob } from "./glob.ts";

function matches(pattern: string, path: string): boolean {
  const compiled = compileGlob(pattern);
  if (!compiled.ok) throw new Error(`${pattern}: ${compiled.reason}`);
  return matchesGlob(compiled.glob, path);
}

function reasonAgainst(pattern: string): string | undefined {
  const compiled = compileGlob(pattern);
  return compiled.ok ? undefined : compiled.reason;
}

describe("matchesGlob", () => {
  it.each([
    ["*", "a", true],
    ["*", "a/b", false],
    ["*.ts", ".ts", true],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/a/b.ts", false],
    ["**", "a/b/c", true],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "a/b/c.ts", true],
    ["**/*.ts", "a/b/c.tsx", false],
    ["src/**", "src/a/b", true],
    ["src/**", "src", true],
    ["src/**", "srcs/a", false],
    ["src/**/test/*.ts", "src/test/a.ts", true],
    ["src/**/test/*.ts", "src/x/y/test/a.ts", true],
    ["src/**/test/*.ts", "src/xtest/a.ts", false],
    ["**/**/a", "a", true],
    ["a/**/**", "a/b", true],
    ["**/billing/**", "billing/x.ts", true],
    ["**/billing/**", "a/billing/x.ts", true],
    ["**/billing/**", "a/rebilling/x.ts", false],
    ["?.ts", "a.ts", true],
    ["?.ts", "ab.ts", false],
    ["?.ts", "/.ts", false],
    ["?.ts", "😀.ts", true],
    ["[abc].ts", "b.ts", true],
    ["[a-c].ts", "d.ts", false],
    ["[!a-c].ts", "d.ts", true],
    ["[^a-c].ts", "a.ts", false],
    ["x[!a]y", "x/y", false],
    ["x[/]y", "x/y", false],
    ["[a-]x", "-x", true],
    ["[\\]]x", "]x", true],
    ["[α-ω]x", "λx", true],
    ["*.{ts,tsx}", "a.tsx", true],
    ["{src,test}/{a,b}.ts", "test/b.ts", true],
    ["{src,{lib,app}/x}/*.ts", "lib/x/a.ts", true],
    ["{src,{lib,app}/x}/*.ts", "lib/a.ts", false],
    ["{a,**}/b", "x/y/b", true],
    ["{a/**,b}/c", "a/c", true],
    ["a{,.min}.js", "a.min.js", true],
    ["a{,.min}.js", "a.js", true],
    ["[{,}]x", ",x", true],
    ["\\*.ts", "*.ts", true],
    ["\\*.ts", "a.ts", false],
    ["a\\{b", "a{b", true],
    ["{a\\,b,c}", "a,b", true],
    ["app/(group)/page.tsx", "app/(group)/page.tsx", true],
    ["a,b", "a,b", true],
    [".github/**", ".github/workflows/ci.yml", true],
    ["**/CODEOWNERS", ".github/CODEOWNERS", true],
    ["*.TS", "a.ts", false],
  ])("%s on %s is %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it("tells for many patterns whether any of them matches", () => {
    const isDocs = compileGlobs(["docs/**", "**/*.md"]);

    expect(["docs/a.png", "src/README.md", "src/a.ts"].map(isDocs)).toEqual([true, true, false]);
    expect(() => compileGlobs(["docs/**", "!a"])).toThrow(
      "compileGlobs: !a: a leading !; patterns cannot exclude",
    );
  });
});

describe("compileGlob refuses", () => {
  it.each([
    ["", "an empty pattern"],
    ["{,a}", "an empty pattern"],
    ["!src/**", "a leading !; patterns cannot exclude"],
    ["a".repeat(257), "longer than 256 characters"],
    ["/src/*", "a leading slash; paths start at the repository's root without one"],
    ["src/", "a trailing slash; write folder/** for what is in a folder"],
    ["a//b", "an empty segment (//)"],
    ["./a", "a segment . or .."],
    ["a/../b", "a segment . or .."],
    ["**.ts", "a ** that is not a whole segment; write **/*.ts"],
    ["a/b**", "a ** that is not a whole segment; write **/*.ts"],
    ["***/a", "a ** that is not a whole segment; write **/*.ts"],
    ["{a,b*}*/c", "a ** that is not a whole segment; write **/*.ts"],
    ["**/a/".repeat(9).slice(0, -1), "more than 8 double stars"],
    ["@(a|b)", "@( is not supported; escape the bracket as \\( if it is part of the name"],
    ["+(a)", "+( is not supported; escape the bracket as \\( if it is part of the name"],
    ["a!(b)", "!( is not supported; escape the bracket as \\( if it is part of the name"],
    ["?(a)", "?( is not supported; escape the bracket as \\( if it is part of the name"],
    ["*(a)", "*( is not supported; escape the bracket as \\( if it is part of the name"],
    ["a\\", "a backslash at the end of a segment"],
    ["[abc", "a [ without its ]"],
    ["a[]b", "an empty set []"],
    ["a[!]b", "an empty set []"],
    ["[z-a]", "a range that runs backwards, as in [z-a]"],
    ["[[:alpha:]]", "a named set such as [:alpha:]"],
    ["{a,b", "a { without its }"],
    ["a}", "a } without its {"],
    ["{a}", "braces with a single alternative; write {a,b}, or \\{ for the character"],
    ["{1..3}", "a range in braces; list the alternatives, as in {1,2,3}"],
    ["{a,b}".repeat(7), "braces that stand for more than 100 patterns"],
    [`{${"a,".repeat(101)}b}`, "braces that stand for more than 100 patterns"],
  ])("%s", (pattern, reason) => {
    expect(reasonAgainst(pattern)).toBe(reason);
  });

  it("nothing of up to 100 alternatives, 8 double stars and 256 characters", () => {
    expect(reasonAgainst("{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}")).toBeUndefined();
    expect(reasonAgainst("**/a/".repeat(8).slice(0, -1))).toBeUndefined();
    expect(reasonAgainst("a".repeat(256))).toBeUndefined();
  });
});

describe("the answer is picomatch's", () => {
  const patterns = [
    ...["*", "**", "*.ts", "**/*.ts", "src/**", "src/*", "src/**/*.ts", "**/src/**", "src/**/a.ts"],
    ...["*.{ts,tsx}", "{src,test}/**", "**/{a,b}.*", "{src,{test,lib}/x}/*.ts", "a?.ts", "??.ts"],
    ...["[ab].ts", "[^ab].ts", "[a-z]*.ts", ".github/**", "**/.*", "*-*", "s*c/*", "**/*test*/*"],
    ...["*a*b*", "**/a/**/b/**", "a/b", "src/a.ts", "**/a", "a/**/b", "\\*.ts", "*.test.{js,ts}"],
  ];
  const paths = [
    ...[
      "a",
      "b",
      "ab",
      "a.ts",
      "b.ts",
      "ab.ts",
      "a.tsx",
      "a.test.ts",
      "x-y",
      "axbx",
      ".ts",
      ".env",
    ],
    ...["src/a.ts", "src/x/a.ts", "src/x/y/b.tsx", "src/.hidden", "test/a.js", "test/x/a.ts"],
    ...[
      "lib/src/a.ts",
      "lib/x/a.ts",
      ".github/workflows/ci.yml",
      "a/b",
      "a/x/b",
      "a/x/y/b",
      "a/b/c",
    ],
    ...["x/a/y/b/z", "mytests/deep/c.md", "x/mytest", "srcs/a.ts", "*.ts", "src/b/a/c.ts"],
  ];

  const pairs = patterns.flatMap((pattern) => paths.map((path) => ({ pattern, path })));

  it(`for ${pairs.length} ordinary pairs`, () => {
    const different = pairs.filter(({ pattern, path }) => {
      const options = { dot: true, nonegate: true, noextglob: true };
      return matches(pattern, path) !== picomatch(pattern, options)(path);
    });
    const matched = pairs.filter(({ pattern, path }) => matches(pattern, path)).length;

    expect(different).toEqual([]);
    expect(matched).toBe(143);
  });

  it("but for a folder whose name has a star: it matches like any other folder", () => {
    expect(matches("my*/**", "mytest")).toBe(true);
    expect(picomatch("my*/**", { dot: true })("mytest")).toBe(false);
  });
});
