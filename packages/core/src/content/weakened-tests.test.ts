import { describe, expect, it } from "vitest";
import type { FileFact } from "./schema.ts";
import { findWeakenedTests } from "./weakened-tests.ts";

function file(path: string, fields: Partial<FileFact> = {}): FileFact {
  return {
    path,
    status: "modified",
    kind: "file",
    modeChanged: false,
    binary: false,
    generated: false,
    added: 1,
    deleted: 1,
    ...fields,
  };
}

function patch(...lines: string[]): string {
  return ["diff --git a/x b/x", "--- a/x", "+++ b/x", "@@ -1,9 +1,9 @@", ...lines, ""].join("\n");
}

function signs(path: string, lines: string[], fields: Partial<FileFact> = {}): string[] {
  const found = findWeakenedTests([file(path, fields)], [{ path, patch: patch(...lines) }]);
  return found.map(({ what }) => what);
}

describe("findWeakenedTests", () => {
  it("names a deleted test file", () => {
    const facts = [file("a.test.ts", { status: "deleted" }), file("a.ts", { status: "deleted" })];

    expect(findWeakenedTests(facts, [])).toEqual([{ path: "a.test.ts", what: "test_deleted" }]);
  });

  it("names a test file that was moved to where no test runs", () => {
    const moved = file("a.ts.bak", { status: "renamed", oldPath: "a.test.ts" });

    expect(findWeakenedTests([moved], [])).toEqual([{ path: "a.ts.bak", what: "test_deleted" }]);
  });

  it("says nothing of a test file that was moved to another test path", () => {
    const moved = file("b.test.ts", {
      status: "renamed",
      oldPath: "a.test.ts",
    });

    expect(findWeakenedTests([moved], [])).toEqual([]);
  });

  it.each([
    ["a.test.ts", "  expect(total).toBe(3);"],
    ["a.test.ts", "  assert.equal(total, 3);"],
    ["a.test.ts", "  t.is(total, 3);"],
    ["test_a.py", "    assert total == 3"],
    ["test_a.py", "    self.assertEqual(total, 3)"],
    ["test_a.py", "    with pytest.raises(ValueError):"],
    ["a_test.go", '    t.Errorf("total = %d", total)'],
    ["a_test.go", "    require.NoError(t, err)"],
    ["tests/a.rs", "    assert_eq!(total, 3);"],
    ["ATest.java", "    assertThat(total).isEqualTo(3);"],
    ["ATest.java", "    verify(bank).pay(3);"],
    ["ATests.cs", "    Assert.AreEqual(3, total);"],
    ["ATests.cs", "    total.Should().Be(3);"],
    ["a_spec.rb", "    expect(total).to eq 3"],
    ["a_test.rb", "    assert_equal 3, total"],
    ["ATests.swift", "    XCTAssertEqual(total, 3)"],
    ["a_test.cc", "  EXPECT_EQ(total, 3);"],
    ["ASpec.kt", "    total shouldBe 3"],
    ["t/a.t", "is($total, 3);"],
  ])("sees in %s that the assertion %j was removed", (path, line) => {
    expect(signs(path, [`-${line}`, "+  total;"])).toEqual(["assertion_removed"]);
    expect(signs(path, [`-${line}`, `+${line} `])).toEqual([]);
    expect(signs(path, [`+${line}`])).toEqual([]);
  });

  it.each(["  // expect(a).toBe(1);", "  /* expect(a).toBe(1); */", "  # expect(a).toBe(1)"])(
    "takes an assertion that became the comment %j for removed",
    (line) => {
      expect(signs("a.test.ts", ["-  expect(a).toBe(1);", `+${line}`])).toEqual([
        "assertion_removed",
      ]);
    },
  );

  it.each([
    ["a title", '-  it("should expect and assert", run);', '+  it("adds", run);'],
    ["a comment", "-  // expect(a).toBe(1);", "+"],
    ["a name", "-  unexpected(a);", "+  known(a);"],
  ])("does not take the words of %s for an assertion", (_, ...lines) => {
    expect(signs("a.test.ts", lines)).toEqual([]);
  });

  it.each([
    ["a.test.ts", '  it.skip("adds", () => {});'],
    ["a.test.ts", '  describe.only("sum", () => {});'],
    ["a.test.ts", '  test.concurrent.skip("adds", run);'],
    ["a.test.ts", '  it.todo("adds");'],
    ["a.test.ts", '  xit("adds", run);'],
    ["a.test.ts", '  fdescribe("sum", run);'],
    ["a.test.ts", '  test("adds", { skip: true }, run);'],
    ["a.test.ts", "    t.skip();"],
    ["test_a.py", "@pytest.mark.skip"],
    ["test_a.py", '@pytest.mark.xfail(reason="later")'],
    ["test_a.py", '    pytest.skip("later")'],
    ["test_a.py", '@unittest.skip("later")'],
    ["test_a.py", '        self.skipTest("later")'],
    ["a_test.go", '    t.Skip("later")'],
    ["ATest.java", "    @Ignore"],
    ["ATest.java", '    @Disabled("later")'],
    ["ATest.java", "    @Test(enabled = false)"],
    ["ATests.cs", '    [Fact(Skip = "later")]'],
    ["ATests.cs", "    [Ignore]"],
    ["tests/a.rs", "#[ignore]"],
    ["a_spec.rb", '    skip "later"'],
    ["a_spec.rb", "    pending"],
    ["ATest.php", "        $this->markTestSkipped();"],
    ["ATests.swift", "    throw XCTSkip()"],
    ["a_test.cc", "  GTEST_SKIP();"],
    ["a_test.cc", "TEST(Sum, DISABLED_Adds) {"],
    ["a_test.exs", "  @tag :skip"],
  ])("sees in %s that %j leaves tests out", (path, line) => {
    expect(signs(path, [`+${line}`])).toEqual(["test_skipped"]);
    expect(signs(path, [`-${line}`])).toEqual([]);
    expect(signs(path, [`-${line}`, `+${line} `])).toEqual([]);
    expect(signs("src/app.ts", [`+${line}`])).toEqual([]);
  });

  it("does not take a method called fit or only for a focused test", () => {
    expect(signs("test_model.py", ["+    model.fit(x)", "+    only = 3"])).toEqual([]);
  });

  it("names several signs of one file, each once", () => {
    const lines = ["-  expect(a).toBe(1);", "-  expect(b).toBe(1);", '+  it.skip("a");'];

    expect(signs("a.test.ts", [...lines, '+  it.skip("b");'])).toEqual([
      "assertion_removed",
      "test_skipped",
    ]);
  });

  it("says nothing of what a copied test leaves out, but of what it skips", () => {
    const copied: Partial<FileFact> = {
      status: "copied",
      oldPath: "b.test.ts",
    };

    expect(signs("a.test.ts", ["-  expect(a).toBe(1);"], copied)).toEqual([]);
    expect(signs("a.test.ts", ['+  it.skip("a");'], copied)).toEqual(["test_skipped"]);
  });

  it("does not count the headers of a patch with two parts", () => {
    const part = patch("-assert x").replace("--- a/x", "--- assert x");

    expect(
      findWeakenedTests([file("test_a.py")], [{ path: "test_a.py", patch: part + part }]),
    ).toEqual([{ path: "test_a.py", what: "assertion_removed" }]);
    expect(signs("test_a.py", ["diff --git a/x b/x", "-assert x"])).toEqual([]);
  });
});
