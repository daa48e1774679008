import { type Examples, editExample, newFileExample } from "../example.ts";

/** Examples for the rules of the build reviewer: tests and structure. */
export const BUILD_MORE_EXAMPLES: Examples = {
  "br-tests-01": {
    fails: [{ path: "src/discount.ts", after: "export const discount = (sum) => sum * 0.9;\n" }],
    passes: [
      { path: "src/discount.ts", after: "export const discount = (sum) => sum * 0.9;\n" },
      {
        path: "src/discount.test.ts",
        after: 'it("takes a tenth off", () => expect(discount(100)).toBe(90));\n',
      },
    ],
  },
  "br-tests-02": editExample(
    "weakened-tests",
    "src/total.test.ts",
    ["expect(total([1, 2])).toBe(3);", "total([1, 2]);"],
    ["expect(total([1, 2])).toBe(3);", "expect(total([1, 2, 3])).toBe(6);"],
  ),
  "br-tests-03": newFileExample(
    "src/cart.test.ts",
    "expect(repository.save).toHaveBeenCalledTimes(1);",
    'expect(await cart.load("c-1")).toEqual({ items: ["apple"] });',
  ),
  "br-tests-04": newFileExample(
    "src/average.test.ts",
    'it("averages", () => expect(average([2, 4])).toBe(3));',
    'it("averages", () => expect(average([2, 4])).toBe(3));\nit("has no average of nothing", () => expect(average([])).toBeNull());',
  ),
  "br-tests-05": newFileExample(
    "src/session.test.ts",
    "await sleep(1_000);\nexpect(session.isOver()).toBe(true);",
    "const session = start({ nowMs: 0 });\nexpect(session.isOver({ nowMs: 60_001 })).toBe(true);",
  ),
  "br-tests-06": newFileExample(
    "src/parse.test.ts",
    'it("parses", () => {\n  parse("1,2");\n});',
    'it("parses", () => {\n  expect(parse("1,2")).toEqual([1, 2]);\n});',
  ),
  "br-structure-01": {
    fails: [
      { path: "src/tax.ts", before: "const a=1\n", after: "const a = 2;\n" },
      { path: "src/colours.ts", before: "const red='r'\n", after: 'const red = "r";\n' },
    ],
    passes: [{ path: "src/tax.ts", before: "const a=1\n", after: "const a=2\n" }],
  },
  "br-structure-02": newFileExample(
    "src/load-and-print-and-mail-report.ts",
    "export async function loadAndPrintAndMailReport() {}",
    "export async function loadReport() {}",
  ),
  "br-structure-03": newFileExample(
    "src/domain/price.ts",
    'import { request } from "../http/request.ts";',
    "export function price(item: Item, rates: Rates): Money {}",
  ),
  "br-structure-04": newFileExample(
    "src/handle-data.ts",
    "export function handleData(data) {}",
    "export function parseOrder(body: string): Order {}",
  ),
  "br-structure-05": newFileExample(
    "src/total.ts",
    "// const old = sum(items);\nconst total = exactSum(items);\nif (false) legacy();",
    "const total = exactSum(items);",
  ),
  "br-structure-06": newFileExample(
    "src/export.ts",
    "// the task asks for CSV and a date filter\nexport function toPdf(orders) {}",
    "export function toCsv(orders: readonly Order[], since: Date): string {}",
  ),
};
