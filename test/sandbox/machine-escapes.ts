import { SELF_TEST_ESCAPES } from "../../packages/adapters/src/process/seatbelt/self-test-escapes.ts";
import { escapesOf } from "./escape.ts";

const HARMS = { not: "outside of the sandbox it would change or stop the machine" } as const;
const SENDS = { not: "outside of the sandbox it would send packets to other machines" } as const;
const VARIES = { not: "not every machine has it" } as const;

const CONNECT = (host: string, port: string) =>
  `perl -MIO::Socket::INET -e 'exit(IO::Socket::INET->new(PeerAddr => "${host}", PeerPort => $ARGV[0], Timeout => 2) ? 0 : 1)' "${port}"`;

const ASK_UDP = `perl -MIO::Socket::INET -e '
  my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $ARGV[0], Proto => "udp") or exit 1;
  $s->send("x") or exit 1; my $r = ""; vec($r, fileno($s), 1) = 1; exit(select($r, undef, undef, 1) > 0 && $s->recv(my $b, 9) ? 0 : 1)' "$UDP_PORT"`;

/** The lab calls this port again and again. */
const BE_CALLED = `perl -MIO::Socket::INET -e '
  my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => $ARGV[0], Listen => 1, ReuseAddr => 1) or exit 1;
  $SIG{ALRM} = sub { exit 1 }; alarm 1; exit($s->accept ? 0 : 1)' "$CALLED_PORT"`;

/** The network, devices and rights of the machine. */
export const MACHINE_ESCAPES = [
  ...escapesOf("network", {
    "connects to a server of this machine":
      SELF_TEST_ESCAPES["connects to a server of this machine"],
    "connects by name": CONNECT("localhost", "$TCP_PORT"),
    "asks over UDP": ASK_UDP,
    "is called from outside": BE_CALLED,
    "resolves a name": { attack: "getent hosts example.com", system: "linux", shown: SENDS },
    "reaches an address of another machine": { attack: CONNECT("192.0.2.1", "80"), shown: SENDS },
    "has an interface": {
      attack: "grep -v -E 'lo:|Inter|face' /proc/net/dev | grep .",
      system: "linux",
      shown: VARIES,
    },
    "sees connections of the machine": {
      attack: 'grep -qi ":$(printf %04X "$TCP_PORT") " /proc/net/tcp',
      system: "linux",
    },
  }),
  ...escapesOf("devices", {
    "writes to the folder of devices": {
      attack: "touch /dev/escaped && rm /dev/escaped",
      shown: "root",
    },
    "makes a device": { attack: "mknod disk b 8 0", system: "linux", shown: "root" },
    "opens a disk": {
      attack:
        "for disk in /dev/sd* /dev/vd* /dev/nvme* /dev/disk*; do head -c 1 $disk && exit 0; done; exit 1",
      shown: VARIES,
    },
    "reads memory": { attack: "head -c 1 /dev/mem || head -c 1 /proc/kcore", shown: VARIES },
    "has a terminal": { attack: "true </dev/tty", shown: { not: "the corpus runs without one" } },
    "writes to the log of the kernel": {
      attack: "echo x >/dev/kmsg",
      system: "linux",
      shown: HARMS,
    },
  }),
  ...escapesOf("rights", {
    "may gain rights": { attack: "grep -E '^NoNewPrivs:\\s*0' /proc/self/status", system: "linux" },
    "has no filter of system calls": {
      attack: "grep -E '^Seccomp:\\s*0' /proc/self/status",
      system: "linux",
      shown: { not: "a container has a filter of its own" },
    },
    "has a capability": {
      attack: "grep -E '^Cap(Prm|Eff|Bnd|Amb):\\s*0*[1-9a-f]' /proc/self/status",
      system: "linux",
    },
    "becomes root": { attack: "su -c true || sudo -n true", shown: "root" },
    "changes its user": { attack: "perl -e '$< = $> = 1; exit($> == 1 ? 0 : 1)'", shown: "root" },
    "makes a program of root's": {
      attack: "cp /bin/sh s && chown 0 s && chmod 4755 s",
      shown: "root",
    },
    "raises a limit": { attack: "ulimit -n 100000", system: "linux", shown: VARIES },
    "makes a user namespace": {
      attack: "unshare --user true",
      system: "linux",
      shown: { not: "many machines forbid it" },
    },
    "makes a network": { attack: "unshare --net true", system: "linux", shown: "root" },
    "sees a time namespace": {
      attack: "unshare --time true",
      system: "linux",
      shown: { not: "many machines forbid it" },
    },
    "enters a namespace": {
      attack: "nsenter --target 1 --all true",
      system: "linux",
      shown: { not: "the first process of a container may belong to another account" },
    },
    "starts a sandbox of its own": {
      attack: "bwrap --dev-bind / / --unshare-user true",
      system: "linux",
      shown: { not: "many machines forbid it" },
    },
    mounts: { attack: "mount -t tmpfs none .", system: "linux", shown: HARMS },
    "removes a mount": { attack: "umount /tmp", system: "linux", shown: HARMS },
    "writes settings of the kernel": {
      attack: "echo 1 >/proc/sys/kernel/sysrq",
      system: "linux",
      shown: HARMS,
    },
    "writes the core pattern": {
      attack: "echo '|/bin/sh' >/proc/sys/kernel/core_pattern",
      system: "linux",
      shown: HARMS,
    },
    "triggers the kernel": { attack: "echo b >/proc/sysrq-trigger", system: "linux", shown: HARMS },
    "keeps itself from being killed": {
      attack: "echo -1000 >/proc/self/oom_score_adj",
      system: "linux",
      shown: { not: "containers forbid it to root, too" },
    },
    "writes a map of users": {
      attack: "echo '0 0 1' >/proc/self/uid_map",
      system: "linux",
      shown: { not: "it needs a namespace first" },
    },
    "sees control groups": { attack: "ls /sys/fs/cgroup", system: "linux", shown: VARIES },
  }),
];
