import { localActor } from "../../packages/cli/src/local-engine/settings/local-actor.ts";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { CART, DISCOUNTED, LINT, LOGIN, PRICES, ROUNDED, SEARCH, USERS } from "./shop-files.ts";

/** A small shop whose agents have submitted work of the kinds that an inbox holds. */
export type SampleShop = {
  stage: Stage;
  /** The second round of a change that was sent back. */
  returned: string;
  /** A change with findings, one of them without a place. */
  found: string;
  /** An agent submits files from a new branch. */
  submit(title: string, files: Readonly<Record<string, string>>): Promise<string>;
};

const POLICY = {
  version: 1,
  people: { owner: [localActor()] },
  agentReviewers: "none",
  prepare: { run: null },
  checks: [{ id: "lint", run: "node lint.mjs", format: "rdjson" }],
  gate: { needsFixes: "flag" },
  merge: { graceSeconds: 1 },
};

const FIRST_REVIEW = `Count units, not lines: ten mugs on one line are a bulk order.

cart.js:9
>   const discount = items.length > 10 ? 0.9 : 1;
Move this into a function with a name.

cart.js:10
>   return sum * discount;
Round to whole cents.`;

/** Opens the shop on a real engine, with more keys of the policy. */
export async function openSampleShop(
  more: Readonly<Record<string, unknown>> = {},
): Promise<SampleShop> {
  const stage = await openStage();
  const { bench } = stage;
  const files = { "cart.js": CART("  return sum;"), "prices.js": PRICES, "lint.mjs": LINT };
  for (const [file, text] of Object.entries(files)) await bench.write(file, text);
  await bench.write("countersign.json", `${JSON.stringify({ ...POLICY, ...more }, null, 2)}\n`);
  await commitAll(stage, "The shop");
  await stage.json(["init", "--yes", "--agents", "none"]);
  await commitAll(stage, "Policy");
  await stage.confirmPolicy();
  const returned = await submitWork(stage, "Give a discount on bulk orders", {
    "cart.js": CART(DISCOUNTED),
  });
  const found = await submitWork(stage, "Sign in with a password", {
    "login.js": LOGIN,
    "users.js": USERS,
  });
  const ready = await submitWork(stage, "Add the price of green tea", {
    "prices.js": PRICES.replace('["tea", 490]', '["tea", 490],\n  ["green-tea", 540]'),
  });
  await submitWork(stage, "Search products by name", { "search.js": SEARCH });
  await isPersonsTurn(stage, returned, 1);
  const asPerson = { COUNTERSIGN_TOKEN: await bench.humanToken() };
  await stage.json(["redo", returned, "--message", FIRST_REVIEW], asPerson);
  await bench.until(returned, ({ state, grace }) => state === "rework" && grace === null);
  await bench.git("switch", "--quiet", branchOf("Give a discount on bulk orders"));
  await bench.write("cart.js", CART(ROUNDED));
  const message = "Counts units, rounds to whole cents, and names the discount.";
  await stage.json(["task", "submit", "--message", message], { CLAUDECODE: "1" });
  await bench.git("switch", "--quiet", "--force", "main");
  await isPersonsTurn(stage, returned, 2);
  for (const task of [found, ready]) await isPersonsTurn(stage, task, 1);
  return { stage, returned, found, submit: (title, files) => submitWork(stage, title, files) };
}

async function isPersonsTurn({ bench }: Stage, task: string, number: number): Promise<void> {
  await bench.until(
    task,
    ({ round, turn }) => round?.number === number && turn.holder === "person",
  );
}

const branchOf = (title: string): string => `agent/${title.toLowerCase().replaceAll(" ", "-")}`;

/** An agent submits files from a branch of its own. */
async function submitWork(
  stage: Stage,
  title: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const { bench, json } = stage;
  await bench.git("switch", "--quiet", "-c", branchOf(title), "main");
  for (const [file, text] of Object.entries(files)) await bench.write(file, text);
  const { task } = await json(["task", "submit", "--title", title], { CLAUDECODE: "1" });
  await commitAll(stage, title);
  await bench.git("switch", "--quiet", "main");
  return task;
}

async function commitAll({ bench }: Stage, message: string): Promise<void> {
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "--allow-empty", "-m", message);
}
