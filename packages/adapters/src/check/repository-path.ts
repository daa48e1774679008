const CONTROL = /[\p{Cc}\\]/u;
const SCHEME = /^[a-z][a-z0-9+.-]{1,20}:/i;
const FILE_SCHEME = /^file:\/\/(?:localhost)?(?=\/)/i;
const MAX_CHARS = 4_096;

/**
 * The path of the repository that a tool means, or null if it is none.
 *
 * Tools write paths from the directory in which they ran, or absolute ones. A path that leaves it is not
 * ours, however it comes back.
 */
export function repositoryPath(path: string, directory: string): string | null {
  if (path.length > MAX_CHARS || CONTROL.test(path)) return null;
  const inside = path.startsWith("/") ? withoutRoot(path, directory) : path;
  return inside === null ? null : walk(inside);
}

/** The same for reports that name files by address: percent signs are resolved, other schemes refused. */
export function repositoryPathOfUri(uri: string, directory: string): string | null {
  const isFile = FILE_SCHEME.test(uri);
  if (!isFile && (SCHEME.test(uri) || uri.startsWith("//"))) return null;
  try {
    return repositoryPath(decodeURIComponent(uri.replace(FILE_SCHEME, "")), directory);
  } catch {
    return null;
  }
}

function withoutRoot(path: string, directory: string): string | null {
  return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : null;
}

function walk(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length === 0 ? null : parts.join("/");
}
