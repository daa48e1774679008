const ARMOR =
  /^-----BEGIN SSH SIGNATURE-----\n((?:[A-Za-z0-9+/=]{1,76}\n){1,300})-----END SSH SIGNATURE-----\n?$/;

/** Returns the base64 of a signature file that ssh-keygen wrote. Null if it is none. */
export function unarmorSshsig(text: string): string | null {
  return ARMOR.exec(text)?.[1]?.replaceAll("\n", "") ?? null;
}
