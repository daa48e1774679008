import { expect, it } from "vitest";
import { dataDirectory } from "./data-directory.ts";

it.each([
  { who: "a user", env: {}, uid: 1_000, path: "/home/ana/.local/share/countersign" },
  {
    who: "a user with XDG",
    env: { XDG_DATA_HOME: "/data" },
    uid: 1_000,
    path: "/data/countersign",
  },
  {
    who: "a user whose XDG path is relative, which the standard says to ignore",
    env: { XDG_DATA_HOME: "data" },
    uid: 1_000,
    path: "/home/ana/.local/share/countersign",
  },
  { who: "root", env: {}, uid: 0, path: "/var/lib/countersign" },
  {
    who: "a system without user ids",
    env: {},
    uid: undefined,
    path: "/home/ana/.local/share/countersign",
  },
])("finds the data of $who", ({ env, uid, path }) => {
  expect(dataDirectory(env, { uid, home: "/home/ana" })).toBe(path);
});
