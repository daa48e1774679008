import { describe, expect, it } from "vitest";
import { describeChange } from "./describe-change.ts";

describe("describeChange", () => {
  it.each([
    {
      event: {
        tip: "3f",
        repo: "shop",
        type: "repository_released",
        reason: "I looked",
        previous: "1a",
        policy: null,
        credential: { id: "tok_1", role: "human" },
      },
      text: "repo: shop, previous: 1a, tip: 3f, reason: I looked",
    },
    {
      event: { type: "credential_created", role: "viewer", id: "tok_2", expiresMs: 0 },
      text: "id: tok_2, role: viewer, expires: 1970-01-01T00:00:00.000Z",
    },
    {
      event: {
        type: "log_begun",
        repositories: [{ repo: "shop", tip: "3f" }],
        credentials: [{ id: "tok_1", actor: "ana" }, { id: "tok_2" }],
      },
      text: "credentials: tok_1 ana; tok_2, repositories: shop 3f",
    },
    {
      event: { type: "sprint_started", sprint: "sp-1", tasks: ["cs-a", "cs-b"] },
      text: "sprint: sp-1, tasks: cs-a; cs-b",
    },
    { event: { type: "later", another: 7 }, text: "another: 7" },
    { event: { expiresMs: "never", untilMs: 9e99 }, text: "expires: never, until: 9e+99" },
    { event: {}, text: "" },
  ])("says $text", ({ event, text }) => {
    expect(describeChange(event)).toBe(text);
  });
});
