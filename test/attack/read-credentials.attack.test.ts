import { createClient } from "@countersign/api";
import type { Role } from "@countersign/core";
import { afterAll, describe, expect, it } from "vitest";
import { plainPolicy } from "../engine/plain-policy.ts";
import { connect } from "../mcp/mcp-lab.ts";
import { openLab } from "./open-lab.ts";
import { submitBranch } from "./submit-branch.ts";

/** Put together so that no scanner takes this file for a leak. */
const KEY = ["AKIA", "Z3QW7RTYPLK2MNBV"].join("");
const OWN = ["cs", "local", "Zk3vQ9xWm2Lr8TnBp5Hd7JfYs1Ga6Ec4Uo0Ki_Vb-Xq"].join("_");
const SECRETS = [KEY, OWN];

const lab = await openLab(plainPolicy("ana"));
const FILES = {
  "deploy.sh": `export AWS_ACCESS_KEY_ID=${KEY}\nexport TOKEN=${OWN}\necho ready\n`,
  "latin.txt": Buffer.from(`caf\u00e9 ${KEY}\n`, "latin1"),
};
lab.shop.git("checkout", "--quiet", "--detach", "main");
for (const [path, text] of Object.entries(FILES)) lab.shop.write(path, text);
const task = await submitBranch(lab, { files: {}, by: lab.agent });
await lab.until(task, ({ round }) => round?.facts != null);

const sponsored = (role: Role) => ({ actor: `agent-${role}`, role, sponsor: "ana" });
const clientOf = async (role: Role) =>
  createClient({ baseUrl: lab.url, token: await lab.mint(sponsored(role)) });

function foundIn(answer: unknown): string[] {
  const text = JSON.stringify(answer);
  const bytes = [...text.matchAll(/"base64":"([^"]+)"/g)].map(([, coded = ""]) =>
    Buffer.from(coded, "base64").toString("latin1"),
  );
  return SECRETS.filter((secret) => [text, ...bytes].some((one) => one.includes(secret)));
}

const AGENTS = ["author", "reviewer", "planner"] as const;

describe("I13 No secret leaves: a change that holds credentials", () => {
  it.each(AGENTS)("is read without them by a token of the role %s", async (role) => {
    const client = await clientOf(role);
    const answers = [
      await client.showDiff({ task }),
      await client.showDiff({ task, until: 1 }),
      await client.showDiff({ task, file: "deploy.sh" }),
      await client.showTask({ task }),
      await client.readLog({ task }),
      await client.why({ task }),
      await client.readFeedback({ task }),
    ];
    expect(answers.map(foundIn)).toEqual(answers.map(() => []));
    const { files } = await client.showDiff({ task });
    const deploy = files.find(({ path }) => path === "deploy.sh")?.patch;
    expect(deploy).toContain("+echo ready");
    expect(deploy?.split("\n").filter((line) => line.startsWith("+"))).toHaveLength(4);
  });

  it("is read without them by a reviewing agent over MCP, page by page and as a resource", async () => {
    const client = await clientOf("reviewer");
    const agent = await connect({ client, role: "reviewer", version: "1.2.3" });
    afterAll(() => agent.close());
    const read = await agent.call("get_change", { task, detail: "full" });
    expect(read.isError).toBe(false);
    expect(JSON.stringify(read)).toContain("deploy.sh");
    expect(foundIn(read)).toEqual([]);
    const { resources } = await agent.client.listResources();
    for (const { uri } of resources) {
      const resource = await agent.client.readResource({ uri }).catch(() => null);
      expect(foundIn(resource)).toEqual([]);
    }
  });

  it("is shown as it is to a person", async () => {
    const token = await lab.mint({ actor: "ana", role: "human" });
    const diff = await createClient({ baseUrl: lab.url, token }).showDiff({ task });
    expect(foundIn(diff)).toEqual(SECRETS);
    expect(diff.covered).toBe(0);
  });
});
