/** Certificates that the engine's owner trusts besides the system's. Each path exists. */
export type OwnerCertificates = {
  /** Authorities that Node trusts in addition; null for none. */
  extra: string | null;
  /** A file that programs use in place of the system's; null for the system's. */
  file: string | null;
  /** A directory that programs use in place of the system's; null for the system's. */
  directory: string | null;
};

export const NO_CERTIFICATES: OwnerCertificates = { extra: null, file: null, directory: null };
