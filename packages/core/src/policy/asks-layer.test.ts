import { expect, it } from "vitest";
import { policyOf } from "../testing/policy-of.ts";
import { asksLayer } from "./asks-layer.ts";

const DEMAND = {
  ...{ id: "owners", when: "always", description: "Owners answer" },
  require: [{ layer: "code_owner" }],
};

it.each<[string, object, boolean]>([
  ["the shipped policy", {}, false],
  ["a chain", { chains: { code: ["self", "code_owner"] } }, true],
  [
    "the chain of a department",
    { chainOverrides: { engineering: { code: ["code_owner"] } } },
    true,
  ],
  ["a policy", { rules: [], policies: [DEMAND] }, true],
  [
    "a policy with a reviewer",
    { rules: [], policies: [{ ...DEMAND, require: [{ reviewer: "secrets" }] }] },
    false,
  ],
])("finds a layer that %s requires: %#", (_, file, expected) => {
  expect(asksLayer(policyOf(file), "code_owner")).toBe(expected);
});
