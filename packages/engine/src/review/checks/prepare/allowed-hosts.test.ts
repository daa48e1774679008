import { describe, expect, it } from "vitest";
import { allowedHosts, readHost } from "./allowed-hosts.ts";
import { isRegistryLockFile, lockedAddresses } from "./lock-files.ts";

const NOTHING = { locks: [], policy: [], owner: { hosts: [], npm: null } };
const namesOf = (hosts: ReturnType<typeof allowedHosts>) =>
  hosts.map(({ host, port, listed }) => `${host}:${port}${listed ? " listed" : ""}`);

describe("allowedHosts", () => {
  it("are none without a lock file", () => {
    expect(allowedHosts(NOTHING)).toEqual([]);
  });

  it("are the public registry and the hosts of the accepted lock file", () => {
    const accepted = JSON.stringify({
      a: { resolved: "https://packages.example/a.tgz", funding: "https://money.example" },
      b: { resolved: "http://old.example:8080/b.tgz" },
      c: { resolved: "git+https://git.example/c.git#1" },
      d: { resolved: "git+ssh://git@ssh.example/d.git" },
    });

    expect(
      namesOf(allowedHosts({ ...NOTHING, locks: [{ path: "package-lock.json", accepted }] })),
    ).toEqual([
      "git.example:443",
      "old.example:8080",
      "packages.example:443",
      "registry.npmjs.org:443",
    ]);
  });

  it("are those of the policy, without the entry for every host", () => {
    const policy = [
      "*",
      "*.example",
      "a.example",
      "b.example:8443",
      "http://c.example/x",
      "not a host",
    ];

    expect(namesOf(allowedHosts({ ...NOTHING, policy }))).toEqual([
      ...["a.example:443", "b.example:8443", "c.example:80"],
    ]);
  });

  it("may be on a private network only where the engine's owner lists them", () => {
    const owner = { hosts: ["npm.example", "10.0.0.5:4873"], npm: "http://mirror.example/npm/" };
    const policy = ["npm.example", "other.example"];

    expect(namesOf(allowedHosts({ ...NOTHING, policy, owner }))).toEqual([
      ...["10.0.0.5:4873 listed", "mirror.example:80 listed", "npm.example:443 listed"],
      "other.example:443",
    ]);
  });
});

describe("readHost", () => {
  it.each([
    ["Packages.Example.", { host: "packages.example", port: 443 }],
    ["[fd00::5]:8080", { host: "fd00::5", port: 8080 }],
    ["2130706433", { host: "127.0.0.1", port: 443 }],
    ["*", null],
    ["", null],
    ["a b", null],
    ["ssh://git.example", null],
  ])("reads %j", (text, host) => {
    expect(readHost(text)).toEqual(host);
  });
});

describe("lockedAddresses", () => {
  it.each([
    ["yarn.lock", '  resolved "https://a.example/x.tgz#1"\n', "https://a.example/x.tgz#1"],
    ["pnpm-lock.yaml", "resolution: {tarball: https://a.example/x.tgz}", "https://a.example/x.tgz"],
    ["bun.lock", '["x", "https://a.example/x.tgz", {}]', "https://a.example/x.tgz"],
    ["requirements.txt", "--index-url https://a.example/simple\n", "https://a.example/simple"],
    ["sub/requirements.txt", "tiny @ https://a.example/t.whl\n", "https://a.example/t.whl"],
    ["poetry.lock", 'url = "https://a.example/simple"\n', "https://a.example/simple"],
    ["uv.lock", 'sdist = { url = "https://a.example/x" }', "https://a.example/x"],
    ["Pipfile.lock", '"url": "https://a.example/simple"', "https://a.example/simple"],
    ["Cargo.lock", 'source = "registry+https://a.example/index"\n', "https://a.example/index"],
    ["Gemfile.lock", "GEM\n  remote: https://a.example/\n", "https://a.example/"],
    ["composer.lock", '"url": "https://a.example/x.zip"', "https://a.example/x.zip"],
  ])("finds them in %s", (path, text, address) => {
    expect(isRegistryLockFile(path)).toBe(true);
    expect(lockedAddresses(path, text)).toEqual([address]);
  });

  it("finds none in other files", () => {
    expect(lockedAddresses("go.sum", "https://a.example")).toEqual([]);
    expect(lockedAddresses("readme.md", "https://a.example")).toEqual([]);
    expect(isRegistryLockFile("constructor")).toBe(false);
  });
});
