import { describe, expect, it } from "vitest";
import { findingsIn, rulesAndLines } from "../testing/findings-in.ts";

const found = async (path: string, before: string, after: string | null) =>
  rulesAndLines(await findingsIn("weakened-tests", [{ path, before, after }]));

describe("weakened tests", () => {
  it.each([
    ["src/a.test.ts", "expect(a).toBe(1);\nx\n", "x\n", "wt-assertion-01"],
    ["tests/test_a.py", "assert a == 1\nx\n", "x\n", "wt-assertion-01"],
    ["a_test.go", 't.Fatal("no")\nx\n', "x\n", "wt-assertion-01"],
    ["src/test/java/ATest.java", "assertEquals(1, a);\nx\n", "x\n", "wt-assertion-01"],
    ["tests/a.rs", "assert_eq!(a, 1);\nx\n", "x\n", "wt-assertion-01"],
    ["spec/a_spec.rb", "expect(a).to eq(1)\nx\n", "x\n", "wt-assertion-01"],
    ["src/a.test.ts", 'it("a", f);\n', 'it.skip("a", f);\n', "wt-skip-01"],
    ["tests/test_a.py", "def test_a():\n", "@pytest.mark.skip\ndef test_a():\n", "wt-skip-01"],
    ["a_test.go", "x\n", 'x\nt.Skip("later")\n', "wt-skip-01"],
    ["src/test/java/ATest.java", "x\n", "@Disabled\nx\n", "wt-skip-01"],
    ["tests/a.rs", "x\n", "#[ignore]\nx\n", "wt-skip-01"],
    ["spec/a_spec.rb", "x\n", "skip 'later'\nx\n", "wt-skip-01"],
    ["src/a.test.ts", "x\n", null, "wt-deleted-01"],
    ["vitest.config.ts", "lines: 90,\n", "lines: 80,\n", "wt-threshold-01"],
    ["pyproject.toml", "fail_under = 90\n", "fail_under = 80\n", "wt-threshold-01"],
    ["src/a.test.ts", "{ timeout: 1_000 }\n", "{ timeout: 9_000 }\n", "wt-timeout-01:1"],
    ["vitest.config.ts", "testTimeout: 5000,\n", "testTimeout: 50000,\n", "wt-timeout-01:1"],
  ])("are found in %s: %j becomes %j", async (path, before, after, rule) => {
    expect(await found(path, before, after)).toEqual([rule]);
  });

  it.each([
    ["src/a.test.ts", "expect(a).toBe(1);\n", "expect(a).toBe(2);\n"],
    ["src/a.ts", "assert(a);\nx\n", "x\n"],
    ["src/a.ts", "x\n", null],
    ["src/a.test.ts", 'it.skip("a", f);\n', 'it("a", f);\n'],
    ["vitest.config.ts", "lines: 80,\n", "lines: 90,\n"],
    ["src/a.test.ts", "{ timeout: 9_000 }\n", "{ timeout: 1_000 }\n"],
    ["src/client.ts", "timeout: 1000\n", "timeout: 9000\n"],
  ])("are not in %s: %j becomes %j", async (path, before, after) => {
    expect(await found(path, before, after)).toEqual([]);
  });
});
