export type DatabaseSettings =
  /** One developer: a server of our own over this directory. */
  | { dataDirectory: string }
  /**
   * A team: their server. A process that also has the owner's URL migrates; others only check. The worker's
   * login differs from the application's, because it sees the queue of every organisation.
   */
  | { databaseUrl: string; ownerUrl?: string; workerUrl?: string };
