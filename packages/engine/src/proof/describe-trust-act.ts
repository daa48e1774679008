import { trustDifference } from "@countersign/core";
import type { ProvenAct } from "../access/presence-verifier.ts";
import type { TrustStep } from "./trust-progress.ts";
import { trustedKeys } from "./trusted-keys.ts";

/** Describes what a person signs for a request, as a proof states it. */
export function describeTrustAct(
  { body, before, after }: TrustStep,
  { target, by }: { target: string; by: string },
): ProvenAct {
  const subject = { target, tree: body.tree };
  const { file, sha256 } = before ?? after;
  const common = { repository: file.repository, trust: { number: file.number, sha256 } };
  const own = [before, after].flatMap((version) => trustedKeys(version, by));
  const recovery = body.kind === "change" ? file.recovery : [];
  const keys = [...own, ...recovery.map((key) => ({ key, origins: [] }))];
  switch (body.kind) {
    case "root":
      return { subject, keys, stated: { act: "root", ...common, files: body.files } };
    case "waypoint": {
      const { number, move } = body;
      return { subject, keys, stated: { act: "waypoint", ...common, number, move } };
    }
    case "change": {
      const next = { number: after.file.number, sha256: after.sha256 };
      const difference = trustDifference(file, after.file);
      return { subject, keys, stated: { act: "trust", ...common, next, ...difference } };
    }
  }
}
