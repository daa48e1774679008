import { randomBytes } from "node:crypto";
import { toShown } from "@countersign/core";
import { expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const COUNT = 200;
const secrets = Array.from({ length: COUNT }, () => `canary${randomBytes(10).toString("hex")}`);
let used = 0;

/** The next secret, in a text such as people and agents write. */
function secret(): string {
  used += 1;
  return `the key is ${secrets[(used - 1) % COUNT]} as agreed`;
}

process.env.CANARY_TOKEN = secret();
const policy = {
  ...POLICY,
  limits: { attempts: 1 },
  checks: [
    { id: "tests", run: `echo '${secret()}'; echo '${secret()}' >&2; test ! -e broken.txt` },
  ],
};
const { engine, shop, agent, ana, key, until, lines } = await openEngine(policy);

async function handIn(file: string): Promise<string> {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(file, `${secret()}\n`);
  shop.commit(secret());
  shop.git("branch", "--force", `work-${file.replace(".", "-")}`);
  const { task } = await engine.createTask(agent, key(), { title: secret(), repo: "shop" });
  await engine.submitWork(agent, key(), {
    task,
    from: { branch: `work-${file.replace(".", "-")}` },
    signal: "DONE",
    summary: secret(),
  });
  return task;
}

it("tells how reviews went, and none of 200 secrets that passed through [R-220] [R-221]", async () => {
  const broken = await handIn("broken.txt");
  const rejected = await handIn("plain.txt");
  await until(broken, ({ phase }) => phase.is === "held");
  await until(rejected, ({ round }) => round?.plan !== null && round?.plan !== undefined);
  for (let n = 0; n < 20; n += 1)
    await engine
      .command(agent, key(), rejected, {
        type: "report_event",
        trigger: "manual",
        summary: secret(),
      })
      .catch(() => undefined);
  const shown = toShown(await engine.task(ana, rejected));
  await engine.command(ana, key(), rejected, { type: "reject", ...shown, reason: secret() });
  while (used < COUNT) {
    const held = toShown(await engine.task(ana, broken));
    const refused = [
      engine.task(ana, secret()),
      engine.findTask(ana, secret()),
      engine.command(ana, secret().replaceAll(" ", "-"), broken, { type: "claim" }),
      engine.createTask(ana, key(), { title: secret(), repo: secret() }),
      engine.addRepository(ana, { path: `/nowhere/${secret()}` }),
      engine.command(ana, key(), broken, { type: "cancel", ...held, reason: secret() }),
    ];
    await Promise.allSettled(refused);
  }

  const log = lines.join("\n");
  expect(log).toContain('"prefix":"[REVIEW-ESCALATION]"');
  expect(log).toContain('"event":"escalated_for_human_review"');
  expect(log).toContain('"prefix":"[REVIEW-REJECTED]"');
  expect(log).toContain('"event":"submitted_review_result"');
  expect(secrets.filter((canary) => log.includes(canary))).toEqual([]);
}, 300_000);
