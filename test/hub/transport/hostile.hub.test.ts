import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, readdir, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { failureOf } from "./failure-of.ts";
import { findProcesses } from "./find-processes.ts";
import { corruptPack, cutPack, neverAnswer, redirectTo, stallPack } from "./interrupts.ts";
import { openRemote, type Remote } from "./open-remote.ts";

const MAIN = "refs/heads/main";
const PULL = "refs/pull/7/head";
const MIB = 1024 * 1024;

/** Asserts that a failed fetch left no object, no ref, no temporary file and no process. */
async function expectNothingLeft(lab: Remote): Promise<void> {
  expect(await readdir(join(lab.gitDir, "objects", "pack"))).toEqual([]);
  expect(await lab.clone(["for-each-ref"])).toBe("");
  expect(await readdir(join(lab.gitDir, "incoming"))).toEqual([]);
  await expect.poll(() => findProcesses(lab.gitDir)).toEqual([]);
}

describe("a hostile pull request", () => {
  it("costs nothing with 100,000 refs beside it", async () => {
    const lab = await openRemote();
    const commit = await lab.commit(MAIN, "a.txt", "1");
    const lines = Array.from({ length: 100_000 }, (_, at) => `${commit} refs/heads/x/${at}\n`);
    await writeFile(join(lab.served, "packed-refs"), lines.toSorted().join(""));
    let sent = 0;
    lab.state.interrupt = (_, response) => {
      const write = response.write.bind(response);
      response.write = (part: Buffer) => {
        sent += part.length;
        return write(part);
      };
      return false;
    };

    await lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]);

    expect(sent).toBeGreaterThan(100);
    expect(sent).toBeLessThan(10_000);
    expect(await lab.clone(["for-each-ref", "--format=%(refname)"])).toBe(MAIN);
    expect(existsSync(join(lab.gitDir, "packed-refs"))).toBe(false);
  });

  it("is refused for a file of a gigabyte that packs into one megabyte", async () => {
    const lab = await openRemote();
    const size = process.env.DEEP ? 1024 * MIB : 160 * MIB;
    const file = await open(join(lab.folder, "large"), "w");
    await file.truncate(size);
    await file.close();
    const stream = ["-c", "core.bigFileThreshold=1m"];
    const blob = await lab.git([
      ...stream,
      "hash-object",
      "-w",
      "--no-filters",
      join(lab.folder, "large"),
    ]);
    const tree = await lab.git(["mktree"], `100644 blob ${blob}\tlarge\n`);
    await lab.git(["update-ref", PULL, await lab.git(["commit-tree", tree, "-m", "Large"])]);

    const error = await failureOf(lab.transport.fetch(lab.remote, lab.gitDir, [PULL]));

    expect(error).toMatchObject({ reason: "too_large", kind: "refused" });
    expect(error.message).toContain(`a file has more than ${128 * MIB} bytes`);
    await expectNothingLeft(lab);
  });

  it("is refused if it brings more bytes than one fetch may", async () => {
    const lab = await openRemote({ limits: { packBytes: MIB } });
    await lab.commit(PULL, "noise", randomBytes(3 * MIB).toString("base64"));

    const error = await failureOf(lab.transport.fetch(lab.remote, lab.gitDir, [PULL]));

    expect(error).toMatchObject({ reason: "too_large", kind: "refused" });
    await expectNothingLeft(lab);
  });

  it("cannot fill the disk by many small fetches", async () => {
    const lab = await openRemote({ limits: { cloneBytes: 3 * MIB } });
    const refused: string[] = [];
    for (let number = 1; number <= 6; number += 1) {
      const ref = `refs/pull/${number}/head`;
      await lab.commit(ref, "noise", randomBytes(MIB).toString("base64"));
      await lab.transport
        .fetch(lab.remote, lab.gitDir, [ref])
        .catch((error: Error) => refused.push(error.message));
    }
    expect(refused.length).toBeGreaterThanOrEqual(3);
    expect(new Set(refused)).toEqual(new Set(["The fetched objects are larger than the limit"]));
  });

  it.each([
    [
      "a submodule whose address is an option",
      '[submodule "a"]\n\tpath = a\n\turl = -u./payload\n',
    ],
    [
      "a submodule whose name leaves the folder",
      '[submodule "../../x"]\n\tpath = a\n\turl = ./a\n',
    ],
  ])("is refused for %s", async (_, text) => {
    const lab = await openRemote();
    await lab.commit(PULL, ".gitmodules", text);

    const error = await failureOf(lab.transport.fetch(lab.remote, lab.gitDir, [PULL]));

    expect(error).toMatchObject({ reason: "bad_object", kind: "refused" });
    expect(error.message).toBe("The server sent objects that git refuses");
    await expectNothingLeft(lab);
  });
});

