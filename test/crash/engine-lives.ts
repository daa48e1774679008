import { setTimeout as pause } from "node:timers/promises";
import { type ActSigner, type Client, createClient } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { type Life, type Place, readRecord, runServer, type Target } from "./run-server.ts";

const ASK_MS = 20_000;
const AGAIN_MS = 20;

/** An engine that is killed and started again, seen from outside. */
export type EngineLives = {
  passed: Set<string>;
  /** How often it was ended at each boundary. */
  kills: Map<string, number>;
  /** Asks until it is answered, by whichever life; the same words each time. */
  answered<Value>(token: string, ask: (client: Client) => Promise<Value>): Promise<Value>;
  /** Signs what the engine refuses without a signature of this token's person. */
  signFor(token: string, signer: ActSigner): void;
  /** One life that ends at the first of the targets that it meets, which it answers, or else at `instead` in the end. */
  live(targets: readonly Target[], patienceMs: number, instead: Target): Promise<string | null>;
  /** A life that nobody ends. */
  stay(): Promise<void>;
  /** Counts what the life that stays has passed so far. */
  note(): void;
  stop(): Promise<void>;
};

export function openLives(place: Place): EngineLives {
  const passed = new Set<string>();
  const kills = new Map<string, number>();
  const signers = new Map<string, ActSigner>();
  let up = Promise.withResolvers<string>();
  let isUp = false;
  let life: Life | null = null;

  const begin = async (targets: readonly Target[]): Promise<Life> => {
    const begun = await runServer(place, targets);
    life = begun;
    void begun.ready.then((url) => {
      if (url === null) return;
      isUp = true;
      up.resolve(url);
    });
    return begun;
  };
  /** Whoever waits for a life that never came waits for the next one. */
  const down = (): void => {
    if (isUp) up = Promise.withResolvers();
    isUp = false;
  };
  const end = async (ended: Life): Promise<string | null> => {
    const how = await ended.ended;
    down();
    const { passed: names, killed } = readRecord(place);
    for (const name of names) passed.add(name);
    if (how !== "killed") throw new Error(`The engine ended by itself with ${how}`);
    if (killed !== null) kills.set(killed, (kills.get(killed) ?? 0) + 1);
    return killed;
  };
  return {
    passed,
    kills,
    async answered(token, ask) {
      for (;;) {
        const baseUrl = await up.promise;
        try {
          const signer = signers.get(token);
          return await ask(createClient({ baseUrl, token, timeoutMs: ASK_MS, signer }));
        } catch (error) {
          if (!isSilence(error)) throw error;
          await pause(AGAIN_MS);
        }
      }
    },
    signFor(token, signer) {
      signers.set(token, signer);
    },
    async live(targets, patienceMs, instead) {
      const born = await begin(targets);
      let timer: NodeJS.Timeout | undefined;
      void born.ready.then((url) => {
        if (url !== null) timer = setTimeout(() => born.aim([instead]), patienceMs);
      });
      const killed = await end(born);
      clearTimeout(timer);
      return targets.some(({ at }) => at === killed) ? killed : null;
    },
    async stay() {
      if ((await (await begin([])).ready) === null) throw new Error("The engine did not start");
    },
    note() {
      for (const name of readRecord(place).passed) passed.add(name);
    },
    /** Also one that waits for its end, after a failure. */
    async stop() {
      await life?.stop();
      down();
      life = null;
    },
  };
}

/** No answer, or one that says to ask again. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof CountersignError &&
    (error.code === "unreachable" || error.code === "timed_out")
  );
}
