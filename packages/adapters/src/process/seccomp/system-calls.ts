/** Supported processors, by Node's names. */
export type Processor = "x64" | "arm64";

type Numbers = Readonly<Record<Processor, number | null>>;

/** A call with the same number on both processors, as all newer ones have. */
const both = (number: number) => ({ x64: number, arm64: number });
const numbers = <Arm extends number | null>(x64: number, arm64: Arm) => ({ x64, arm64 });

/** The last known call; newer ones do not exist for a command. */
export const LAST_KNOWN_CALL = 462;

/** Calls that are judged by their arguments. */
export const JUDGED_CALLS = {
  clone: numbers(56, 220),
  socket: numbers(41, 198),
  socketpair: numbers(53, 199),
  ioctl: numbers(16, 29),
} as const satisfies Record<string, Numbers>;

/**
 * Calls that do not exist for a command, so that programs use the older ones: the filter cannot
 * read the arguments of `clone3`, and io_uring bypasses the filter.
 */
export const MISSING_CALLS = {
  clone3: both(435),
  io_uring_setup: both(425),
  io_uring_enter: both(426),
  io_uring_register: both(427),
} as const satisfies Record<string, Numbers>;

/** Calls that a command may not make. */
export const DENIED_CALLS = {
  // namespaces
  unshare: numbers(272, 97),
  setns: numbers(308, 268),
  chroot: numbers(161, 51),
  pivot_root: numbers(155, 41),
  // mounts
  mount: numbers(165, 40),
  umount2: numbers(166, 39),
  open_tree: both(428),
  move_mount: both(429),
  fsopen: both(430),
  fsconfig: both(431),
  fsmount: both(432),
  fspick: both(433),
  mount_setattr: both(442),
  open_by_handle_at: numbers(304, 265),
  // other processes
  ptrace: numbers(101, 117),
  process_vm_readv: numbers(310, 270),
  process_vm_writev: numbers(311, 271),
  process_madvise: both(440),
  pidfd_getfd: both(438),
  kcmp: numbers(312, 272),
  migrate_pages: numbers(256, 238),
  move_pages: numbers(279, 239),
  // the kernel's keys
  add_key: numbers(248, 217),
  request_key: numbers(249, 218),
  keyctl: numbers(250, 219),
  // large parts of the kernel that checks do not need
  bpf: numbers(321, 280),
  perf_event_open: numbers(298, 241),
  userfaultfd: numbers(323, 282),
  fanotify_init: numbers(300, 262),
  lookup_dcookie: numbers(212, 18),
  // the machine itself
  kexec_load: numbers(246, 104),
  kexec_file_load: numbers(320, 294),
  init_module: numbers(175, 105),
  finit_module: numbers(313, 273),
  delete_module: numbers(176, 106),
  reboot: numbers(169, 142),
  swapon: numbers(167, 224),
  swapoff: numbers(168, 225),
  acct: numbers(163, 89),
  quotactl: numbers(179, 60),
  quotactl_fd: both(443),
  syslog: numbers(103, 116),
  settimeofday: numbers(164, 170),
  clock_settime: numbers(227, 112),
  sethostname: numbers(170, 161),
  setdomainname: numbers(171, 162),
  vhangup: numbers(153, 58),
  nfsservctl: numbers(180, 42),
  modify_ldt: numbers(154, null),
  iopl: numbers(172, null),
  ioperm: numbers(173, null),
  uselib: numbers(134, null),
  sysfs: numbers(139, null),
  _sysctl: numbers(156, null),
} as const satisfies Record<string, Numbers>;
