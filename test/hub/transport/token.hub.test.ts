import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { failureOf } from "./failure-of.ts";
import { findProcesses, type SeenProcess } from "./find-processes.ts";
import { openRemote, TOKEN } from "./open-remote.ts";

const MAIN = "refs/heads/main";
const basic = Buffer.from(`x-access-token:${TOKEN}`).toString("base64");
/** The token as it is, and as it is sent. */
const LEAK = new RegExp(`${TOKEN}|${basic}|${Buffer.from(TOKEN).toString("base64").slice(0, 20)}`);

describe("the token", () => {
  it("is in no argument, environment, setting or file while git fetches and pushes", async () => {
    const lab = await openRemote();
    const base = await lab.commit(MAIN, "a.txt", "1");
    const seen: SeenProcess[] = [];
    const files: string[] = [];
    lab.state.interrupt = () => {
      seen.push(...findProcesses(lab.gitDir));
      files.push(...filesWith(lab.folder));
      return false;
    };

    await lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]);
    const tree = await lab.clone(["mktree"], "");
    const commit = await lab.clone(["commit-tree", tree, "-p", base, "-m", "Next"]);
    await lab.transport.push(lab.remote, lab.gitDir, { commit, ref: MAIN, expected: base });

    const programs = new Set(seen.map(({ args }) => /remote-https|push|fetch/.exec(args)?.[0]));
    expect(programs).toContain("remote-https");
    expect(seen.some(({ environment }) => environment.includes("GIT_ALLOW_PROTOCOL=https"))).toBe(
      true,
    );
    expect(seen.filter(({ args, environment }) => LEAK.test(`${args}${environment}`))).toEqual([]);
    expect([...files, ...filesWith(lab.folder)]).toEqual([]);
  });

  it("is in no error, whatever the server answers", async () => {
    const lab = await openRemote();
    await lab.commit(MAIN, "a.txt", "1");
    for (const status of [401, 403, 404, 429, 500, 502]) {
      lab.state.interrupt = (request, response) => {
        if (request.headers.authorization === undefined) return false;
        response
          .writeHead(status, { "content-type": "text/plain" })
          .end(request.headers.authorization);
        return true;
      };
      const error = await failureOf(lab.transport.fetch(lab.remote, lab.gitDir, [MAIN]));
      expect(error.message).not.toMatch(LEAK);
      expect(inspect(error, { depth: 9 })).not.toMatch(LEAK);
    }
  });
});

/** Lists the files below a folder that contain the token. */
function filesWith(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => {
    try {
      const place = join(folder, path);
      return statSync(place).isFile() && LEAK.test(readFileSync(place, "latin1"));
    } catch {
      return false; // the file has gone meanwhile
    }
  });
}
