/** Passed while a data directory is new, in this order; each is left behind by a start that was killed there. */
export const FIRST_START: readonly string[] = [
  "solo.drafted",
  "solo.initialised",
  "solo.access_drafted",
  "solo.draft_started",
  "solo.furnished",
  "solo.filled",
  "solo.made",
  "migrate.begun",
  "migrate.applied",
  "migrate.granted",
  "migrate.queue_begun",
  "migrate.queue_applied",
  "migrate.worker_admitted",
  "credentials.made",
  "credentials.written",
];

/** Passed on the way up of every life. */
export const EVERY_START: readonly string[] = [
  "solo.looked",
  "solo.running",
  "migrate.begun",
  "migrate.applied",
  "migrate.granted",
  "migrate.worker_admitted",
  "queue.beaten",
  "queue.launched",
  "engine.listening",
  "engine.found",
];

/** Passed only with a forge. The tests in `test/hub` kill there. */
export const WITH_FORGE: readonly string[] = [
  "remote.fetched",
  "remote.accepted",
  "poll.listed",
  "deliveries.listed",
  "webhook.recorded",
  "change.read",
  "change.fetched",
  "change.prepared",
  "change.submitted",
  "publish.begun",
  "publish.told",
  "publish.saved",
  "forge_merge.checked",
  "forge_merge.requested",
  "forge_push.aside",
  "forge_push.shown",
  "forge_push.pushed",
  "forge_queue.requested",
];

/** Passed only on a target with proofs, by each thing that its proofs are about. */
export const WITH_PROOFS = {
  merge: ["proof.written", "proof.moved"],
  change: [
    "trust.begun",
    "trust.made",
    "trust.announced",
    "proof.written",
    "trust.proven",
    "trust.moved",
    "proof.moved",
    "trust.accepted",
  ],
  waypoint: ["waypoint.written", "waypoint.placed"],
} as const;

/** Passed only by a change of trust of a target that a forge moves. */
export const TRUST_ON_FORGE: readonly string[] = ["trust.pushed"];
