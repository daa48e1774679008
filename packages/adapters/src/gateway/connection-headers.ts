/** Headers that are about one connection, not about the message. A proxy never forwards them. */
export const CONNECTION_HEADERS = [
  "connection",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
] as const;
