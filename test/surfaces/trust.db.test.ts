import { execFileSync } from "node:child_process";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { W1 } from "../proof/lab/lab-witness.ts";

let stage: Stage;
let asPerson: { COUNTERSIGN_TOKEN: string };
let prints: string[];

function createKey(name: string): string {
  const file = join(stage.bench.directory, name);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file]);
  return file;
}

const trust = (...args: string[]) => stage.json(["trust", ...args, "--yes"], asPerson);

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("shop.txt", "one\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  await stage.run(["init", "--yes"]);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Configure");
  await bench.confirmPolicy();
  asPerson = { COUNTERSIGN_TOKEN: await bench.humanToken() };
  const files = [createKey("one"), createKey("two")];
  prints = [];
  for (const file of files)
    prints.push((await stage.json(["key", "add", file], asPerson)).fingerprint);
});
afterAll(async () => {
  await stage?.bench.close();
});

describe("trust of a person who works alone", () => {
  it("begins with one command, which prints the fingerprint of the root", async () => {
    expect((await stage.run(["trust", "show"], asPerson)).out).toContain("has no trust file");
    const { root, request } = await trust("init");
    expect(request).toMatchObject({ kind: "root", state: "done", waits: { owners: 0 } });
    expect(root).toMatch(/^csr1[0-9a-f]{64}$/);
    const { trust: file } = await stage.json(["trust", "show"], asPerson);
    expect(file).toMatchObject({ number: 1, quorum: 1 });
    const { out } = await stage.run(["trust", "show"], asPerson);
    for (const text of ["root", root, ...prints, "1 of 1 owner"]) expect(out).toContain(text);
  });

  it("sets a waypoint with one command, and only after the person confirmed it", async () => {
    expect((await stage.run(["trust", "waypoint"], asPerson)).code).not.toBe(0);
    expect((await stage.json(["trust", "show"], asPerson)).request).toBeNull();
    const { out } = await stage.run(["trust", "waypoint", "--yes"], asPerson);
    expect(out).toContain("new verifiers may begin at move 1 of main");
    await expect(trust("waypoint")).rejects.toThrow("is a waypoint already");
  });

  it("changes with one command, also by each option for keys, engines and witnesses", async () => {
    const recovery = createKey("recovery");
    const options = [
      ...["--remove-key", prints[1] ?? "", "--add-recovery", recovery],
      ...["--add-engine", `office=${createKey("office")}`],
      ...["--add-witness", W1.entry, "--witness-quorum", "1"],
    ];
    const { request } = await trust("change", ...options);
    expect(request).toMatchObject({ kind: "change", state: "done" });
    const { trust: file } = await stage.json(["trust", "show"], asPerson);
    expect(file).toMatchObject({ number: 2, witnesses: { quorum: 1, keys: [W1.entry] } });
    expect(file.recovery).toHaveLength(1);
    expect(file.engines).toHaveLength(2);
    expect(file.people[0].keys).toHaveLength(1);
  });

  it("is withdrawn if the person does not confirm it", async () => {
    const { code } = await stage.run(["trust", "change", "--witness-quorum", "0"], asPerson);
    expect(code).not.toBe(0);
    expect((await stage.json(["trust", "show"], asPerson)).request).toBeNull();
    await expect(trust("change", "--add-person", "eve")).rejects.toThrow("eve has no key yet");
  });

  it("waits after a failed signature, and is then signed or withdrawn", async () => {
    const signing = join(stage.bench.data, "signing.json");
    const propose = ["trust", "change", "--yes", "--witness-quorum", "0"];
    await rename(signing, `${signing}.away`);
    expect((await stage.run(propose, asPerson)).code).not.toBe(0);
    const { request } = await stage.json(["trust", "show"], asPerson);
    expect(request.added).toEqual(["witness quorum 0"]);
    for (const command of ["status", "inbox"])
      expect((await stage.run([command], asPerson)).out).toContain("A change of trust on main");
    expect(await trust("withdraw")).toEqual({ id: request.id });
    expect((await stage.run(["status"], asPerson)).out).not.toContain("A change of trust");

    expect((await stage.run(propose, asPerson)).code).not.toBe(0);
    await rename(`${signing}.away`, signing);
    const signed = await trust("sign", "--key", join(stage.bench.directory, "one"));
    expect(signed.request).toMatchObject({ state: "done" });
    await expect(trust("sign")).rejects.toThrow("No change of trust waits");
  });
});
