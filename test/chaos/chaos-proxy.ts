import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { afterAll } from "vitest";
import { createFrameReader, createWriteWatch, isCommit } from "./frames.ts";

/** How often the proxy does harm; all are chances between 0 and 1. */
export type Faults = {
  /** The COMMIT of what was written is passed on and done, and its answer is lost with the connection. */
  loseCommit: number;
  /** Any other statement is passed on, and the connection is cut with its answer. */
  loseAnswer: number;
  /** No connection lives longer than a random part of this. */
  lifeMs: number;
};

export type ChaosProxy = {
  port: number;
  /** So far: commits of something written whose answer nobody heard, and other cuts. */
  counts: { lostAcks: number; cuts: number };
  /** Begins to do harm, or stops with null. */
  rage(faults: Faults | null): void;
  /** Lets nobody through and drops who is connected, or opens again. */
  shut(isShut: boolean): void;
};

const LOOPBACK = "127.0.0.1";
const CALM_MS = 3_600_000;
const COMMITTED = Buffer.from("COMMIT\0");

type State = {
  faults: Faults | null;
  isShut: boolean;
  open: Set<() => void>;
  counts: ChaosProxy["counts"];
};

/** Stands between the engine and Postgres, and loses answers. It goes when the file is done. */
export async function openChaosProxy(target: number): Promise<ChaosProxy> {
  const state: State = {
    faults: null,
    isShut: false,
    open: new Set(),
    counts: { lostAcks: 0, cuts: 0 },
  };
  const server = createServer((client) => {
    if (state.isShut) client.destroy();
    else pass(client, target, state);
  });
  server.listen(0, LOOPBACK);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  const dropAll = () => {
    for (const drop of [...state.open]) drop();
  };
  afterAll(async () => {
    server.close();
    dropAll();
    await once(server, "close");
  });
  return {
    port: address.port,
    counts: state.counts,
    rage(faults) {
      state.faults = faults;
    },
    shut(isShut) {
      state.isShut = isShut;
      if (isShut) dropAll();
    },
  };
}

/** What becomes of the next answer: it is passed on, or lost with the connection. */
type Fate = "pass" | "lose_commit" | "lose_answer";

function pass(client: Socket, target: number, state: State): void {
  const server = dial(target, LOOPBACK);
  let fate: Fate = "pass";
  let hasWritten = false;
  const isWrite = createWriteWatch();
  const drop = () => {
    clearTimeout(end);
    state.open.delete(drop);
    client.destroy();
    server.destroy();
  };
  const cut = () => {
    state.counts.cuts += 1;
    drop();
  };
  const end = setTimeout(cut, lifeOf(state));
  state.open.add(drop);
  const read = createFrameReader((frame) => {
    if (fate === "pass") fate = fateOf(frame, state.faults, hasWritten);
    hasWritten = !isCommit(frame) && (hasWritten || isWrite(frame));
    server.write(frame);
  });
  client.on("data", read);
  server.on("data", (answer) => {
    if (fate === "pass") client.write(answer);
    else if (fate === "lose_answer") cut();
    else {
      if (answer.includes(COMMITTED)) state.counts.lostAcks += 1;
      drop();
    }
  });
  for (const socket of [client, server]) {
    socket.on("error", drop);
    socket.on("close", drop);
  }
}

function lifeOf({ faults }: State): number {
  return faults === null ? CALM_MS : faults.lifeMs * (0.2 + 0.8 * Math.random());
}

function fateOf(frame: Buffer, faults: Faults | null, hasWritten: boolean): Fate {
  if (faults === null) return "pass";
  if (isCommit(frame))
    return hasWritten && Math.random() < faults.loseCommit ? "lose_commit" : "pass";
  return Math.random() < faults.loseAnswer ? "lose_answer" : "pass";
}
