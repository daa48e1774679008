import fc from "fast-check";

// What blocks a merge must not depend on luck: `.ci/run` draws the same numbers every time, all else new ones.
if (process.env.CI) fc.configureGlobal({ seed: 20_261_115 });
