import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import {
  checkPackageAddress,
  readAuthority,
  readPlainAddress,
  refuseEndpoint,
} from "./judge-connection.ts";

describe("readAuthority", () => {
  it.each([
    ["packages.example:443", { host: "packages.example", port: 443 }],
    ["PACKAGES.example.:8443", { host: "packages.example", port: 8443 }],
    ["packages.example:80", { host: "packages.example", port: 80 }],
    ["2130706433:443", { host: "127.0.0.1", port: 443 }],
    ["0x7f.1:443", { host: "127.0.0.1", port: 443 }],
    ["[::ffff:127.0.0.1]:443", { host: "::ffff:7f00:1", port: 443 }],
  ])("reads %s", (authority, endpoint) => {
    expect(readAuthority(authority)).toEqual(endpoint);
  });

  it.each([
    "",
    "packages.example",
    "user@127.0.0.1:443",
    "a:1/x",
    "a b:1",
    "*:443",
    "a:99999",
    ":443",
  ])("refuses %j", (authority) => {
    expect(readAuthority(authority)).toBeNull();
  });
});

describe("readPlainAddress", () => {
  it("reads where a request goes and how it names its host", () => {
    expect(readPlainAddress("http://Packages.example:8080/a?b=c")).toEqual({
      ...{ host: "packages.example", port: 8080 },
      ...{ authority: "packages.example:8080", path: "/a?b=c" },
    });
  });

  it.each(["/path", "https://packages.example/", "http://a@b.example/", "ftp://a/", "http://"])(
    "refuses %j",
    (address) => {
      expect(readPlainAddress(address)).toBeNull();
    },
  );
});

describe("refuseEndpoint", () => {
  const allowed = ["packages.example", "10.0.0.5", "127.0.0.1", "localhost"].map((host) => ({
    ...{ host, port: 443, listed: true },
  }));

  it.each([
    ["packages.example", 443, null],
    ["packages.example", 22, "not_allowed"],
    ["sub.packages.example", 443, "not_allowed"],
    ["10.0.0.5", 443, null],
    ["10.0.0.6", 443, "not_allowed"],
    ["127.0.0.1", 443, "this_machine"],
    ["localhost", 443, "this_machine"],
    ["a.localhost", 443, "this_machine"],
    ["0.0.0.0", 443, "this_machine"],
  ])("answers for %s at %i: %s", (host, port, why) => {
    expect(refuseEndpoint({ host, port }, allowed)).toBe(why);
  });
});

describe("refuseAddress", () => {
  it.each([
    ["93.184.216.34", false, null],
    ["10.0.0.5", false, "not_public"],
    ["10.0.0.5", true, null],
    ["203.0.113.80", false, "not_public"],
    ["203.0.113.80", true, null],
    ["169.254.169.254", true, "not_public"],
    ["127.0.0.1", true, "this_machine"],
    ["::1", true, "this_machine"],
  ])("answers for %s, listed %s: %s", (address, listed, why) => {
    expect(checkPackageAddress(address, { listed })).toBe(why);
  });

  it("refuses every address that this machine has", () => {
    for (const list of Object.values(networkInterfaces())) {
      for (const { address } of list ?? []) {
        expect(checkPackageAddress(address, { listed: true })).not.toBeNull();
      }
    }
  });
});
