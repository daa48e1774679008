import { createServer } from "node:net";
import { expect, it } from "vitest";
import { testDatabase } from "../../testing/test-database.ts";
import { PIPELINED } from "./pipelined.ts";

const { pool } = await testDatabase();

it("sends the statements of one turn with one system call", async () => {
  const chunks: number[] = [];
  const server = createServer((socket) => {
    socket.on("data", (data) => chunks.push(data.length));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const socket = PIPELINED.stream();
  await new Promise<void>((resolve) => socket.connect(address.port, "127.0.0.1", resolve));
  for (let number = 0; number < 10; number += 1) socket.write("one statement\n");
  expect(socket.writableLength).toBe(10 * 14);
  await Promise.resolve().then(() => socket.write("and one after a microtask\n"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  server.close();

  expect(chunks).toEqual([10 * 14 + 26]);
});

it("answers statements in their order, and goes on after one that fails", async () => {
  const client = await pool.connect();
  const answers = await Promise.allSettled([
    client.query("SELECT 1 AS one"),
    client.query("SELECT 1/0"),
    client.query({ name: "two", text: "SELECT $1::int AS two", values: [2] }),
  ]);
  client.release();

  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