describe("a hostile server", () => {
  it("cannot redirect to http, to another server, or to a file", async () => {
    const [lab, trap] = [await openRemote(), await openRemote()];
    await lab.commit(MAIN, "a.txt", "1");
    const plain = trap.remote.url.replace("https:", "http:");
    for (const target of [trap.remote.url, plain, "file:///etc", `${lab.remote.url}/elsewhere`]) {
      lab.state.interrupt = redirectTo(`${target}/info/refs?service=git-upload-pack`);
      const error = await failureOf(lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]));
      expect(error).toMatchObject({ reason: "redirect", kind: "refused" });
    }
    expect(trap.requests).toEqual([]);
    expect(lab.requests).toHaveLength(4);
    await expectNothingLeft(lab);
  });

  it("must have a certificate for its own name by a trusted authority", async () => {
    const [lab, other] = [await openRemote(), await openRemote()];
    await lab.commit(MAIN, "a.txt", "1");
    const foreign = { ...lab.remote, ca: other.remote.ca };
    const unnamed = { ...lab.remote, url: await alsoAt("127.0.0.2", lab.remote.url) };
    for (const remote of [foreign, unnamed]) {
      const error = await failureOf(lab.transport.fetch(remote, lab.gitDir, [MAIN]));
      expect(error).toMatchObject({ reason: "certificate", kind: "refused" });
    }
    expect(lab.requests).toEqual([]);
  });

  it.each([
    ["never answers", neverAnswer],
    ["stops in the middle of its answer", stallPack],
  ])("is given up after the time limit if it %s", async (_, interrupt) => {
    const lab = await openRemote({ timeoutMs: 4_000 });
    await lab.commit(MAIN, "noise", randomBytes(MIB).toString("base64"));
    lab.state.interrupt = interrupt;

    const error = await failureOf(lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]));

    expect(error).toMatchObject({ reason: "timed_out", kind: "retry" });
    await expectNothingLeft(lab);
  });

  it.each([
    ["cuts the connection", cutPack, "unreachable", "retry"],
    ["sends a damaged pack", corruptPack, "bad_object", "refused"],
  ])("leaves the clone usable if it %s", async (_, interrupt, reason, kind) => {
    const lab = await openRemote();
    const commit = await lab.commit(MAIN, "noise", randomBytes(MIB).toString("base64"));
    lab.state.interrupt = interrupt;

    const error = await failureOf(lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]));

    expect(error, String(error.cause)).toMatchObject({ reason, kind });
    await expectNothingLeft(lab);
    lab.state.interrupt = () => false;
    const fetched = await lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]);
    expect(fetched.get(MAIN)).toBe(commit);
  });

  it("is not asked over another transport", async () => {
    const lab = await openRemote();
    const urls = [`file://${lab.served}`, lab.served, `ext::sh -c touch% ${lab.folder}/ran`];
    for (const url of [...urls, "http://127.0.0.1:1/a.git", "ssh://127.0.0.1/a.git"]) {
      const error = await failureOf(
        lab.transport.fetch({ ...lab.remote, url }, lab.gitDir, [MAIN]),
      );
      expect(error.reason).toBe("not_https");
    }
    expect(existsSync(lab.gitDir)).toBe(false);
  });
});

/** Makes a server reachable at another address of this machine, for which it has no certificate. */
async function alsoAt(host: string, url: string): Promise<string> {
  const { port, pathname } = new URL(url);
  const forward = createServer((socket) => {
    const inner = connect(Number(port), "127.0.0.1");
    socket.pipe(inner).pipe(socket);
    for (const end of [socket, inner]) end.on("error", () => socket.destroy());
  });
  onTestFinished(() => void forward.close());
  forward.listen(0, host);
  await once(forward, "listening");
  const bound = forward.address();
  if (bound === null || typeof bound === "string") throw new Error("It has no port");
  return `https://${host}:${bound.port}${pathname}`;
}
