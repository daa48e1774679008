import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "@countersign/engine";
import { describe, expect, inject, it, vi } from "vitest";
import { openMirrored } from "../testing/open-mirror.ts";
import { failure, standInGit } from "../testing/stand-in.ts";
import { createGitServer, type GitQuestion } from "./git-server.ts";
import { createGitServers } from "./git-servers.ts";

const CALL = { gitDir: "/mirror", args: ["cat-file", "--batch-command"] } as const;

/** Answers each line with the number of the process and the line; says first how often it was started. */
const ANSWERS = 'while read line; do echo "$$ $line"; done';
const COUNTS = "n=$(/bin/cat starts 2>/dev/null || echo 0); n=$((n + 1)); echo $n > starts\n";

function line(text: string, timeoutMs?: number): GitQuestion<string> {
  const question = { input: `${text}\n`, read: ({ line: next }: Source) => next() };
  return timeoutMs === undefined ? question : { ...question, timeoutMs };
}
type Source = Parameters<GitQuestion<string>["read"]>[0];

function startsOf(folder: string): number {
  return Number(readFileSync(join(folder, "starts"), "utf8"));
}

describe("a git process that stays", () => {
  it("answers many questions, in their order", async () => {
    const { folder, settings } = standInGit(COUNTS + ANSWERS);
    const server = createGitServer(settings, CALL);

    const answers = await Promise.all(
      ["one", "two", "three"].map((text) => server.ask(line(text))),
    );

    expect(answers.map((answer) => answer.split(" ")[1])).toEqual(["one", "two", "three"]);
    expect(new Set(answers.map((answer) => answer.split(" ")[0])).size).toBe(1);
    expect(startsOf(folder)).toBe(1);
    server.close();
  });

  it("that dies is replaced, and the question asked once more", async () => {
    const { folder, settings } = standInGit(
      `${COUNTS}[ $n = 1 ] && read line && exit 3\n${ANSWERS}`,
    );
    const server = createGitServer(settings, CALL);

    expect(await server.ask(line("again"))).toMatch(/ again$/);
    expect(startsOf(folder)).toBe(2);
    server.close();
  });

  it("that always dies is started twice for a question and says why, without quoting it", async () => {
    const { folder, settings } = standInGit(`${COUNTS}read line; echo hostile >&2; exit 3`);
    const error = await failure(createGitServer(settings, CALL).ask(line("one")));

    expect([error.code, error.message]).toEqual(["upstream_failed", "git cat-file failed"]);
    expect(startsOf(folder)).toBe(2);
  });

  it("that hangs is ended in time, and the question asked once more", async () => {
    const { folder, settings } = standInGit(
      `${COUNTS}[ $n = 1 ] && exec /bin/sleep 60\n${ANSWERS}`,
    );
    const server = createGitServer(settings, CALL);

    expect(await server.ask(line("again", 1_500))).toMatch(/ again$/);
    expect(startsOf(folder)).toBe(2);
    server.close();
  });

  it("that hangs again is given up", async () => {
    const { settings } = standInGit("exec /bin/sleep 60", 300);

    expect((await failure(createGitServer(settings, CALL).ask(line("one")))).code).toBe(
      "timed_out",
    );
  });

  it("that prints more than was allowed is ended, and the next question has a fresh one", async () => {
    const { folder, settings } = standInGit(`${COUNTS}[ $n = 1 ] && exec /usr/bin/yes\n${ANSWERS}`);
    const server = createGitServer(settings, CALL);
    const endless: GitQuestion<Buffer> = {
      input: "go\n",
      read: ({ until }) => until(Buffer.from("end"), 1_000),
    };

    expect((await failure(server.ask(endless))).code).toBe("too_large");
    expect(await server.ask(line("next"))).toMatch(/ next$/);
    expect(startsOf(folder)).toBe(2);
    server.close();
  });

  it("makes room for others: no more than 32 stay, one for each mirror", async () => {
    const { settings } = standInGit(ANSWERS);
    const servers = createGitServers(settings);
    const pids: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      pids.push(Number.parseInt(await servers.ask(`/mirror-${index}`, CALL.args, line("pid")), 10));
    }

    expect(new Set(pids).size).toBe(40);
    await vi.waitFor(
      () => expect(pids.filter((pid) => isAlive(pid)).length).toBeLessThanOrEqual(32),
      20_000,
    );
    expect(pids.filter((pid) => isAlive(pid))).toEqual(pids.slice(-32));
    for (let index = 0; index < 40; index += 1) servers.close(`/mirror-${index}`);
    await vi.waitFor(() => expect(pids.filter((pid) => isAlive(pid))).toEqual([]), 20_000);
  });

  it("ends with us, however we end, and does not keep us from ending", async () => {
    const lab = openMirrored();
    lab.write("a", "1\n");
    const base = lab.commit();
    lab.write("a", "2\n");
    lab.commit();
    for (const how of ["SIGKILL", "end"]) {
      const child = spawn(process.execPath, [
        ...["--input-type=module", "--eval", CHILD, "--"],
        inject("gitModules").mirror,
        ...[join(lab.folder, `data-${how}`), JSON.stringify(lab.repository), base, how],
      ]);
      const ended = once(child, "exit");
      const [text] = await once(child.stdout, "data");
      const pids = String(text).trim().split(" ").map(Number);
      if (how === "SIGKILL")
        expect([pids.length, pids.every((pid) => isAlive(pid))]).toEqual([3, true]);
      if (how === "SIGKILL") child.kill("SIGKILL");
      await ended;
      await vi.waitFor(() => expect(pids.filter((pid) => isAlive(pid))).toEqual([]), 20_000);
    }
  });
});

/** Shows a diff, names the processes that stayed, and then waits, or has nothing more to do. */
const CHILD = `
  const [module, dataDirectory, repository, base, how] = process.argv.slice(1);
  const { readdirSync, readFileSync } = await import("node:fs");
  const { createGitMirror } = await import(module);
  const mirror = createGitMirror({ dataDirectory });
  const { commit: head, tree } = await mirror.fetch(JSON.parse(repository), { branch: "main" });
  await mirror.showDiff({ repo: "acme/shop", target: "main", base, head, tree });
  const mine = readdirSync("/proc").filter((name) => {
    try {
      return readFileSync("/proc/" + name + "/stat", "utf8").split(") ")[1].split(" ")[1] === String(process.pid);
    } catch {
      return false;
    }
  });
  process.stdout.write(mine.join(" ") + "\\n");
  if (how === "SIGKILL") setInterval(() => {}, 1_000);
`;
