/**
 * Escapes that a sandbox must prevent to pass the self-test. Each is a shell script that exits with
 * zero on success; `OUT` is a folder around the checkout, `TCP_PORT` a server and `BYSTANDER` a
 * process of this machine.
 */
export const SELF_TEST_ESCAPES = {
  "reads a file": 'grep -q CANARY "$OUT/secret"',
  "lists a folder": 'ls "$OUT" | grep -q secret',
  "appends to a file": 'echo x >>"$OUT/log"',
  "runs a program": '"$OUT/program"',
  "follows a link that it made": 'ln -s "$OUT" out && grep -q CANARY out/secret',
  "makes a hard link": 'ln "$OUT/secret" hard && grep -q CANARY hard',
  "connects to a socket":
    "perl -MIO::Socket::UNIX -e 'exit(IO::Socket::UNIX->new(Peer => $ARGV[0]) ? 0 : 1)' \"$OUT/socket\"",
  "connects to a server of this machine":
    'perl -MIO::Socket::INET -e \'exit(IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $ARGV[0], Timeout => 2) ? 0 : 1)\' "$TCP_PORT"',
  "stops a process": 'kill -STOP "$BYSTANDER"',
} as const;
