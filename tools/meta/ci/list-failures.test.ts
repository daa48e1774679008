import { expect, it } from "vitest";
import { listFailures, unhandledErrors } from "./list-failures.ts";

const passed = { fullName: "adds", status: "passed", failureMessages: [] };
const failed = { fullName: "sum adds", status: "failed", failureMessages: ["expected 2\nto be 3"] };

it("names the file, the test and the reason of each failure", () => {
  const testResults = [
    { name: "/here/a.test.ts", status: "failed", message: "", assertionResults: [passed, failed] },
    { name: "/here/b.test.ts", status: "passed", message: "", assertionResults: [passed] },
  ];
  expect(listFailures({ testResults }, "/here")).toEqual([
    "a.test.ts › sum adds\n    expected 2\n    to be 3",
  ]);
});

it("names a file that did not load", () => {
  const testResults = [
    { name: "/here/a.test.ts", status: "failed", message: "no such module", assertionResults: [] },
  ];
  expect(listFailures({ testResults }, "/here")).toEqual(["a.test.ts\n    no such module"]);
});

it("cuts a long reason", () => {
  const long = { ...failed, failureMessages: ["x\n".repeat(500)] };
  const testResults = [{ name: "/a", status: "failed", message: "", assertionResults: [long] }];
  expect(listFailures({ testResults }, "/")[0]?.split("\n")).toHaveLength(16);
});

it("shows errors outside of tests, which the report does not contain", () => {
  const esc = String.fromCodePoint(0x1b);
  const output = `ok\n⎯⎯ ${esc}[31mUnhandled Errors${esc}[39m ⎯⎯\nError: connection lost\n`;
  expect(unhandledErrors(output)).toBe("⎯⎯ Unhandled Errors ⎯⎯\nError: connection lost\n");
  expect(unhandledErrors("all passed")).toBeNull();
});
