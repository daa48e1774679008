import { expect, it } from "vitest";
import { POLICY } from "../engine/open-engine.ts";
import { openForgeLab } from "./forge-lab.ts";

/** One agent knows security, and no policy asks for it. */
const lab = await openForgeLab({
  ...POLICY,
  reviewers: [
    ...["integrity", "secrets"].map((id) => ({
      ...{ id, name: id, kind: "check", adapter: "builtin", description: "For a test" },
    })),
    {
      ...{ id: "guard", name: "Guard", kind: "agent", adapter: "http" },
      capabilities: ["security"],
      description: "Answers with a credential of its own",
    },
  ],
});

it("shows the summary and what the policy missed in the pull request, with an entry to add [R-068] [R-223]", async () => {
  const { engine, hub, signIn } = lab;
  await engine.connectReviewer(await signIn({ actor: "guard", role: "reviewer" }), "shop");
  const head = lab.commit("src/acl.ts", "export {};\n");
  hub.open(1, head);
  await lab.hint(1);
  const task = await lab.follows(1, ({ round }) => (round?.plan?.gaps.length ?? 0) > 0);
  const [gap] = task.round?.plan?.gaps ?? [];
  await expect
    .poll(() => hub.checks.get(head)?.summary ?? "", { timeout: 20_000 })
    .toContain(gap?.concern);

  const summary = hub.checks.get(head)?.summary ?? "";
  expect(summary).toContain(`Task \`${task.id}\`, round 1.`);
  expect(summary).toContain(gap?.proposal);
  expect(JSON.parse(gap?.proposal ?? "")).toMatchObject({ require: [{ reviewer: "guard" }] });
});
