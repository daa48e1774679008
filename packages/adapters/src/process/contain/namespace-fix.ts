/** Ubuntu since 23.10: a program needs a profile of AppArmor to use user namespaces. This allows it for bubblewrap alone. */
const ADD_PROFILE =
  String.raw`printf 'abi <abi/4.0>,\nprofile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }\n' | ` +
  "sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap";

/** What bubblewrap prints when the machine forbids what it needs, and the command that allows it. */
const FIXES: readonly (readonly [RegExp, string])[] = [
  [/uid map: Permission denied|Failed RTM_NEWADDR/, ADD_PROFILE],
  [/No permissions to create new namespace/, "sudo sysctl -w kernel.unprivileged_userns_clone=1"],
  [/max_\*_namespaces exceeded/, "sudo sysctl -w user.max_user_namespaces=15000"],
];

/** One line that says how to let bubblewrap work on a machine where it fails with `message`. */
export function namespaceFix(message: string): string {
  const known = FIXES.find(([pattern]) => pattern.test(message));
  return known === undefined
    ? "Allow user namespaces for bubblewrap on this machine"
    : `Allow user namespaces for bubblewrap: ${known[1]}`;
}
