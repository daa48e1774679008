import type { ForgeHint } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { readWebhook } from "./read-webhook.ts";
import { officialExamples } from "./testing/official-examples.ts";
import { SAMPLE_APP, signedWebhook } from "./testing/signed-webhook.ts";

const OURS = { id: SAMPLE_APP.app };
const BOT = { id: 7, login: `${SAMPLE_APP.slug}[bot]`, type: "Bot" };
const ANA = { id: 5, login: "ana", type: "User" };
const RUN = { name: "countersign/gate", head_sha: "a".repeat(40), app: OURS, pull_requests: [] };
const PRESS = {
  action: "requested_action",
  check_run: RUN,
  requested_action: { identifier: "approve" },
  sender: ANA,
};

function read(event: string, payload: unknown): ForgeHint | null {
  const { headers, body } = signedWebhook(event, payload, "d-1");
  return readWebhook(SAMPLE_APP, headers, body);
}

describe("readWebhook", () => {
  it.each([
    ["pull_request", "change", 29],
    ["pull_request_review", "review", 4],
    ["pull_request_review_thread", "review", 3],
    ["push", "push", 7],
    ["merge_group", "merge_group", 2],
    ["installation", "installation", 7],
    ["installation_repositories", "installation", 3],
    ["repository", "installation", 13],
    ["issue_comment", "other", 9],
    ["ping", "other", 4],
    ["star", "other", 3],
  ])("maps the official examples of %s to %s", (event, about, count) => {
    const hints = officialExamples()
      .filter((example) => example.event === event)
      .map(({ payload }) => read(event, payload));

    expect(hints.map((hint) => hint?.about)).toEqual(Array.from({ length: count }, () => about));
  });

  it("reads every official example without an error", () => {
    const hints = officialExamples().map(({ event, payload }) => read(event, payload));

    expect(hints).toHaveLength(329);
    expect(hints).not.toContain(null);
    expect(hints.filter((hint) => hint?.pressed !== null)).toEqual([]);
  });

  it.each([
    ["countersign/gate", "check"],
    ["ci/build", "other"],
  ])("names the commit of a status, and reads again only for our name: %s", (context, about) => {
    const sha = "c".repeat(40);
    expect(read("status", { context, sha })).toMatchObject({ about, commit: sha, change: null });
  });

  it("names the repository, the installation and the pull request", () => {
    const payload = {
      action: "synchronize",
      installation: { id: 3 },
      repository: { id: 9, full_name: "acme/shop" },
      pull_request: { number: 12 },
      sender: ANA,
    };

    expect(read("pull_request", payload)).toEqual({
      delivery: "d-1",
      installation: 3,
      repository: { id: 9, name: "acme/shop" },
      change: 12,
      about: "change",
      pressed: null,
      commit: null,
      branch: null,
      group: null,
    });
  });

  it.each([
    ["push", "refs/heads/release/2", "release/2"],
    ["push", "refs/tags/v1", null],
    ["push", undefined, null],
    ["create", "refs/heads/main", null],
  ])("of %s to %s names the branch %s", (event, ref, branch) => {
    expect(read(event, { ref, sender: ANA })).toMatchObject({ branch });
  });

  it.each([
    ["check_run", { action: "created", check_run: RUN, sender: ANA }],
    ["check_run", { action: "completed", check_run: RUN, sender: BOT }],
    ["check_suite", { action: "requested", check_suite: { app: OURS, pull_requests: [] } }],
    ["push", { ref: "refs/heads/side", sender: BOT }],
    ["status", { context: "x", sender: BOT }],
  ])("recognises that our own write caused a %s", (event, payload) => {
    expect(read(event, payload)?.about).toBe("own");
  });

  it.each([
    ["check_run", "check", { action: "rerequested", check_run: RUN, sender: BOT }],
    ["check_suite", "check", { action: "rerequested", check_suite: { app: OURS }, sender: BOT }],
    [
      "check_run",
      "check",
      { action: "created", check_run: { ...RUN, app: { id: 1 } }, sender: ANA },
    ],
    ["status", "check", { context: "countersign/gate", sender: ANA }],
    ["push", "push", { ref: "refs/heads/main", sender: ANA }],
    ["push", "push", { sender: { ...BOT, type: "User" } }],
    ["pull_request", "change", { action: "closed", pull_request: { number: 1 }, sender: BOT }],
    ["merge_group", "merge_group", { action: "destroyed", sender: BOT }],
  ])("keeps a %s of others as a hint about a %s", (event, about, payload) => {
    expect(read(event, payload)?.about).toBe(about);
  });

  it("reads a button of our own check that a person pressed", () => {
    expect(read("check_run", PRESS)?.pressed).toEqual({
      action: "approve",
      by: { id: 5, login: "ana", isBot: false },
      commit: "a".repeat(40),
    });
  });

  it.each([
    ["a check of another app", { ...PRESS, check_run: { ...RUN, app: { id: 1 } } }],
    ["a check of another name", { ...PRESS, check_run: { ...RUN, name: "gate" } }],
    ["an unknown button", { ...PRESS, requested_action: { identifier: "merge" } }],
    ["a bot", { ...PRESS, sender: BOT }],
    ["no sender", { ...PRESS, sender: null }],
    ["another action", { ...PRESS, action: "rerequested" }],
  ])("reads no button from %s", (_, payload) => {
    expect(read("check_run", payload)?.pressed).toBeNull();
  });

  it("reads no button from another event with the same payload", () => {
    expect(read("check_suite", PRESS)?.pressed).toBeNull();
  });

  it("names the merge group that needs an answer, and none that was destroyed", () => {
    const merge_group = {
      head_sha: "b",
      base_sha: "c",
      head_ref: "refs/heads/gh-readonly-queue/1",
    };

    expect(read("merge_group", { action: "checks_requested", merge_group })?.group).toEqual({
      commit: "b",
      base: "c",
      ref: "refs/heads/gh-readonly-queue/1",
    });
    expect(read("merge_group", { action: "destroyed", merge_group })?.group).toBeNull();
  });

  it("names no pull request if a check belongs to several", () => {
    const pulls = (...numbers: number[]) => ({
      check_run: { ...RUN, pull_requests: numbers.map((number) => ({ number })) },
    });

    expect(read("check_run", pulls(4))?.change).toBe(4);
    expect(read("check_run", pulls(4, 5))?.change).toBeNull();
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
  ])("refuses a signed body that is %s", (_, text) => {
    expect(read("push", text)).toBeNull();
  });

  it("refuses a delivery without a usable id", () => {
    for (const delivery of ["", "a b", "x".repeat(65)]) {
      const { headers, body } = signedWebhook("push", {}, delivery);
      expect(readWebhook(SAMPLE_APP, headers, body)).toBeNull();
    }
  });
});
