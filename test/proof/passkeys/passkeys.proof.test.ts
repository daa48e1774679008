import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parsePersonStatement } from "@countersign/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listProblems } from "../../web/accessibility/check-page.ts";
import { pressUntil } from "../../web/approvals.ts";
import { openPasskeyLab, type PasskeyLab } from "./passkey-lab.ts";
import { presentAct, requestAct, signOnOtherPage } from "./present-act.ts";
import { verifiesWithSshKeygen } from "./verify-with-ssh-keygen.ts";

let lab: PasskeyLab;
beforeAll(async () => {
  lab = await openPasskeyLab("unlocked");
});
afterAll(async () => {
  await lab?.close();
});

const SIGN = { name: "Sign with your passkey" };

describe("a passkey in Chromium", () => {
  it("approves a task on the command line, from the page to the merge", async () => {
    const { task, tree } = await lab.waitingTask("approved");
    const approval = await lab.start(["approve", task, "--tree", tree]);
    const { page, close } = await lab.open(await approval.url);
    await page.getByRole("heading", { name: `Sign: approve ${task}, round 1` }).waitFor();
    for (const text of [tree, "unlocked", "layer:owner"])
      expect(await page.locator("dl").innerText()).toContain(text);
    expect(await listProblems(page, ["dark"])).toEqual([]);

    const { act } = await lab.client.readOpenAct();
    await page.keyboard.press("Enter");
    await page.getByText("Decided.").waitFor();
    const { code, err } = await approval.ended;
    expect([code, err]).toEqual([0, expect.stringContaining(`Signing: approve ${task}`)]);
    await lab.stage.bench.until(task, ({ state }) => state === "done");
    await close();

    const { offered } = await lab.client.readAct({ nonce: act?.nonce ?? "" });
    const [key] = (await lab.client.listKeys()).items;
    const line = act?.statement ?? "";
    expect(verifiesWithSshKeygen(line, offered[0]?.sshsig ?? "", key?.key ?? "")).toBe(true);
    expect(verifiesWithSshKeygen(`${line} `, offered[0]?.sshsig ?? "", key?.key ?? "")).toBe(false);
  });

  it("signs decisions on the task's page in place", async () => {
    const { task } = await lab.waitingTask("in-place");
    const asPerson = { COUNTERSIGN_TOKEN: await lab.stage.bench.humanToken() };
    const { url } = await lab.stage.json(["open", "--print", task], asPerson);
    expect(new URL(url).origin).toBe(lab.origin);
    const { page, close } = await lab.open(url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await pressUntil(page, "a", page.getByText(`Approved ${task}, round 1.`));
    await lab.stage.bench.until(task, ({ state }) => state === "done");
    await close();
  });

  it("signs its person in, without the command line", async () => {
    const { page, close } = await lab.open(`${lab.origin}/`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText(`passkey of ${lab.origin}`).waitFor();
    await close();
  });
});

describe("a passkey in Chromium does not approve", () => {
  let task: string;
  let tree: string;
  beforeAll(async () => {
    ({ task, tree } = await lab.waitingTask("refused"));
  });
  const isOpen = async () => {
    const { state, grace } = await lab.client.showTask({ task });
    return state === "reviewing" && grace === null;
  };

  it("when the prompt is cancelled", async () => {
    const approval = await lab.start(["approve", task, "--tree", tree]);
    const { page, close } = await lab.open(await approval.url, { isTouched: false });
    await page.getByRole("button", SIGN).click();
    await close(); // the browser cancels the prompt of a page that is closed
    approval.child.kill("SIGINT");
    expect((await approval.ended).code).not.toBe(0);
    expect(await isOpen()).toBe(true);
  });

  it("without a check of the person, where the policy requires it", async () => {
    const approval = await lab.start(["approve", task, "--tree", tree]);
    const { page, close } = await lab.open(await approval.url, { isUserVerified: false });
    await page.getByRole("button", SIGN).click();
    await page.getByText("The passkey was not used").waitFor();
    await close();
    approval.child.kill("SIGINT");
    await approval.ended;
    expect(await isOpen()).toBe(true);
  });

  it("when another page on localhost uses it, though ssh-keygen accepts that signature", async () => {
    const [key] = (await lab.client.listKeys()).items;
    const signer = { key: key?.fingerprint ?? "", level: "unlocked" } as const;
    const line = await requestAct(lab.engine, { task, round: 1, tree }, signer);
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<title>A development server</title>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const other = await lab.open(`http://localhost:${port}/`);
    const passkey = { key: key?.key ?? "", credential: key?.credential ?? "" };
    const sshsig = await signOnOtherPage(other.page, line, passkey);
    expect(verifiesWithSshKeygen(line, sshsig, key?.key ?? "")).toBe(true);
    const refused = await presentAct(lab.engine, { task, round: 1, tree }, { line, sshsig });
    expect(refused).toContain(`the page http://localhost:${port}`);
    expect(await isOpen()).toBe(true);
    await other.close();
    server.close();
  });

  it("a second time, or for another task, with the signature of a decision that was made", async () => {
    const { task: first, tree: firstTree } = await lab.waitingTask("replayed");
    const approval = await lab.start(["approve", first, "--tree", firstTree]);
    const { page, close } = await lab.open(await approval.url);
    const { act } = await lab.client.readOpenAct();
    await page.getByRole("button", SIGN).click();
    expect((await approval.ended).code).toBe(0);
    await close();
    const { offered } = await lab.client.readAct({ nonce: act?.nonce ?? "" });
    const sshsig = offered[0]?.sshsig ?? "";
    const other = { task, round: 1, tree };
    const replayed = { line: act?.statement ?? "", sshsig };
    expect(await presentAct(lab.engine, other, replayed)).toContain("already used");
    const key = parsePersonStatement(act?.statement ?? "")?.predicate.key ?? "";
    const line = await requestAct(lab.engine, other, { key, level: "unlocked" });
    expect(await presentAct(lab.engine, other, { line, sshsig })).toContain("signature");
    expect(await isOpen()).toBe(true);
  });

  it("for a page at an address of numbers, which has no passkeys", async () => {
    const { page, close } = await lab.open(
      `${lab.origin.replace("localhost", "127.0.0.1")}/sign/new`,
    );
    await page.getByText("Passkeys need a host name").waitFor();
    await close();
  });
});
