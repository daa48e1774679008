/** All job ids, queue partitions and checkpoint names. None is taken from a request. */
export const JOB_IDS = {
  effect: (org: string, task: string, seq: number, index: number) =>
    `${org}:${task}:${seq}:${index}`,
  review: (effect: string, requirement: string, reviewer: string) =>
    `${effect}:${requirement}:${reviewer}`,
  mergeAfterRelease: (org: string, task: string, tip: string) => `${org}:${task}:release:${tip}`,
  mergeAfterLoss: (org: string, task: string, seal: number) => `${org}:${task}:accepted:${seal}`,
  mergeAgain: (org: string, task: string, seq: number, bucket: number) =>
    `${org}:${task}:${seq}:again:${bucket}`,
  syncChange: (org: string, repo: string, number: number, bucket: number) =>
    `${org}:${repo}:change:${number}:sync:${bucket}`,
  publishReport: (org: string, repo: string, number: number, when: string) =>
    `${org}:${repo}:change:${number}:publish:${when}`,
  pollForge: (org: string, repo: string, bucket: number) => `${org}:${repo}:poll:${bucket}`,
  scanForge: (org: string, repo: string, bucket: number) => `${org}:${repo}:scan:${bucket}`,
  redeliverWebhooks: (org: string, bucket: number) => `${org}:redeliver:${bucket}`,
  answerGroups: (org: string, repo: string, when: string) => `${org}:${repo}:groups:${when}`,
  followQueue: (org: string, repo: string, bucket: number) => `${org}:${repo}:queue:${bucket}`,
  pressButton: (org: string, delivery: string) => `${org}:pressed:${delivery}`,
  pushProofs: (org: string, repo: string, when: string) => `${org}:${repo}:proofs:${when}`,
  witnessChain: (org: string, repo: string, when: string) => `${org}:${repo}:witness:${when}`,
  changeTrust: (org: string, request: string, when: string) => `${org}:${request}:${when}`,
  delivery: (org: string, message: string, tries: number) => `${org}:${message}:${tries}`,
} as const;

export const PARTITIONS = {
  repository: (org: string, repo: string) => `${org}/${repo}`,
  reviewer: (org: string, reviewer: string) => `${org}/${reviewer}`,
  /** Reads of one repository's pull requests. */
  forgeReads: (org: string, repo: string) => `${org}/forge-reads:${repo}`,
  /** Answers to the groups of one repository's merge queue. They wait for no other read. */
  mergeQueue: (org: string, repo: string) => `${org}/merge-queue:${repo}`,
  /** Offers of one repository's checkpoints to witnesses. */
  witnesses: (org: string, repo: string) => `${org}/witnesses:${repo}`,
  /** Writes of one installation, which the forge limits together. */
  forgeWrites: (org: string, installation: number) => `${org}/forge-writes:${installation}`,
} as const;

/** Checkpoint names for an agent's work, below the mirror's own refs. */
export const CHECKPOINTS = {
  round: (task: string, round: number) => `${task}/round-${round}`,
  beforeRedo: (task: string, round: number, seq: string) => `${task}/before-redo-${round}-${seq}`,
} as const;
