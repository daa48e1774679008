import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { failureOf } from "./failure-of.ts";
import { openRemote } from "./open-remote.ts";

describe("fetching over https", () => {
  it("copies a branch and a pull request's head into a new bare clone", async () => {
    const lab = await openRemote();
    const base = await lab.commit("refs/heads/main", "a.txt", "1");
    const head = await lab.commit("refs/pull/7/head", "a.txt", "2", base);
    await lab.commit("refs/heads/other", "b.txt", "not asked for");
    await lab.git(["tag", "v1", base]);

    const fetched = await lab.transport.fetch(lab.remote, lab.gitDir, [
      "refs/heads/main",
      "refs/pull/7/head",
    ]);

    expect([...fetched]).toEqual([
      ["refs/heads/main", base],
      ["refs/pull/7/head", head],
    ]);
    expect(await lab.clone(["for-each-ref", "--format=%(objectname) %(refname)"])).toBe(
      `${base} refs/heads/main\n${head} refs/pull/7/head`,
    );
    expect(await lab.clone(["show", `${head}:a.txt`])).toBe("2");
    expect(await lab.clone(["fsck", "--full", "--strict", "--no-dangling"])).toBe("");
    expect(await lab.clone(["rev-parse", "--is-bare-repository"])).toBe("true");
    expect(existsSync(join(lab.gitDir, "shallow"))).toBe(false);
    expect(existsSync(join(lab.gitDir, "FETCH_HEAD"))).toBe(false);
    expect(await readdir(join(lab.gitDir, "incoming"))).toEqual([]);
  });

  it("removes the refs below a prefix from the clone, except for those to keep", async () => {
    const lab = await openRemote();
    const base = await lab.commit("refs/heads/main", "a.txt", "1");
    const names = ["main", "queue/one", "queue/two", "queue2"].map((name) => `refs/heads/${name}`);
    for (const ref of names.slice(1)) await lab.commit(ref, "a.txt", ref, base);
    await lab.transport.fetch(lab.remote, lab.gitDir, names);

    await lab.transport.drop(lab.gitDir, "refs/heads/queue/", ["refs/heads/queue/two"]);

    expect((await lab.clone(["for-each-ref", "--format=%(refname)"])).split("\n")).toEqual([
      ...["refs/heads/main", "refs/heads/queue/two", "refs/heads/queue2"],
    ]);
    await lab.transport.drop(lab.gitDir, "refs/heads/none/", []);
  });

  it("follows a branch that was pushed by force", async () => {
    const lab = await openRemote();
    const base = await lab.commit("refs/heads/main", "a.txt", "1");
    const first = await lab.commit("refs/pull/7/head", "a.txt", "2", base);
    await lab.transport.fetch(lab.remote, lab.gitDir, ["refs/heads/main", "refs/pull/7/head"]);
    const second = await lab.commit("refs/pull/7/head", "a.txt", "3", base);

    const fetched = await lab.transport.fetch(lab.remote, lab.gitDir, ["refs/pull/7/head"]);

    expect(fetched.get("refs/pull/7/head")).toBe(second);
    expect(await lab.clone(["rev-parse", "refs/pull/7/head"])).toBe(second);
    expect(await lab.clone(["cat-file", "-t", first])).toBe("commit");
  });

  it("downloads nothing if nothing has changed", async () => {
    const lab = await openRemote();
    await lab.commit("refs/heads/main", "a.txt", "1");
    await lab.transport.fetch(lab.remote, lab.gitDir, ["refs/heads/main"]);
    const packs = await readdir(join(lab.gitDir, "objects", "pack"));
    lab.requests.length = 0;

    await lab.transport.fetch(lab.remote, lab.gitDir, ["refs/heads/main"]);

    expect(await readdir(join(lab.gitDir, "objects", "pack"))).toEqual(packs);
    expect(lab.requests.filter((line) => line.startsWith("POST"))).toHaveLength(1);
  });

  it("joins the packs of many fetches, and keeps what they brought", async () => {
    const lab = await openRemote({ limits: { packs: 3 } });
    let last = await lab.commit("refs/heads/main", "a.txt", "0");
    const packs: number[] = [];
    for (const text of ["1", "2", "3", "4", "5"]) {
      last = await lab.commit("refs/heads/main", "a.txt", text, last);
      await lab.transport.fetch(lab.remote, lab.gitDir, ["refs/heads/main"]);
      const files = await readdir(join(lab.gitDir, "objects", "pack"));
      packs.push(files.filter((name) => name.endsWith(".pack")).length);
    }
    expect(packs).toEqual([1, 2, 3, 1, 2]);
    expect(await lab.clone(["rev-list", "--count", "refs/heads/main"])).toBe("6");
    expect(await lab.clone(["fsck", "--full", "--strict", "--no-dangling"])).toBe("");
  });

  it("replaces a branch whose name has become a folder", async () => {
    const lab = await openRemote();
    const old = await lab.commit("refs/heads/release", "a.txt", "1");
    await lab.transport.fetch(lab.remote, lab.gitDir, ["refs/heads/release"]);
    await lab.git(["update-ref", "-d", "refs/heads/release"]);
    await lab.git(["update-ref", "refs/heads/release/1.0", old]);

    await lab.transport.fetch(lab.remote, lab.gitDir, ["refs/heads/release/1.0"]);

    expect(await lab.clone(["for-each-ref", "--format=%(refname)"])).toBe("refs/heads/release/1.0");
  });

  it("names the branch that the server does not have, and changes no ref", async () => {
    const lab = await openRemote();
    await lab.commit("refs/heads/main", "a.txt", "1");

    const error = await failureOf(
      lab.transport.fetch(lab.remote, lab.gitDir, ["refs/heads/main", "refs/pull/9/head"]),
    );

    expect(error.message).toBe(
      "The remote repository has no such branch or pull request: refs/pull/9/head",
    );
    expect(error).toMatchObject({ reason: "missing_ref", kind: "refused" });
    expect(await lab.clone(["for-each-ref"])).toBe("");
  });

  it("lets fetches into one clone run at once", async () => {
    const lab = await openRemote();
    const base = await lab.commit("refs/heads/main", "a.txt", "1");
    const numbers = [1, 2, 3, 4, 5, 6];
    for (const number of numbers)
      await lab.commit(`refs/pull/${number}/head`, "a.txt", `change ${number}`, base);

    await Promise.all(
      numbers.map((number) =>
        lab.transport.fetch(lab.remote, lab.gitDir, [
          "refs/heads/main",
          `refs/pull/${number}/head`,
        ]),
      ),
    );

    const refs = await lab.clone(["for-each-ref", "--format=%(refname)"]);
    expect(refs.split("\n")).toHaveLength(7);
    expect(await lab.clone(["fsck", "--full", "--strict", "--no-dangling"])).toBe("");
  });

  it.each([
    [{ token: "ghs_wrong" }, "unauthorised", "The server refused the credential"],
    [{ token: null }, "unauthorised", "The server refused the credential"],
    [{ ca: undefined }, "certificate", "The server's certificate is not trusted"],
  ])("explains why the server or we refuse %j", async (change, reason, message) => {
    const lab = await openRemote();
    await lab.commit("refs/heads/main", "a.txt", "1");
    const error = await failureOf(
      lab.transport.fetch({ ...lab.remote, ...change }, lab.gitDir, ["refs/heads/main"]),
    );
    expect(error).toMatchObject({ reason, message, kind: "refused" });
  });
});
