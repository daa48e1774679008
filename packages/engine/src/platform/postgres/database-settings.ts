export type DatabaseSettings =
  /** One developer: a server of our own over this directory. */
  | { dataDirectory: string }
  /**
   * A team: their server. Whoever also names the owner migrates; others only check. The worker's login
   * is another than the application's, because it sees the queue of every organisation.
   */
  | { databaseUrl: string; ownerUrl?: string; workerUrl?: string };
