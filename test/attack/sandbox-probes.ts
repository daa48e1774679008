import {
  DENIED_CALLS,
  JUDGED_CALLS,
  MISSING_CALLS,
} from "../../packages/adapters/src/process/seccomp/system-calls.ts";

/** An attack from inside of the sandbox: a command that ends with zero when it succeeds. */
export type Probe = { name: string; attack: string };

const PROCESSOR = process.arch === "arm64" ? "arm64" : "x64";

/** Succeeds when a system call ends in another way than with EPERM (1), ENOSYS (38) or EAFNOSUPPORT (97). */
function callProbe(name: string, number: number | null, ...args: readonly number[]): Probe[] {
  if (number === null) return [];
  const words = [number, ...args].join(", ");
  const attack = `perl -e '$r = syscall(${words}); exit($r == -1 && grep({ $! == $_ } 1, 38, 97) ? 1 : 0)'`;
  return [{ name, attack }];
}

const refusedCalls = Object.entries({ ...DENIED_CALLS, ...MISSING_CALLS }).flatMap(
  ([name, numbers]) => callProbe(`system call ${name}`, numbers[PROCESSOR], -1, -1, -1, -1, -1),
);

const NAMESPACE_FLAGS = [0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x4000_0000];
const clonedNamespaces = NAMESPACE_FLAGS.flatMap((flag) =>
  callProbe(
    `clone with ${flag.toString(16)}`,
    JUDGED_CALLS.clone[PROCESSOR],
    flag + 17,
    0,
    0,
    0,
    0,
  ),
);

/** Bluetooth, packets, keys, virtual machines, cryptography, XDP and others. */
const FAMILIES = [3, 4, 5, 15, 17, 21, 29, 31, 38, 39, 40, 41, 44];
const sockets = FAMILIES.flatMap((family) =>
  callProbe(`socket of family ${family}`, JUDGED_CALLS.socket[PROCESSOR], family, 3, 0),
);

/** What a command tries with ordinary programs. `outside` is a directory of ours with a file `secret`. */
export function sandboxProbes(outside: string, data: string): Probe[] {
  const shell: Record<string, string> = {
    "reads a file of ours": `cat '${outside}/secret'`,
    "reads it through the parent of the checkout": "cat /checkout/../secret ../secret",
    "reads a directory of ours": `ls '${outside}'`,
    "reads the data directory": `ls '${data}'`,
    "reads a home": "ls /root/* /home/* | grep .",
    "reads passwords": "cat /etc/shadow",
    "reads accounts of the machine": "grep -v '^check:' /etc/passwd | grep .",
    "reads keys of the machine": "ls /etc/ssh /etc/ssl/private",
    "reads another process": "ls /proc | grep -E '^[0-9]{4,}$'",
    "reads the environment of the first process":
      "tr '\\0' '\\n' </proc/1/environ | grep COUNTERSIGN",
    "reads paths of ours from the first process": `tr '\\0' '\\n' </proc/1/cmdline | grep -F '${outside}'`,
    "leaves by the root of the first process": `cat '/proc/1/root${outside}/secret'`,
    "leaves by a descriptor": `cat /proc/*/fd/*'${outside}/secret'`,
    "leaves by a working directory": `cat '/proc/1/cwd${outside}/secret'`,
    "leaves by a link": `ln -s '${outside}' out && cat out/secret`,
    "has a descriptor too many": "ls /proc/self/fd | grep -vE '^[0-3]$'",
    "writes to the system": "touch /usr/owned /bin/owned /etc/owned",
    "writes to the root": "touch /owned",
    "writes to devices": "touch /dev/owned",
    "writes to a disk":
      "for disk in /dev/sd* /dev/vd* /dev/nvme*; do [ -w $disk ] && exit 0; done; exit 1",
    "reads memory": "head -c 1 /dev/mem || head -c 1 /proc/kcore",
    "writes settings of the kernel": "echo 1 > /proc/sys/kernel/sysrq",
    "writes the kernel's core pattern": "echo '|/bin/sh' > /proc/sys/kernel/core_pattern",
    "triggers the kernel": "echo b > /proc/sysrq-trigger",
    "lowers what kills it": "echo -1000 > /proc/self/oom_score_adj",
    "writes a map of users": "echo '0 0 1' > /proc/self/uid_map",
    "sees control groups": "ls /sys/fs/cgroup",
    "sees the system's sockets": "ls /run/dbus /run/user /var/run/docker.sock /run/containerd",
    "becomes root": "su -c true || sudo -n true",
    "changes its user": "perl -e '$> = 0; $< = 0; exit($> == 0 ? 0 : 1)'",
    "has a capability": "grep -E '^Cap(Prm|Eff|Bnd|Amb):\\s*0*[1-9a-f]' /proc/self/status",
    "may gain rights": "grep -E '^NoNewPrivs:\\s*0' /proc/self/status",
    "has no filter": "grep -E '^Seccomp:\\s*0' /proc/self/status",
    "makes a device": "mknod disk b 8 0",
    mounts: "mount -t tmpfs none /checkout",
    "takes a mount away": "umount /tmp",
    "makes a namespace": "unshare --user --map-root-user true",
    "makes a network": "unshare --net true",
    "enters a namespace": "nsenter --target 1 --all true",
    "starts a sandbox of its own": "bwrap --dev-bind / / --unshare-user true",
    "traces a process": "perl -e 'exit(syscall(101, 0) == 0 ? 0 : 1)'",
    "reaches a name": "getent hosts example.com",
    "has an interface": "grep -v -E 'lo:|Inter|face' /proc/net/dev | grep .",
    "has a terminal": "true </dev/tty",
    "has a variable of ours": "env | grep -E 'COUNTERSIGN|TOKEN|API_KEY|XDG|SSH'",
    "makes a program that becomes root": "cp /bin/sh s && chown root s && chmod 4755 s",
    "sees a time namespace": "unshare --time true",
    "limits are raised": "ulimit -n 100000",
  };
  return [
    ...Object.entries(shell).map(([name, attack]) => ({ name, attack })),
    ...refusedCalls,
    ...clonedNamespaces,
    ...sockets,
  ];
}
