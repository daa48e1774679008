import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { passkeyBytes, passkeySshsig, sshsigData } from "./passkey-sshsig.ts";

const namespace = "act@countersign";
const textHex = (text: string): string => bytesToHex(utf8ToBytes(text));
const wire = (text: string): string => text.length.toString(16).padStart(8, "0") + textHex(text);

describe("the signature of a passkey in OpenSSH's form", () => {
  it("has a challenge that names the namespace and the hash of the message", () => {
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const data = sshsigData({ namespace, message: new Uint8Array() });
    const header = `${textHex("SSHSIG")}${wire(namespace)}00000000`;
    expect(bytesToHex(data)).toBe(`${header}${wire("sha256")}00000020${empty}`);
  });

  it("has a key with the RP id as its application", () => {
    const point = new Uint8Array(65).fill(4);
    const type = wire("sk-ecdsa-sha2-nistp256@openssh.com") + wire("nistp256");
    const key = `${type}00000041${"04".repeat(65)}${wire("localhost")}`;
    expect(bytesToHex(passkeyBytes(point, "localhost"))).toBe(key);
  });

  it("has both numbers, the flags, the counter, the origin, the client data and the extensions", () => {
    const assertion = {
      authenticatorData: hexToBytes(`${"aa".repeat(32)}0500000009a0`),
      clientData: utf8ToBytes("{}"),
      signature: hexToBytes("30080202008102020102"),
      origin: "http://localhost:1",
    };
    const body = [
      wire("webauthn-sk-ecdsa-sha2-nistp256@openssh.com"),
      "0000000c000000020081000000020102",
      "0500000009",
      wire("http://localhost:1"),
      wire("{}"),
      "00000001a0",
    ].join("");
    const length = (body.length / 2).toString(16).padStart(8, "0");
    const header = `${wire(namespace)}00000000${wire("sha256")}`;
    const start = `${textHex("SSHSIG")}00000001${wire("k")}`;
    expect(bytesToHex(passkeySshsig(utf8ToBytes("k"), { namespace }, assertion))).toBe(
      `${start}${header}${length}${body}`,
    );
  });

  it("is made of malformed bytes too, so that the reader refuses it", () => {
    const none = new Uint8Array();
    const assertion = { authenticatorData: none, clientData: none, signature: none, origin: "" };
    expect(passkeySshsig(none, { namespace }, assertion).length).toBeGreaterThan(0);
  });
});
