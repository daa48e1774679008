import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPolicy, type Reviewer } from "@countersign/core";
import { afterAll, expect, it } from "vitest";
import { createClaudeReviewerRunner } from "../claude/create-claude-reviewer-runner.ts";
import { createSandboxedProcessRunner } from "../process/create-sandboxed-process-runner.ts";
import { askAbout } from "./testing/ask-about.ts";
import { standInProgram } from "./testing/stand-in.ts";

const tree = mkdtempSync(join(tmpdir(), "claude-tools-"));
const { path, remove } = standInProgram(
  "claude",
  'for word; do [ "$last" = --tools ] && echo "tools <$word>" >&2; last=$word; done; exit 1',
);
afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
  remove();
});

/** The reviewer of a policy file. */
function reviewerWith(more: object): Reviewer {
  const reader = { id: "reader", name: "Reader", kind: "agent", adapter: "claude", ...more };
  const loaded = loadPolicy({
    people: { owner: ["ana"] },
    reviewers: [{ ...reader, description: "Reads the change" }],
    policies: [
      { id: "every", when: "always", require: [{ reviewer: "reader" }], description: "All work" },
    ],
    rules: [],
  });
  const [reviewer] = loaded.ok ? loaded.policy.reviewers : [];
  if (reviewer === undefined) throw new Error(JSON.stringify(loaded));
  return reviewer;
}

it.each([
  { more: {}, tools: "Read,Grep,Glob" },
  { more: { tools: ["Read"] }, tools: "Read" },
  { more: { tools: ["Bash", "Write", "Glob"] }, tools: "Glob" },
  { more: { tools: [] }, tools: "" },
])("starts Claude Code with the tools <$tools> for $more", async ({ more, tools }) => {
  const processes = createSandboxedProcessRunner({ graceMs: 300 });
  const credentials = { apiKey: "sk-of-a-test" };
  const runner = createClaudeReviewerRunner({ processes, credentials, program: path });
  const reply = await runner.ask(askAbout(tree, { reviewer: reviewerWith(more) }));

  expect(reply).toHaveProperty("reason", expect.stringContaining(`tools <${tools}>`));
});
