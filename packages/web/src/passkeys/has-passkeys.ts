/** Returns whether this page can use passkeys: an address of numbers has none. */
export function hasPasskeys(): boolean {
  const isNumeric = /^[0-9.]+$|^\[/.test(location.hostname);
  return "PublicKeyCredential" in globalThis && !isNumeric;
}
