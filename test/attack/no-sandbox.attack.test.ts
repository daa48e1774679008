import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { type Ended, runToEnd } from "../../packages/cli/src/testing/run-to-end.ts";
import { checksOnly } from "./checks-only.ts";

const AS_AGENT = { env: { CLAUDECODE: "1" } };
const NO_RESULT = "Commands of the project do not run without a sandbox";

let bench: Bench;
let stolen = "";

/** Runs the program on a machine with `instead` in the place of bubblewrap; by default nothing that can run. */
async function without(
  args: readonly string[],
  { instead = "/dev/null", ...env }: Record<string, string> = {},
): Promise<Ended> {
  const hide = ["--dev-bind", "/", "/", "--ro-bind", instead, "/usr/bin/bwrap"];
  const words = [...hide, process.execPath, bench.program, ...args];
  return await runToEnd("/usr/bin/bwrap", words, {
    cwd: bench.repository,
    env: { ...bench.env, ...env },
  });
}

async function submit(branch: string): Promise<string> {
  await bench.git("switch", "--quiet", "-C", branch, "main");
  await bench.write("probe.sh", `cat '${bench.data}/credentials.json' > '${stolen}'\n`);
  const { out } = await bench.run(["task", "submit", "--title", "Tests", "--json"], AS_AGENT);
  return JSON.parse(out).data.task;
}

/** What the person reads about a task once its check has answered or has no result. */
async function told(task: string): Promise<string> {
  await bench.until(task, ({ state, turn }) => state === "held" || turn.holder === "person");
  const shown = [await bench.run(["task", "show", task]), await bench.run(["why", task])];
  return shown
    .map((ended) => ended.out)
    .join("\n")
    .replaceAll(/\s+/g, " ");
}

beforeAll(async () => {
  bench = await openBench();
  stolen = join(bench.directory, "stolen");
  await bench.write("countersign.json", JSON.stringify(checksOnly("sh ./probe.sh")));
  await bench.write("probe.sh", "exit 0\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  expect(await without(["server", "up"])).toMatchObject({ code: 0 });
  await bench.run(["doctor", "--fix"]);
});
afterAll(async () => {
  await bench.close();
});

describe("I11 Closed on failure: no command of a project runs with the person's rights", () => {
  it("gives no result at hand-in where there is no sandbox", async () => {
    const view = await told(await submit("agent/steal"));
    expect(view).toContain(NO_RESULT);
    expect(view).toContain("apt install bubblewrap");
    await expect(readFile(stolen, "utf8")).rejects.toThrow("ENOENT");
  });

  it("gives no result at the gate, unless the command line says so", async () => {
    await bench.git("switch", "--quiet", "-C", "agent/gate", "main");
    await bench.write("probe.sh", `echo ran > '${stolen}-gate'\n`);
    await bench.git("commit", "--quiet", "-am", "gate");
    const closed = await without(["gate", "--base", "main"]);
    expect(closed.code).not.toBe(0);
    expect(closed.out).toContain(NO_RESULT);
    await expect(readFile(`${stolen}-gate`, "utf8")).rejects.toThrow("ENOENT");

    const open = await without(["gate", "--base", "main", "--unsandboxed"]);
    expect(open.out).toContain("ran without a sandbox, because of --unsandboxed");
    expect(await readFile(`${stolen}-gate`, "utf8")).toBe("ran\n");
  });

  it("takes a bubblewrap that fails for none, and says so with the fix in doctor, init and at the gate", async () => {
    const instead = join(bench.directory, "failing-bwrap");
    const script =
      '#!/bin/sh\n[ "$1" = --version ] && echo "bubblewrap 0.9.0" && exit 0\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n';
    await writeFile(instead, script, { mode: 0o755 });
    for (const args of [["doctor"], ["init", "--dry-run", "--agents", "none"]]) {
      const said = (await without(args, { instead })).out.replaceAll(/\s+/g, " ");
      expect(said, args[0]).toContain("bwrap: setting up uid map: Permission denied");
      expect(said, args[0]).toContain("is not approved automatically");
      expect(said, args[0]).toContain("sudo apparmor_parser -r /etc/apparmor.d/bwrap");
    }
    expect((await without(["gate", "--base", "main"], { instead })).out).toContain(NO_RESULT);
  });

  it("lets no agent and no configuration allow it", async () => {
    const refused = await bench.run(["repo", "allow-unsandboxed", "shop"], AS_AGENT);
    expect(refused.code).toBe(4);
    const token = await bench.humanToken();
    const scripted = await bench.run(["repo", "allow-unsandboxed", "shop"], {
      env: { COUNTERSIGN_TOKEN: token },
    });
    expect(scripted.code).toBe(4);
    const settings = await readFile(join(bench.data, "settings.json"), "utf8");
    expect(settings).not.toContain(bench.repository);
  });

  it("shows on every screen that the owner allowed it", async () => {
    const program = `'${process.execPath}' '${bench.program}'`;
    const line = `cd '${bench.repository}' && ${program} repo allow-unsandboxed shop --yes`;
    expect(await bench.type(line)).toMatchObject({ code: 0 });
    expect((await stat(join(bench.data, "settings.json"))).mode & 0o777).toBe(0o600);

    const view = await told(await submit("agent/steal-again"));
    expect(view).toContain("ran without a sandbox");
    for (const args of [["status"], ["repo", "list"], ["doctor"]]) {
      expect((await bench.run(args)).out, args.join(" ")).toContain("without a sandbox");
    }
  });
});

describe("I14 Loud overrides: what the owner allows on their machine is in the organisation's log", () => {
  /** Waits until an entry about the engine's settings says this. */
  async function recorded(text: string): Promise<boolean> {
    for (let tries = 0; tries < 100; tries += 1) {
      const { out } = await bench.run([
        "audit",
        "list",
        "--organisation",
        "--limit",
        "500",
        "--plain",
      ]);
      const lines = out.split("\n").filter((line) => line.includes("engine_settings_changed"));
      if (lines.some((line) => line.includes(text))) return true;
      await sleep(200);
    }
    return false;
  }

  it("records that a repository's commands may run without a sandbox, and that they may not", async () => {
    expect(await recorded(`commands of ${bench.repository} may run without a sandbox`)).toBe(true);
    const program = `'${process.execPath}' '${bench.program}'`;
    const line = `cd '${bench.repository}' && ${program} repo allow-unsandboxed shop --undo`;
    expect(await bench.type(line)).toMatchObject({ code: 0 });
    expect(await recorded(`commands of ${bench.repository} run only in a sandbox`)).toBe(true);
  });

  it("records a confirmed program with its digest", async () => {
    const path = join(bench.directory, "own-agent");
    await writeFile(path, "#!/bin/sh\n", { mode: 0o755 });
    const program = `'${process.execPath}' '${bench.program}'`;
    const confirmed = await bench.type(`${program} agent confirm '${path}'`);
    expect(confirmed, confirmed.out).toMatchObject({ code: 0 });
    expect(await recorded(`${path} is ${path}, SHA-256 `)).toBe(true);
  });
});
