import { loadPolicy, type Policy } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { sketchChange } from "../review/checks/testing/sketch-change.ts";
import { readPolicyChange } from "./read-policy-change.ts";
import { createPolicyFiles, type Tree } from "./testing/policy-repository.ts";

const { content } = sketchChange([]).change;

function inForce(): Policy {
  const loaded = loadPolicy({ limits: { attempts: 2 } });
  if (!loaded.ok) throw new Error("The policy in force cannot be read");
  return loaded.policy;
}

async function read(before: Tree, after: Tree) {
  return await readPolicyChange(createPolicyFiles(content, before, after), content, inForce());
}

const BROKEN = { "countersign.json": '{ "limits": { "attempts": 0 } }' };
const PROBLEM = "limits.attempts: Must be at least 1";

describe("a change on a target whose policy is unreadable already", () => {
  it("has nothing to do with it where it leaves the policy alone", async () => {
    const after = { ...BROKEN, "src/a.ts": "1" };
    expect(await read(BROKEN, after)).toEqual({
      bases: [],
      effect: "none",
      problem: "",
      loosened: [],
    });
  });

  it("is told about it where it edits the policy and does not repair it", async () => {
    const after = { "countersign.json": `${BROKEN["countersign.json"]}\n` };
    expect(await read(BROKEN, after)).toEqual({
      bases: [],
      effect: "unreadable",
      problem: PROBLEM,
    });
  });

  it("is compared with the policy in force where it repairs it", async () => {
    expect(await read(BROKEN, { "countersign.json": "{}" })).toMatchObject({
      effect: "changed",
      loosened: [{ key: "limits.attempts", before: "2", after: "3" }],
    });
  });
});
