import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { initFile } from "../local-engine/files/init-file.ts";
import { runHook } from "./run-hook.ts";
import type { HookLimits } from "./sessions/hook-context.ts";

/** A repository that was set up on a machine of its own, on which no engine runs. */
async function openPlace(env: Readonly<Record<string, string>> = {}, agent = "claude-code") {
  const home = await realpath(await mkdtemp(join(tmpdir(), "countersign-hook-")));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const repository = join(home, "shop");
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...words], {
      cwd: repository,
      env: { PATH: process.env.PATH, HOME: home },
    });
  await mkdir(repository);
  git("init", "--quiet", "--initial-branch=main");
  git("commit", "--quiet", "--allow-empty", "-m", "Begin");
  const data = join(home, "data", "countersign");
  const sent: string[] = [];
  const record = initFile(data, { common: join(repository, ".git") });
  await mkdir(dirname(record), { recursive: true });
  await writeFile(record, "{}");
  return {
    repository,
    data,
    sent,
    git: (...words: string[]) => git(...words).toString(),
    write: (text: string) => writeFile(join(repository, "note.txt"), text),
    waiting: async () => await readdir(join(data, "spool")).catch(() => []),
    log: () => readFile(join(data, "hooks", "hook.log"), "utf8").catch(() => ""),
    async hook(event: string, input: object | string = {}, limits: Partial<HookLimits> = {}) {
      const told = { session_id: "s", cwd: repository, ...Object(input) };
      let out = "";
      await runHook([agent, ...event.split(" ")], {
        env: { ...env, XDG_DATA_HOME: join(home, "data") },
        directory: home,
        read: async () => (typeof input === "string" ? input : JSON.stringify(told)),
        write: (text) => {
          out += text;
        },
        sendLater: (where) => void sent.push(where),
        limits: { keepMs: 60_000, engineMs: 60_000, mostMs: 60_000, ...limits },
      });
      return out;
    },
  };
}

it("leaves what changed since the session began, once, with the last message", async () => {
  const { hook, write, waiting, sent, repository, data, git } = await openPlace();
  expect(await hook("session-start")).toBe("");
  expect(await hook("user-prompt-submit", { prompt: "Write a note" })).toBe("");
  await hook("stop");
  expect(await waiting()).toEqual([]);
  await write("1");
  await hook("post-tool-use", { tool_name: "Write" });
  await hook("subagent-stop");
  expect(await waiting()).toEqual([]);
  await hook("stop", { last_assistant_message: "Done." });
  const [name = "", ...more] = await waiting();
  expect(more).toEqual([]);
  const left = JSON.parse(await readFile(join(data, "spool", name), "utf8"));
  expect(left).toMatchObject({
    agent: "claude-code",
    branch: "main",
    title: "Write a note",
    summary: "Done.",
    root: repository,
  });
  expect(git("show", `${left.commit}:note.txt`)).toBe("1");
  expect(git("rev-parse", `${left.commit}^{tree}`).trim()).toBe(left.tree);
  expect(git("status", "--porcelain")).toBe("?? note.txt\n");
  expect(sent).toEqual([]);
  await writeFile(join(data, "engine.json"), "{}");
  await hook("stop", { last_assistant_message: "Done." });
  expect(await waiting()).toEqual([name]);
  expect(sent).toEqual([repository]);
});

it("leaves nothing that was there before the session, and nothing that was taken back", async () => {
  const { hook, write, waiting, repository } = await openPlace();
  await write("of the person");
  await hook("session-start");
  await hook("stop");
  await write("of the agent");
  await write("of the person");
  await hook("stop");
  expect(await waiting()).toEqual([]);
  expect(await readdir(repository)).toEqual([".git", "note.txt"]);
});

it("begins at the first stop that it sees, unless a tool was seen to write files", async () => {
  const { hook, write, waiting } = await openPlace();
  await write("1");
  await hook("stop", { session_id: "late" });
  expect(await waiting()).toEqual([]);
  await write("2");
  await hook("stop", { session_id: "late" });
  expect(await waiting()).toHaveLength(1);
  await hook("post-tool-use", { session_id: "seen", tool_name: "Bash" });
  await hook("post-tool-use", { session_id: "seen", tool_name: "Edit" });
  await write("3");
  await hook("stop", { session_id: "seen", transcript_path: "/nowhere" });
  expect(await waiting()).toHaveLength(1);
});

