/** Every variable that we read, and what it changes. A test finds one that is read and not listed. */
export const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ["COUNTERSIGN_SERVER", "the address of an engine; left out: the local one"],
  ["COUNTERSIGN_TOKEN", "who asks; left out: you, with your own credentials"],
  ["COUNTERSIGN_CONFIG", "the configuration file to read and change; left out: the repository's"],
  ["COUNTERSIGN_ASCII", "no signs beyond ASCII"],
  ["DATABASE_URL", "the engine uses this PostgreSQL instead of its own"],
  ["DATABASE_WORKER_URL", "the login of the engine's queue in that database"],
  ["DATABASE_OWNER_URL", "the owner of that database, who migrates it"],
  ["COUNTERSIGN_SHARED", "where all workers on that database find mirrors and seals"],
  ["XDG_DATA_HOME", "where the local engine keeps its data; left out: ~/.local/share"],
  ["XDG_CACHE_HOME", "where it is kept how long stages usually take; left out: ~/.cache"],
  ["NO_COLOR", "no colours"],
  ["FORCE_COLOR", "colours also where there is no terminal; 0 switches them off"],
  ["TERM", "dumb switches colours off"],
  ["LC_ALL, LC_CTYPE, LANG", "a locale without UTF-8 switches to ASCII"],
  ["PAGER", "shows long texts; cat shows them at once"],
  ["LESS", "options for less; left out: FRX"],
];
