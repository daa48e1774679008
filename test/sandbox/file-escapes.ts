import { SELF_TEST_ESCAPES } from "../../packages/adapters/src/process/seatbelt/self-test-escapes.ts";
import { escapesOf } from "./escape.ts";

const PERL_UNIX = "perl -MIO::Socket::UNIX -e";

/** Files, links and sockets outside of the checkout. `OUT` is the folder around the checkout. */
export const FILE_ESCAPES = [
  ...escapesOf("files", {
    "reads a file": SELF_TEST_ESCAPES["reads a file"],
    "sees that a file exists": 'test -e "$OUT/secret"',
    "lists a folder": SELF_TEST_ESCAPES["lists a folder"],
    "enters a folder": 'cd "$OUT" && test -f secret',
    "reads through the parent of the checkout": "grep -q CANARY ../secret",
    "runs a program": SELF_TEST_ESCAPES["runs a program"],
    "writes a new file": { attack: 'echo x >"$OUT/written"', leaves: "$OUT/written" },
    "appends to a file": SELF_TEST_ESCAPES["appends to a file"],
    "changes a mode": 'chmod 600 "$OUT/log"',
    "renames a file": { attack: 'mv "$OUT/movable" "$OUT/moved"', leaves: "$OUT/moved" },
    "removes a file": 'rm "$OUT/removable"',
    "reads a home": 'grep -q CANARY "$HOME_FOLDER/key"',
    "writes a home": { attack: 'echo x >"$HOME_FOLDER/written"', leaves: "$HOME_FOLDER/written" },
    "reads accounts": { attack: "grep -q '^root:' /etc/passwd", system: "linux" },
    "reads passwords": { attack: "cat /etc/shadow", system: "linux", shown: "root" },
    "reads keys of the machine": {
      attack: "ls /etc/ssh /etc/ssl/private | grep .",
      shown: { not: "not every machine has keys" },
    },
    "writes to the system": { attack: "touch /usr/escaped && rm /usr/escaped", shown: "root" },
    "writes to the root folder": { attack: "touch /escaped && rm /escaped", shown: "root" },
  }),
  ...escapesOf("symlinks", {
    "follows a link of the tree": "grep -q CANARY planted",
    "follows a link that it made": SELF_TEST_ESCAPES["follows a link that it made"],
    "follows a relative link": "ln -s ../secret relative && grep -q CANARY relative",
    "makes a hard link": SELF_TEST_ESCAPES["makes a hard link"],
    "writes through a link": {
      attack: 'ln -s "$OUT/through" through && echo x >through',
      leaves: "$OUT/through",
    },
    "follows a link to the root of a process": {
      attack: 'grep -q CANARY "/proc/self/root$OUT/secret"',
      system: "linux",
    },
    "copies a folder through a link":
      'ln -s "$OUT" all && cp all/secret copy && grep -q CANARY copy',
  }),
  ...escapesOf("temporary files", {
    "reads a temporary file of another program": 'grep -q CANARY "$TEMPORARY"',
    "plants a temporary file": { attack: 'echo x >"$PLANTED"', leaves: "$PLANTED" },
    "plants a link for another program to follow": {
      attack: 'ln -s "$OUT/raced" "$PLANTED_LINK"',
      leaves: "$PLANTED_LINK",
    },
    "replaces a temporary file in a loop": {
      attack:
        'for i in 1 2 3 4 5; do ln -sf "$OUT/secret" "$SWAPPED" || exit 1; done; grep -q CANARY "$SWAPPED"',
    },
    "writes after the command has ended": {
      attack:
        "(while [ ! -e finished ]; do sleep 0.1; done; sleep 0.5; touch late) >/dev/null 2>&1 &",
      leaves: "$CHECKOUT/late",
    },
    "leaves shared memory": {
      attack: 'echo x >"/dev/shm/$NAME"',
      leaves: "/dev/shm/$NAME",
      system: "linux",
    },
  }),
  ...escapesOf("sockets", {
    "connects to a socket": SELF_TEST_ESCAPES["connects to a socket"],
    "listens on a socket": {
      attack: `${PERL_UNIX} 'exit(IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 1) ? 0 : 1)' "$OUT/bound"`,
      leaves: "$OUT/bound",
    },
    "connects to an abstract socket": {
      attack:
        'perl -MSocket -e \'socket(S, AF_UNIX, SOCK_STREAM, 0); exit(connect(S, pack("Sa*", AF_UNIX, "\\0" . $ARGV[0])) ? 0 : 1)\' "$NAME"',
      system: "linux",
    },
    "writes to a named pipe": 'exec 7<>"$OUT/pipe" && echo x >&7',
    "sees sockets of the system": {
      attack: "ls /run/dbus /run/user /run/containerd /var/run/docker.sock | grep .",
      system: "linux",
      shown: { not: "not every machine runs these services" },
    },
  }),
];
