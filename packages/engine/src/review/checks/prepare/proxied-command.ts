/** Variables that tell package managers and their helpers where the proxy is. */
const PROXY_VARIABLES = [
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"],
  ...["npm_config_proxy", "npm_config_https_proxy", "YARN_HTTP_PROXY", "YARN_HTTPS_PROXY"],
  ...["PIP_PROXY", "CARGO_HTTP_PROXY"],
];

/** Files with the certificates that the system trusts; the first one that is there counts. */
const CERTIFICATES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/certs/ca-bundle.crt",
];

/** Variables that tell programs where these certificates are. */
const CERTIFICATE_VARIABLES = [
  ...["SSL_CERT_FILE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO"],
  ...["REQUESTS_CA_BUNDLE", "PIP_CERT", "CARGO_HTTP_CAINFO"],
];

/** The command, after the settings with which package managers find the proxy and trust registries. */
export function proxiedCommand(command: string): string {
  return [
    'proxy="http://127.0.0.1:$GATEWAY_PORT"',
    `export ${PROXY_VARIABLES.map((name) => `${name}="$proxy"`).join(" ")}`,
    'export NO_PROXY="" no_proxy="" npm_config_noproxy=""',
    // What npm asks registries for besides packages.
    "export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false",
    `for file in "$OWNER_CERT_FILE" ${CERTIFICATES.join(" ")}; do`,
    '  if [ -r "$file" ]; then',
    `    export ${CERTIFICATE_VARIABLES.map((name) => `${name}="$file"`).join(" ")}`,
    '    export NODE_EXTRA_CA_CERTS="$file"',
    "    break",
    "  fi",
    "done",
    // Node adds these to its own authorities, and reads those of the system besides.
    "export NODE_USE_SYSTEM_CA=1",
    'if [ -n "$OWNER_EXTRA_CERTS" ]; then export NODE_EXTRA_CA_CERTS="$OWNER_EXTRA_CERTS"; fi',
    'if [ -n "$NPM_REGISTRY" ]; then printf "registry=%s\\n" "$NPM_REGISTRY" > "$HOME/.npmrc"; fi',
    "unset proxy file NPM_REGISTRY OWNER_EXTRA_CERTS OWNER_CERT_FILE",
    command,
  ].join("\n");
}
