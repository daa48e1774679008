import { type Examples, newFileExample } from "../example.ts";

/** Examples for the rules of the test reviewer. */
export const TEST_EXAMPLES: Examples = {
  "tq-proof-01": newFileExample(
    "src/sort.test.ts",
    'it("sorts names", () => expect(sort(["a", "b"])).toEqual(["a", "b"]));',
    'it("sorts names", () => expect(sort(["b", "a"])).toEqual(["a", "b"]));',
  ),
  "tq-exact-01": newFileExample(
    "src/total.test.ts",
    "expect(total([1, 2])).toBeGreaterThan(0);",
    "expect(total([1, 2])).toBe(3);",
  ),
  "tq-failure-01": newFileExample(
    "src/rates.test.ts",
    'it("loads rates", async () => expect(await load()).toEqual(RATES));',
    'it("loads rates", async () => expect(await load()).toEqual(RATES));\nit("says that there are none when the server is gone", async () =>\n  expect(await load({ server: GONE })).toEqual({ none: "The server does not answer" }));',
  ),
  "tq-double-01": newFileExample(
    "src/store.test.ts",
    'vi.mock("./store.ts", () => ({ save: () => true }));',
    "const store = await openStore(await testDatabase());",
  ),
  "tq-alone-01": newFileExample(
    "src/cart.test.ts",
    'const cart = new Cart();\nit("adds", () => cart.add(1));\nit("has one", () => expect(cart.size).toBe(1));',
    'it("has what was added", () => {\n  const cart = new Cart();\n  cart.add(1);\n  expect(cart.size).toBe(1);\n});',
  ),
  "tq-name-01": newFileExample(
    "src/discount.test.ts",
    'it("works", () => {});',
    'it("takes a tenth off from the fifth order on", () => {});',
  ),
};
