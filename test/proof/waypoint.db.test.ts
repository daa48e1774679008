import { CountersignError } from "@countersign/core";
import type { Mirror, Principal } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { verifyClone } from "../../packages/cli/src/verify/verify-clone.ts";
import { openProofEngine } from "./open-proof-engine.ts";
import { beginTrust, signTrust, untilTrusted } from "./trust-steps.ts";

/** Interrupts the engine around the next waypoint, as a crash would. */
let interruption: "before" | "after" | null = null;
const wrapMirror = (mirror: Mirror): Mirror => ({
  ...mirror,
  async placeWaypoint(repository, waypoint) {
    const now = interruption;
    interruption = null;
    if (now === "before") throw new CountersignError("upstream_failed", "interrupted");
    const outcome = await mirror.placeWaypoint(repository, waypoint);
    if (now === "after") throw new CountersignError("upstream_failed", "interrupted");
    return outcome;
  },
});

const lab = await openProofEngine({
  hasRoot: false,
  more: { files: {}, wrapMirror },
  policy: { trust: { humanPresence: "terminal" } },
});
const { engine, ana, ben, keys, shop } = lab;
const propose = (by: Principal) => engine.proposeTrust(by, "shop", { kind: "waypoint" });
const waypoints = () =>
  shop
    .git("for-each-ref", "--format=%(refname)", "refs/countersign/waypoints")
    .split("\n")
    .filter(Boolean);

/** Proposes a waypoint at the newest move, and signs it as both owners. */
async function setWaypoint(): Promise<number> {
  const { id, waypoint } = await propose(ana);
  await signTrust(lab, ana, keys.ana, id);
  await signTrust(lab, ben, keys.ben, id);
  await untilTrusted(lab, id);
  return waypoint?.number ?? 0;
}

const verify = async () =>
  await verifyClone({
    ...{ directory: shop.repo, revision: "main", target: "main", fromWaypoint: true },
    root: (await engine.trust(ana, "shop")).root ?? undefined,
  });

describe("a waypoint", () => {
  it("needs a chain of proofs", async () => {
    await expect(propose(ana)).rejects.toThrow("has no proofs yet");
    await beginTrust(lab);
  });

  it("is signed by the quorum while merges go on, and verifiers begin there", async () => {
    await lab.merged(await lab.waitingTask());
    const { id, waypoint } = await propose(ana);
    expect(waypoint).toMatchObject({ number: 2, commit: shop.git("rev-parse", "main") });
    expect((await signTrust(lab, ana, keys.ana, id)).waits).toMatchObject({ owners: 1 });
    await lab.merged(await lab.waitingTask());
    expect(waypoints()).toEqual([]);
    await signTrust(lab, ben, keys.ben, id);
    const { commit } = await untilTrusted(lab, id);
    expect(waypoints()).toEqual(["refs/countersign/waypoints/main/2"]);
    expect(shop.git("rev-parse", "refs/countersign/waypoints/main/2")).toBe(commit);
    expect(await verify()).toMatchObject({
      ...{ result: "proved", problems: [] },
      chain: { waypoint: 2, moves: 3 },
    });
  });

  it("leaves the target alone, and is set once for a move", async () => {
    const tip = shop.git("rev-parse", "main");
    expect(await setWaypoint()).toBe(3);
    expect(shop.git("rev-parse", "main")).toBe(tip);
    await expect(propose(ben)).rejects.toThrow("Move 3 of main is a waypoint already");
  });

  it.each(["before", "after"] as const)(
    "is published once if the engine is interrupted %s its ref is written",
    async (when) => {
      await lab.merged(await lab.waitingTask());
      const known = waypoints().length;
      interruption = when;
      const number = await setWaypoint();
      await lab.merged(await lab.waitingTask());
      expect(waypoints()).toHaveLength(known + 1);
      expect(await verify()).toMatchObject({ problems: [], chain: { waypoint: number } });
    },
  );

  it("replaces a foreign value of its ref", async () => {
    await lab.merged(await lab.waitingTask());
    const { id, waypoint } = await propose(ana);
    const ref = `refs/countersign/waypoints/main/${waypoint?.number}`;
    shop.git("update-ref", ref, "main");
    await signTrust(lab, ana, keys.ana, id);
    await signTrust(lab, ben, keys.ben, id);
    const { commit } = await untilTrusted(lab, id);
    expect(shop.git("rev-parse", ref)).toBe(commit);
    await lab.merged(await lab.waitingTask());
    expect(await verify()).toMatchObject({ problems: [], chain: { waypoint: waypoint?.number } });
  });

  it("can be withdrawn while its ref cannot be written, so that the next request is possible", async () => {
    await lab.merged(await lab.waitingTask());
    const { id, waypoint } = await propose(ana);
    const inside = `refs/countersign/waypoints/main/${waypoint?.number}/x`;
    shop.git("update-ref", inside, "main");
    await signTrust(lab, ana, keys.ana, id);
    await signTrust(lab, ben, keys.ben, id);
    await expect(propose(ana)).rejects.toThrow("waits for signatures");
    await engine.withdrawTrust(ana, "shop", id);
    shop.git("update-ref", "-d", inside);
    expect(await setWaypoint()).toBe(waypoint?.number);
  });
});
