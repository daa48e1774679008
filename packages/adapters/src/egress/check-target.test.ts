import { describe, expect, it } from "vitest";
import { checkEgressAddress, checkTarget } from "./check-target.ts";

const OUTSIDE = { loopback: false, privateHosts: [] };
const HERE = { loopback: true, privateHosts: [] };
const INSIDE = { loopback: false, privateHosts: ["reviews.corp", "10.0.0.7"] };

describe("checkTarget", () => {
  it.each([
    ["https://reviews.example/ask", OUTSIDE],
    ["https://8.8.8.8:8443/", OUTSIDE],
    ["http://127.0.0.1:8080/", HERE],
    ["http://localhost/", HERE],
    ["http://[::1]:8080/", HERE],
    ["https://10.0.0.7/", INSIDE],
  ])("lets %s pass", (address, rules) => {
    expect(checkTarget(address, rules)).toMatchObject({ ok: true });
  });

  it.each([
    ["", OUTSIDE, "the address is no URL"],
    ["reviews.example", OUTSIDE, "the address is no URL"],
    ["https://ada@reviews.example/", OUTSIDE, "the address holds a password"],
    ["https://:secret@reviews.example/", OUTSIDE, "the address holds a password"],
    ["ftp://reviews.example/", OUTSIDE, "the address is neither https nor http"],
    ["http://reviews.example/", HERE, "the address must begin with https"],
    ["http://reviews.corp/", INSIDE, "the address must begin with https"],
    ["http://localhost/", OUTSIDE, "this machine itself may not be asked"],
    ["http://127.9.9.9/", OUTSIDE, "this machine itself may not be asked"],
    ["https://127.0.0.1/", OUTSIDE, "the host is this machine itself, which may not be asked"],
    ["https://10.0.0.8/", INSIDE, "the host has an address of a private network"],
    ["https://169.254.169.254/", HERE, "the host has an address that no service may have"],
  ])("refuses %j under %j", (address, rules, reason) => {
    expect(checkTarget(address, rules)).toEqual({ ok: false, reason });
  });
});

describe("refuseAddress", () => {
  it.each([
    ["reviews.example", "8.8.8.8", OUTSIDE, null],
    ["localhost", "127.0.0.1", HERE, null],
    ["localhost", "8.8.8.8", HERE, "localhost is not this machine"],
    ["reviews.corp", "10.0.0.1", INSIDE, null],
    ["reviews.corp", "127.0.0.1", INSIDE, null],
    ["reviews.example", "10.0.0.1", INSIDE, "the host has an address of a private network"],
    [
      "reviews.example",
      "127.0.0.1",
      HERE,
      "the host is this machine itself, which may not be asked",
    ],
    ["reviews.corp", "fe80::1", INSIDE, "the host has an address that no service may have"],
  ])("says of %s at %s under %j: %j", (host, address, rules, reason) => {
    expect(checkEgressAddress(host, address, rules)).toBe(reason);
  });
});
