import { randomBytes } from "node:crypto";
import { findSecrets, redactSecrets, type Task } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { openEngine, POLICY } from "../engine/open-engine.ts";
import { attempts } from "./attempts.ts";

/** Random text that names nothing, made here so that no file holds a credential. */
const password = () => `hR7k${randomBytes(9).toString("hex")}Q2vX9`;
const base32 = () =>
  Array.from(randomBytes(16), (byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[byte % 32]).join("");
const ownToken = (org = "local") => `cs_${org}_${randomBytes(32).toString("base64url")}`;
const pem = () =>
  `-----BEGIN RSA ${"PRIVATE KEY"}-----\n${password()}\n-----END RSA ${"PRIVATE KEY"}-----`;

const CREDENTIALS: Record<string, string> = {
  "own-token.txt": ownToken(),
  "config.yaml": `password: ${password()}`,
  "nested.json": `{"db":{"pass":"${password()}"}}`,
  "dockerfile.txt": `ENV API_TOKEN ${password()}`,
  "azure.txt": `AccountKey=${randomBytes(64).toString("base64")}`,
  "telegram.txt": `bot 123456789:AAH${randomBytes(24).toString("hex").slice(0, 32)}`,
  "encoded.txt": Buffer.from(pem()).toString("base64"),
  "prefixed.txt": `x_AKIA${base32()}`,
};

const lab = await openEngine({ ...POLICY, checks: [] });

async function submit(branch: string, files: Record<string, string>): Promise<Task> {
  const { engine, agent, shop, key, until } = lab;
  shop.git("checkout", "--quiet", "-B", branch, "main");
  for (const [path, text] of Object.entries(files)) shop.write(path, `${text}\n`);
  shop.commit("Add settings");
  shop.git("checkout", "--quiet", "--detach");
  const { task } = await engine.createTask(agent, key(), { title: branch, repo: "shop" });
  await engine.submitWork(agent, key(), { task, from: { branch }, signal: "DONE", summary: "" });
  const hasAnswers = ({ round }: Task) =>
    ["integrity", "secrets"].every((id) => round?.verdicts.items.some(({ by }) => by === id));
  return await until(task, hasAnswers, 30_000);
}

describe("I13 No secret leaves: a credential in a usual form", () => {
  it("is found in every file of a change, and repeated by no finding", async () => {
    const task = await submit("credentials", CREDENTIALS);
    const found = task.findings.filter(({ category }) => category === "secrets");

    expect(new Set(found.map(({ file }) => file))).toEqual(new Set(Object.keys(CREDENTIALS)));
    expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(["critical"]));
    const told = JSON.stringify(task.findings);
    for (const text of Object.values(CREDENTIALS)) expect(told).not.toContain(text);
  });

  it("of ours is found whatever stands around it", () => {
    const around = ["", " ", '"', "_", "-", "a", "=", "/", "?token=", "Bearer ", "\n+", "\u{200B}"];
    const missed = [];
    for (let attempt = 0; attempt < attempts(); attempt += 1) {
      const token = ownToken(attempt % 2 === 0 ? "local" : `acme-${attempt}`);
      const before = around[attempt % around.length] ?? "";
      const text = `${before}${token} ${before}`;
      if (findSecrets(text).length !== 1 || redactSecrets(text).includes(token)) missed.push(text);
    }
    expect(missed).toEqual([]);
  });
});

describe("I9 Shown is signed: text that reads as another", () => {
  it("is a finding: mixed scripts, letters without ink, names that are one elsewhere", async () => {
    const task = await submit("lookalikes", {
      "src/admin.ts": "if (user.is\u{410}dmin) grant();",
      "src/blank.ts": "if (ok\u{2800}) {}",
      "src/filler.ts": "const \u{3164} = 1;",
      "src/digit.ts": "const user1\u{FE0F} = 1;",
      "ReadMe.md": "# Another",
      "src/имя.ts": "export const имя = 1; // обычный текст",
    });
    const found = task.findings.map(({ file, severity, category }) => ({
      file,
      severity,
      category,
    }));

    expect(found.toSorted((a, b) => String(a.file).localeCompare(String(b.file)))).toEqual([
      { file: "ReadMe.md", severity: "major", category: "integrity" },
      { file: "src/admin.ts", severity: "warning", category: "integrity" },
      { file: "src/blank.ts", severity: "major", category: "integrity" },
      { file: "src/digit.ts", severity: "major", category: "integrity" },
      { file: "src/filler.ts", severity: "major", category: "integrity" },
    ]);
  });
});
