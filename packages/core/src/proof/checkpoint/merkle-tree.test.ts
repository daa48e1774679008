import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { addLeaf, EMPTY_TREE, leafHash, treeRoot } from "./merkle-tree.ts";

/** The entries and roots of the reference tests of Certificate Transparency. */
const REFERENCE = [
  ["", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
  ["00", "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
  ["10", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"],
  ["2021", "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"],
  ["3031", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"],
  ["40414243", "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"],
  ["5051525354555657", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"],
  [
    "606162636465666768696a6b6c6d6e6f",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ],
] as const;

it("has the roots of the reference tests of Certificate Transparency", () => {
  let tree = EMPTY_TREE;
  for (const [entry, root] of REFERENCE) {
    tree = addLeaf(tree, leafHash(entry));
    expect(treeRoot(tree)).toBe(root);
  }
});

it("has the digest of nothing as the root of an empty tree", () => {
  expect(treeRoot(EMPTY_TREE)).toBe(bytesToHex(sha256(new Uint8Array())));
});
