import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openGateLab } from "../gate/testing/gate-lab.ts";
import { checkRepository } from "./check-repository.ts";
import { checkWebhooks } from "./check-webhooks.ts";

/** A repository whose policy notifies the webhook `team`, and the settings of its engine. */
function lab(settings: object, config: object = { notify: { escalate: ["webhook:team"] } }) {
  const { folder, repository, env } = openGateLab(config);
  const data = join(folder, "data", "countersign");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
  const surroundings = { ...env, XDG_DATA_HOME: join(folder, "data") };
  return { directory: repository, server: null, env: surroundings };
}

describe("doctor about webhooks", () => {
  it("names one that the policy notifies and that is not set up", async () => {
    expect(await checkWebhooks(lab({}))).toMatchObject([
      { level: "warn", about: "webhook team", says: expect.stringContaining("not set up") },
    ]);
  });

  it("names one without its secret, and leaves the other settings readable", async () => {
    const webhooks = { team: { url: "https://hooks.example/x" } };
    expect(await checkWebhooks(lab({ webhooks }))).toMatchObject([
      {
        level: "warn",
        says: "https://hooks.example/x: it has no secret; nothing is sent to it",
        fix: expect.stringContaining("whsec_"),
      },
    ]);
  });

  it("says nothing where the policy notifies none", async () => {
    expect(await checkWebhooks(lab({}, { people: { owner: ["ana"] } }))).toEqual([]);
  });
});

describe("doctor about the configuration", () => {
  const weak = {
    rules: [],
    policies: [
      {
        id: "universal",
        when: "always",
        require: [{ reviewer: "integrity" }, { reviewer: "secrets" }],
        description: "All",
      },
    ],
  };

  it("names policies of an earlier init that ask for less than the shipped ones", async () => {
    const found = await checkRepository(lab({}, weak));
    const about = found.find((one) => one.about === "policies");

    expect(about).toMatchObject({
      level: "warn",
      says: expect.stringContaining("by-rule"),
      fix: expect.stringContaining('"extends": "countersign:default@1"'),
    });
  });

  it.each([
    ["the shipped policies", {}],
    ["a version that it extends", { extends: "countersign:default@1", agentReviewers: "none" }],
  ])("finds nothing wrong with %s", async (_, config) => {
    const found = await checkRepository(lab({}, config));
    expect(found.map(({ about }) => about)).not.toContain("policies");
  });
});