it("does not wait for an engine that takes calls and answers none, and leaves the work all the same", async () => {
  const { hook, write, waiting, data } = await openPlace();
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const run = { url: `http://127.0.0.1:${port}`, instance: "silent-engine" };
  await hook("session-start");
  await writeFile(join(data, "engine.json"), JSON.stringify(run));
  await write("1");
  expect(await hook("stop", {}, { engineMs: 1_000 })).toBe("");
  expect(await waiting()).toHaveLength(1);
});

it("gives up when its time is over, says nothing and notes why", async () => {
  const { hook, log } = await openPlace();
  const never = new Promise<string>(() => undefined);
  let out = "";
  const { data } = await openPlace();
  await runHook(["codex", "stop"], {
    env: { XDG_DATA_HOME: join(data, "..") },
    directory: "/",
    read: () => never,
    write: (text) => {
      out += text;
    },
    sendLater: () => undefined,
    limits: { keepMs: 1, engineMs: 1, mostMs: 20 },
  });
  expect(out).toBe("{}\n");
  expect(await readFile(join(data, "hooks", "hook.log"), "utf8")).toMatch(
    /^\S+Z codex stop: Not done after 20 ms\n$/,
  );
  expect(await hook("stop", "no JSON at all")).toBe("");
  expect(await log()).toBe("");
});

it("has nothing to do where the engine is on another machine", async () => {
  const { hook, write, waiting } = await openPlace({
    COUNTERSIGN_SERVER: "https://cs.example.com",
  });
  await hook("session-start");
  await write("1");
  expect(await hook("stop")).toBe("");
  expect(await waiting()).toEqual([]);
});

it("has nothing to do outside of repositories", async () => {
  const { hook, waiting } = await openPlace();
  expect(await hook("session-start", { cwd: tmpdir() })).toBe("");
  expect(await hook("stop", { cwd: "/nowhere" })).toBe("");
  expect(await waiting()).toEqual([]);
});

it("counts an event once that both the user's and a repository's settings report", async () => {
  const { hook, write, waiting, data } = await openPlace();
  const send = () => rm(join(data, "spool"), { recursive: true, force: true });
  await hook("session-start user");
  await hook("session-start");
  await write("1");
  await hook("stop user");
  expect(await waiting()).toHaveLength(1);
  await send();
  await write("2");
  await hook("stop"); // the same stop, heard late
  expect(await waiting()).toEqual([]);
  await hook("stop user");
  expect(await waiting()).toHaveLength(1);
  await send();
  await write("3");
  await hook("stop");
  expect(await waiting()).toEqual([]);
  await hook("stop");
  expect(await waiting()).toHaveLength(1);
});

it("submits what Cursor leaves at a stop, but not when its person or an error ended the turn", async () => {
  const { hook, write, waiting, repository } = await openPlace({}, "cursor");
  const cursor = { conversation_id: "c", cwd: "/", workspace_roots: [repository] };
  expect(await hook("session-start user", cursor)).toBe("{}\n");
  await write("one");
  for (const status of ["aborted", "error"])
    expect(await hook("stop user", { ...cursor, status, loop_count: 0 })).toBe("{}\n");
  expect(await waiting()).toEqual([]);
  await hook("stop user", { ...cursor, status: "completed", loop_count: 0 });
  expect(await waiting()).toHaveLength(1);
});

it("ignores Cursor where it runs the hooks of Claude Code beside its own", async () => {
  const cursorHome = await mkdtemp(join(tmpdir(), "countersign-cursor-"));
  await mkdir(join(cursorHome, ".cursor"));
  const own = '{ "hooks": { "stop": [{ "command": "cs hook cursor stop user" }] } }';
  await writeFile(join(cursorHome, ".cursor", "hooks.json"), own);
  const { hook, write, waiting } = await openPlace({ HOME: cursorHome });
  const cursor = { cursor_version: "2.4.0" };
  await hook("session-start user", cursor);
  await write("one");
  expect(await hook("stop user", cursor)).toBe("");
  expect(await waiting()).toEqual([]);
});

it("takes Cursor for Claude Code where it runs only the hooks of Claude Code", async () => {
  const { hook, write, waiting } = await openPlace();
  const cursor = { cursor_version: "2.4.0" };
  await hook("session-start user", cursor);
  await write("one");
  await hook("stop user", cursor);
  expect(await waiting()).toHaveLength(1);
});
