/** The public surface of the adapters: one factory per outside system. */

// git
export { createGitMirror, type GitMirrorOptions } from "./git/create-git-mirror.ts";
