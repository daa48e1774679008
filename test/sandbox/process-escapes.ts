import { SELF_TEST_ESCAPES } from "../../packages/adapters/src/process/seatbelt/self-test-escapes.ts";
import { escapesOf } from "./escape.ts";

/** Other processes, what they hold, and what the sandbox's own starter held. */
export const PROCESS_ESCAPES = [
  ...escapesOf("signals", {
    "asks whether a process lives": 'kill -0 "$BYSTANDER"',
    "stops a process": SELF_TEST_ESCAPES["stops a process"].replace("BYSTANDER", "STOPPED"),
    "ends a process": 'kill -TERM "$ENDED"',
    "ends a group of processes": 'kill -TERM "-$GROUP"',
    "changes the priority of a process": { attack: 'renice -n 5 -p "$BYSTANDER"', system: "linux" },
  }),
  ...escapesOf("processes", {
    "sees a process": { attack: 'test -d "/proc/$BYSTANDER"', system: "linux" },
    "lists a process": {
      attack: 'ps -p "$BYSTANDER" -o command= | grep -q sleep',
      system: "darwin",
    },
    "reads the environment of a process": {
      attack: "tr '\\0' '\\n' <\"/proc/$BYSTANDER/environ\" | grep -q CANARY",
      system: "linux",
    },
    "reads the command line of a process": {
      attack: 'grep -q sleep "/proc/$BYSTANDER/cmdline"',
      system: "linux",
    },
    "reads the memory map of a process": {
      attack: 'grep -q . "/proc/$BYSTANDER/maps"',
      system: "linux",
    },
    "leaves by the folder of a process": {
      attack: 'grep -q CANARY "/proc/$BYSTANDER/cwd/secret"',
      system: "linux",
    },
    "leaves by the root of a process": {
      attack: 'grep -q CANARY "/proc/$BYSTANDER/root$OUT/secret"',
      system: "linux",
    },
    "leaves by a descriptor of a process": {
      attack: 'grep -q CANARY "/proc/$BYSTANDER/fd/0"',
      system: "linux",
    },
    "leaves by the root of the first process": {
      attack: 'grep -q CANARY "/proc/1/root$OUT/secret"',
      system: "linux",
      shown: { not: "the first process of a container may belong to another account" },
    },
    "reads paths of the machine from the first process": {
      attack: "tr '\\0' '\\n' </proc/1/cmdline | grep -F \"$OUT\"",
      system: "linux",
      shown: { not: "outside, the first process knows nothing of the lab" },
    },
    "traces a process": {
      attack:
        'perl -e \'exit(syscall($ARGV[0] + 0, 16, $ARGV[1] + 0, 0, 0) == 0 ? 0 : 1)\' "$PTRACE" "$TRACED"',
      system: "linux",
      shown: "root",
    },
  }),
  ...escapesOf("environment", {
    "reads a variable of the caller": "env | grep -q CANARY",
    "reads a token of the caller": 'test -n "$COUNTERSIGN_TOKEN"',
    "has the home of the caller": 'test "$HOME" = "$REAL_HOME"',
    "has the search path of the caller": 'case $PATH in *"$OUT"*) ;; *) exit 1 ;; esac',
    "has the temporary folder of the caller": 'test "$TMPDIR" = "$OUT"',
    "has options of the caller for Node": 'test -n "$NODE_OPTIONS"',
    "reads the environment of any process": {
      attack: "cat /proc/[0-9]*/environ | grep -q CANARY",
      system: "linux",
    },
  }),
  ...escapesOf("descriptors", {
    "reads a descriptor of the caller": "grep -q CANARY <&9",
    "leaves by a folder that the caller opened": {
      attack: "grep -q CANARY /proc/self/fd/8/secret",
      system: "linux",
    },
    "has a descriptor that it was not given": {
      attack: "ls /proc/self/fd | grep -E '^([4-9]|[0-9]{2,})$'",
      system: "linux",
    },
  }),
];
