import { toShown } from "@countersign/core";
import { expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

/** One agent knows security, and no policy asks for it. */
const policy = {
  ...POLICY,
  reviewers: [
    ...["integrity", "secrets"].map((id) => ({
      id,
      name: id,
      kind: "check",
      adapter: "builtin",
      description: "For a test",
    })),
    {
      id: "guard",
      name: "Guard",
      kind: "agent",
      adapter: "http",
      capabilities: ["security"],
      description: "Answers with a credential of its own",
    },
  ],
};

const { engine, shop, ana, agent, signIn, key, until } = await openEngine(policy);
const guard = await signIn({ actor: "guard", role: "reviewer" });
await engine.connectReviewer(guard, "shop");

async function handIn(branch: string, files: Record<string, string>, task?: string) {
  shop.git("checkout", "--quiet", "--detach", "main");
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.commit(`Work on ${branch}`);
  shop.git("branch", "--force", branch);
  const title = `Work on ${branch}`;
  const id = task ?? (await engine.createTask(agent, key(), { title, repo: "shop" })).task;
  const from = { branch };
  await engine.submitWork(agent, key(), { task: id, from, signal: "DONE", summary: "" });
  return id;
}

it("asks besides whom the policies missed, and proposes one entry for all tasks [R-066] [R-067]", async () => {
  const one = await handIn("one", { "src/acl.ts": "export {};\n" });
  const other = await handIn("other", { "lib/csrf.ts": "export {};\n" });
  const plain = await handIn("plain", { "src/sum.ts": "export {};\n" });
  for (const id of [one, other]) {
    const { round } = await until(id, (task) => task.round?.plan != null);
    const asked = round?.plan?.requirements.find((requirement) => requirement.id === "agent:guard");
    expect(asked?.because).toEqual([{ entry: "gaps", fact: round?.plan?.gaps[0]?.concern }]);
    await engine.command(guard, key(), id, {
      type: "record_verdict",
      of: "round",
      number: 1,
      tree: round?.content.tree ?? "",
      requirement: "agent:guard",
      opinion: "approved",
      summary: "",
      findings: [],
      costUsd: 0,
      sandboxed: false,
    });
    await until(id, ({ phase }) => phase.is === "reviewing" && phase.person === "ana");
  }
  await until(plain, ({ phase }) => phase.is === "reviewing" && phase.person === "ana");

  expect(await engine.policyGaps(ana, { repo: "elsewhere" })).toEqual([]);
  expect(await engine.policyGaps(ana, {})).toEqual([
    {
      repo: "shop",
      reviewer: "guard",
      concern: "Files outside the domain auth deal with access, and no security reviewer is asked",
      foundBy: ["gap-rules"],
      tasks: expect.arrayContaining([one, other]),
      proposal: expect.objectContaining({
        id: "gap-access",
        when: { paths: ["lib/**", "src/**"] },
        require: [{ reviewer: "guard", quorum: 1 }],
      }),
    },
  ]);
});

it("tells which findings came back, and how often they were dismissed", async () => {
  const first = await handIn("broken", { "broken.txt": "1\n" });
  await until(first, ({ phase }) => phase.is === "rework");
  expect(await engine.recurringFindings(ana, {})).toEqual([]);
  await handIn("broken", { "broken.txt": "2\n" }, first);
  await until(first, ({ phase, round }) => phase.is === "rework" && round?.number === 2);
  await engine.command(ana, key(), first, {
    type: "dispose",
    ...toShown(await engine.task(ana, first)),
    finding: "F-1",
    as: { is: "dismissed", reason: "known" },
  });
  const second = await handIn("broken-too", { "broken.txt": "3\n" });
  await until(second, ({ findings }) => findings.length > 0);

  const [found, ...others] = await engine.recurringFindings(ana, { repo: "shop" });
  expect(others).toEqual([]);
  expect(found).toMatchObject({ tasks: 2, rounds: 3, dismissed: 2, raisedBy: ["tests"] });
  expect(found?.last).toMatchObject({ task: second, id: "F-1", severity: "major" });
});
