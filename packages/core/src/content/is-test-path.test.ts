import { describe, expect, it } from "vitest";
import { isTestPath } from "./is-test-path.ts";

describe("isTestPath", () => {
  it.each([
    "src/decide.test.ts",
    "src/decide.property.test.ts",
    "a.spec.jsx",
    "app/user-test.js",
    "cypress/login.cy.ts",
    "login.e2e.ts",
    "__tests__/index.mjs",
    "packages/web/test/setup.ts",
    "tests/unit/billing.py",
    "billing/test_money.py",
    "billing/money_test.py",
    "conftest.py",
    "pkg/money_test.go",
    "tests/money.rs",
    "spec/models/user_spec.rb",
    "test/models/user_test.rb",
    "src/test/java/com/acme/MoneyTest.java",
    "src/MoneyIT.java",
    "ATest.java",
    "TestMoney.java",
    "app/src/androidTest/java/Login.kt",
    "MoneySpec.scala",
    "Acme.Tests/Money.cs",
    "MoneyTests.cs",
    "tests/MoneyTest.php",
    "MoneyTests.swift",
    "test/money_test.exs",
    "t/money.t",
    "features/login.feature",
    "test.js",
    "install.bats",
    "suite/login.robot",
  ])("knows %s as a test", (path) => {
    expect(isTestPath(path)).toBe(true);
  });

  it.each([
    "src/decide.ts",
    "src/latest.ts",
    "src/contest.py",
    "src/testimony.py",
    "src/attestation/sign.ts",
    "src/inspect.ts",
    "src/Protest.java",
    "src/AUDIT.java",
    "src/Testimony.java",
    "src/test",
    "test/fixtures/big.json",
    "test/README.md",
    "tests/__snapshots__/a.snap",
    "docs/testing.md",
    "money.test",
    "latest/index.ts",
    "",
  ])("does not take %s for a test", (path) => {
    expect(isTestPath(path)).toBe(false);
  });
});
