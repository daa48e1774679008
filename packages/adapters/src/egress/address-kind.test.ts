import { describe, expect, it } from "vitest";
import { addressKind } from "./address-kind.ts";

describe("addressKind", () => {
  it.each([
    ["public", ["8.8.8.8", "1.1.1.1", "100.128.0.1", "172.32.0.1", "2606:4700::1111"]],
    ["private", ["10.1.2.3", "172.16.0.1", "192.168.0.1", "100.64.0.1", "fc00::1", "fd12::1"]],
    ["private", ["::ffff:10.0.0.1"]],
    ["loopback", ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1", "0:0:0:0:0:0:0:1"]],
    ["never", ["169.254.169.254", "100.100.100.200", "168.63.129.16", "fd00:ec2::254"]],
    ["never", ["0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "fe80::1", "ff02::1"]],
    ["reserved", ["192.0.2.1", "203.0.113.80", "198.18.0.1", "2001:db8::1", "3fff::1"]],
    ["loopback", ["::ffff:7f00:1"]],
    ["never", ["64:ff9b::808:808", "2002:808:808::1", "2001:0:808:808::", "::ffff:8.8.8.8"]],
    ["never", ["fe80::1%eth0", "localhost", "127.1", "2130706433", "", "example.org"]],
  ] as const)("is %s for %j", (kind, addresses) => {
    expect(addresses.map(addressKind)).toEqual(addresses.map(() => kind));
  });
});
