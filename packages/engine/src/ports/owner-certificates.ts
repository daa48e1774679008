/** Certificates that the engine's owner trusts in addition to the system's. Each path exists. */
export type OwnerCertificates = {
  /** Additional certificate authorities for Node. Null for none. */
  extra: string | null;
  /** A certificate file that programs use instead of the system's. Null for the system's. */
  file: string | null;
  /** A certificate directory that programs use instead of the system's. Null for the system's. */
  directory: string | null;
};

export const NO_CERTIFICATES: OwnerCertificates = { extra: null, file: null, directory: null };
