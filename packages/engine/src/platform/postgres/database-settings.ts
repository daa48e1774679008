export type DatabaseSettings =
  /** One developer: our own server on this directory. */
  | { dataDirectory: string }
  /**
   * A team's server. A process that also has the owner's URL runs migrations; others only check them. The
   * worker's login differs from the application's because it sees the queue of every organisation.
   */
  | { databaseUrl: string; ownerUrl?: string; workerUrl?: string };
