import type { GitAccess, GitRequest } from "../git-over-http.ts";
import { findRepository, type World } from "./world.ts";

/** Decides whether a git request may go on: every repository of the hub is private. */
export async function decideGitAccess(world: World, request: GitRequest): Promise<GitAccess> {
  const token = world.tokens.get(request.token ?? "");
  if (token === undefined) return { status: 401, message: "Invalid username or token." };
  if (findRepository(world, request.repository) === undefined)
    return { status: 404, message: "Repository not found." };
  return { status: 200, user: token.account.login, done: async () => undefined };
}
