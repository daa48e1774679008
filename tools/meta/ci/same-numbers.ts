import fc from "fast-check";

// A merge check must not depend on chance: `.ci/run` uses a fixed seed, all other runs a new one.
if (process.env.CI) fc.configureGlobal({ seed: 20_261_115 });
