import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../testing/bench.ts";

let bench: Bench;
let log = "";
let git = "";

/** A git of the person's own, which writes down how it is called. */
beforeAll(async () => {
  bench = await openBench();
  await bench.write("a.txt", "one\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  await bench.write("a.txt", "two\n");
  await bench.git("commit", "--quiet", "--all", "-m", "Change");
  log = join(bench.directory, "calls.txt");
  git = await program("bin", `#!/bin/sh\necho "$@" >>'${log}'\nexec /usr/bin/git "$@"\n`);
});
afterAll(async () => {
  await bench.close();
});

async function program(folder: string, text: string): Promise<string> {
  const path = join(bench.directory, folder, "git");
  await mkdir(join(bench.directory, folder));
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

const GATE = ["gate", "--base", "HEAD~1"];

describe("COUNTERSIGN_GIT", () => {
  it("is the git that is started", async () => {
    const { code, out } = await bench.run(GATE, { env: { COUNTERSIGN_GIT: git } });
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^gate: pass /) });
    expect(await readFile(log, "utf8")).toContain("cat-file");
  });

  it("is refused if it is a relative path", async () => {
    expect(await bench.run(GATE, { env: { COUNTERSIGN_GIT: "bin/git" } })).toMatchObject({
      code: 2,
      out: "",
      err: "error: COUNTERSIGN_GIT is not an absolute path: bin/git\n",
    });
  });

  it("is refused if there is no program or others can change it", async () => {
    const open = await program("open", "#!/bin/sh\n");
    await chmod(open, 0o757);
    const within = await program("within", "#!/bin/sh\n");
    await chmod(join(within, ".."), 0o777);
    const plain = await program("plain", "#!/bin/sh\n");
    await chmod(plain, 0o644);
    const problems = [
      [open, "can be changed by other users"],
      [within, "can be changed by other users"],
      [plain, "is not a program"],
      [bench.directory, "is not a program"],
      [join(bench.directory, "none"), "does not exist"],
    ] as const;
    for (const [path, problem] of problems) {
      const { code, err } = await bench.run(GATE, { env: { COUNTERSIGN_GIT: path } });
      expect({ path, code, err }).toMatchObject({ code: 2 });
      expect(err).toContain(`COUNTERSIGN_GIT ${problem}: ${path}`);
    }
  });
});

describe("COUNTERSIGN_DATA", () => {
  const UP = ["server", "up", "--dry-run"];

  it("is the directory of the engine's data, before XDG_DATA_HOME", async () => {
    const data = join(bench.directory, "elsewhere");
    const { out } = await bench.run(UP, { env: { COUNTERSIGN_DATA: data } });
    expect(out).toBe(`Would start the engine, with its data in ${data}\n`);
  });

  it("is refused if it is a relative path", async () => {
    expect(await bench.run(UP, { env: { COUNTERSIGN_DATA: "data" } })).toMatchObject({
      code: 2,
      out: "",
      err: "error: COUNTERSIGN_DATA is not an absolute path: data\n",
    });
  });
});
