import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { loadOutputSchemas } from "../command-table/schema-bundle.ts";
import { type Bench, openBench } from "./bench.ts";
import { tell } from "./in-process.ts";

const OUTPUTS = await loadOutputSchemas();

type Ended = { code: number; out: string; err: string };
type Extra = Readonly<Record<string, string>>;
type Task = { id: string; state: string; turn: { holder: string } };

const TRIES = 600;

/** A bench on which commands run in this process, against an engine in its own. */
export type Stage = {
  bench: Bench;
  run(args: readonly string[], env?: Extra): Promise<Ended>;
  /** The data of an answer, which must be exactly what its schema says. */
  json(args: readonly string[], env?: Extra, code?: number): ReturnType<typeof JSON.parse>;
  until(id: string, isThere: (task: Task) => boolean): Promise<void>;
  /** An agent submits one file from a branch of its own. */
  submit(branch: string, file: string, text: string): Promise<string>;
  /** Confirms the first policy on main as the person. */
  confirmPolicy(): Promise<void>;
  /** The names of every answer that was seen and checked. */
  seen: ReadonlySet<string>;
};

export async function openStage(): Promise<Stage> {
  const bench = await openBench();
  const seen = new Set<string>();
  const { repository: directory, program } = bench;
  const stage: Stage = {
    bench,
    seen,
    run: (args, env = {}) => tell(args, { directory, program, env: { ...bench.env, ...env } }),
    async json(args, env, code = 0) {
      const ended = await stage.run(["--json", ...args], env);
      const told = `${args.join(" ")}: ${ended.code} ${ended.err}`;
      expect(ended.code, told).toBe(code);
      const { schema, data, next } = JSON.parse(ended.out);
      const name = String(schema).split("/")[1] ?? "";
      expect(schema).toBe(`countersign/${name}/1`);
      expect(next === null || typeof next === "string").toBe(true);
      expect(OUTPUTS[name]?.parse(data), `${name} says everything that is answered`).toEqual(data);
      seen.add(name);
      return data;
    },
    async until(id, isThere) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        if (isThere(await stage.json(["task", "show", id]))) return;
        await sleep(100);
      }
      throw new Error(`${id} did not get there`);
    },
    async confirmPolicy() {
      const tip = (await bench.git("rev-parse", "main")).trim();
      const args = ["repo", "release", "--tip", tip, "--reason", "My first policy"];
      await stage.json(args, { COUNTERSIGN_TOKEN: await bench.humanToken() });
    },
    async submit(branch, file, text) {
      await bench.git("switch", "--quiet", "-c", branch, "main");
      await bench.write(file, text);
      const args = ["task", "submit", "--title", `Work of ${branch}`];
      const { task } = await stage.json(args, { CLAUDECODE: "1" });
      await bench.git("add", "-A");
      await bench.git("commit", "--quiet", "-m", branch);
      return task;
    },
  };
  return stage;
}
