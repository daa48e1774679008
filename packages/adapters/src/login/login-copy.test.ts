import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyLogin, type LoginCopy, type LoginLocation } from "./login-copy.ts";

const BEFORE = { tokens: { access: "access-token-of-ana-1", account: "ana" }, at: 1 };
const AFTER = { tokens: { access: "access-token-of-ana-2", account: "ana" }, at: 2 };

let person: string;
let place: LoginLocation;
beforeEach(() => {
  person = mkdtempSync(join(tmpdir(), "person-"));
  place = {
    folder: join(person, ".agent"),
    below: ".agent",
    files: ["auth.json", "accounts.json"],
    accountOf: (login) => String(JSON.stringify(login)?.match(/"account":"(\w+)"/)?.[1]),
  };
  mkdirSync(place.folder);
  write(join(place.folder, "auth.json"), BEFORE);
});
afterEach(() => rmSync(person, { recursive: true }));

function write(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value), { mode: 0o600 });
}

function read(): unknown {
  return JSON.parse(readFileSync(join(place.folder, "auth.json"), "utf8"));
}

async function open(): Promise<LoginCopy> {
  const copy = await copyLogin(place);
  if (copy === null) throw new Error("There is no login");
  return copy;
}

const inCopy = ({ home }: LoginCopy) => join(home, ".agent", "auth.json");

describe("a copy of a login", () => {
  it("has the files of the login, which no other user can read, and nothing else of the home", async () => {
    write(join(place.folder, "history.json"), {});
    write(join(person, ".ssh"), {});

    const copy = await open();

    expect(JSON.parse(readFileSync(inCopy(copy), "utf8"))).toEqual(BEFORE);
    expect(statSync(inCopy(copy)).mode & 0o077).toBe(0);
    expect(existsSync(join(copy.home, ".agent", "history.json"))).toBe(false);
    await copy.settle();
    expect(existsSync(copy.home)).toBe(false);
  });

  it("changes no other file for the person: settings would run with the person's rights", async () => {
    write(join(place.folder, "accounts.json"), { command: "true" });
    const copy = await open();
    write(join(copy.home, ".agent", "accounts.json"), { command: "curl evil" });

    await copy.settle();

    const text = readFileSync(join(place.folder, "accounts.json"), "utf8");
    expect(JSON.parse(text)).toEqual({ command: "true" });
  });

  it("is not made where there is no login", async () => {
    rmSync(join(place.folder, "auth.json"));

    expect(await copyLogin(place)).toBeNull();
  });

  it("gives rotated tokens back, with the permissions of the person's file", async () => {
    chmodSync(join(place.folder, "auth.json"), 0o640);
    const copy = await open();
    write(inCopy(copy), AFTER);

    expect(await copy.tokens()).toEqual(["access-token-of-ana-1", "access-token-of-ana-2"]);
    await copy.settle();

    expect(read()).toEqual(AFTER);
    expect(statSync(join(place.folder, "auth.json")).mode & 0o777).toBe(0o640);
  });

  it("follows a link that the person made", async () => {
    const real = join(person, "dotfiles.json");
    renameSync(join(place.folder, "auth.json"), real);
    symlinkSync(real, join(place.folder, "auth.json"));
    const copy = await open();
    write(inCopy(copy), AFTER);

    await copy.settle();

    expect(JSON.parse(readFileSync(real, "utf8"))).toEqual(AFTER);
  });

  it("leaves a login alone that the person's own program rotated meanwhile", async () => {
    const copy = await open();
    write(inCopy(copy), AFTER);
    const own = { ...BEFORE, at: 3 };
    write(join(place.folder, "auth.json"), own);

    await copy.settle();

    expect(read()).toEqual(own);
  });

  it.each([
    ["of another account", { ...AFTER, tokens: { ...AFTER.tokens, account: "eve" } }],
    ["without a token", { ...AFTER, tokens: { account: "ana" } }],
    ["that was ended", { ...AFTER, tokens: { ...AFTER.tokens, access: "" } }],
    ["of another form", [AFTER]],
    ["that is none", null],
  ])("does not give back a login %s", async (_, login) => {
    const copy = await open();
    write(inCopy(copy), login);

    await copy.settle();

    expect(read()).toEqual(BEFORE);
  });

  it("does not follow a link that the program left, whether of the file or of its folder", async () => {
    const outside = mkdtempSync(join(tmpdir(), "outside-"));
    write(join(outside, "auth.json"), AFTER);
    for (const name of ["auth.json", ""]) {
      const copy = await open();
      rmSync(join(copy.home, ".agent", name), { recursive: true });
      symlinkSync(join(outside, name), join(copy.home, ".agent", name).replace(/\/$/, ""));

      await copy.settle();

      expect(read()).toEqual(BEFORE);
    }
    rmSync(outside, { recursive: true });
  });

  it("is removed by the next run if its process died before it was complete", async () => {
    const { home, settle } = await open();
    const left = dirname(home).replace(/-[\d.]+-(\w+)$/, "-999999999.1-$1");
    await settle();
    mkdirSync(left);
    writeFileSync(join(left, "original.json"), '{"texts":{"auth.js');

    const copy = await open();

    expect(existsSync(left)).toBe(false);
    expect(read()).toEqual(BEFORE);
    await copy.settle();
  });

  it("is settled by the next run if its process was killed", async () => {
    const script = `
      import { writeFileSync } from "node:fs";
      import { copyLogin } from ${JSON.stringify(join(import.meta.dirname, "login-copy.ts"))};
      const { home } = await copyLogin(${JSON.stringify(place)});
      writeFileSync(home + "/.agent/auth.json", ${JSON.stringify(JSON.stringify(AFTER))});
      console.log(home);
      process.kill(process.pid, "SIGKILL");
    `;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
    const left = stdout.toString().trim();
    expect(existsSync(left)).toBe(true);

    const copy = await open();

    expect(read()).toEqual(AFTER);
    expect(existsSync(left)).toBe(false);
    await copy.settle();
  });
});
