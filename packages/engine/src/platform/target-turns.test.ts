import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTargetTurns } from "./target-turns.ts";

function recorder() {
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await pause(5);
    seen.push(`${name} ends`);
    return name;
  };
  return { seen, work };
}

test("work on one repository follows one another, in the order of the calls", async () => {
  const turns = createTargetTurns();
  const { seen, work } = recorder();
  const answers = ["a", "b", "c"].map((name) => turns.take("acme", "shop", work(name)));
  expect(await Promise.all(answers)).toEqual(["a", "b", "c"]);
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("repositories and organisations do not wait for one another", async () => {
  const turns = createTargetTurns();
  const { seen, work } = recorder();
  await Promise.all([
    turns.take("acme", "shop", work("a")),
    turns.take("acme", "bank", work("b")),
    turns.take("other", "shop", work("c")),
  ]);
  expect(seen.slice(0, 3)).toEqual(["a begins", "b begins", "c begins"]);
});

test("a failure reaches its own caller, and the next one has its turn", async () => {
  const turns = createTargetTurns();
  const { work } = recorder();
  const failing = turns.take("acme", "shop", async () => {
    throw new Error("no such branch");
  });
  const next = turns.take("acme", "shop", work("next"));
  await expect(failing).rejects.toThrow("no such branch");
  expect(await next).toBe("next");
});
