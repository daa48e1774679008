import { createSignatureReader } from "@countersign/adapters";
import type { TrustRequestView, TrustView } from "@countersign/api";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";
import { timeText } from "../../output/words.ts";

/** Describes the trust file of a target and the request that waits for signatures. */
export function trustText(view: TrustView, style: Style): string {
  const parts = [fileText(view, style)];
  if (view.request !== null) parts.push(requestText(view.request, style));
  return parts.join("\n\n");
}

function fileText({ repo, target, root, trust }: TrustView, style: Style): string {
  if (trust === null)
    return `${display(target)} of ${display(repo)} has no trust file. Begin with countersign trust init`;
  const owners = trust.people.filter(({ isOwner }) => isOwner).length;
  const rows = [
    ["root", root ?? "not written yet"],
    ...trust.people.flatMap(({ name, isOwner, keys }) =>
      keys.map(({ fingerprint, addedBy }, at) => [
        at === 0 ? (isOwner ? "owner" : "person") : "",
        `${display(name)}  ${fingerprint}  added by ${display(addedBy)}`,
      ]),
    ),
    ["quorum", `${trust.quorum} of ${owners} ${owners === 1 ? "owner" : "owners"}`],
    ...trust.engines.map(({ name, fingerprint }) => ["engine", `${display(name)}  ${fingerprint}`]),
    ...trust.recovery.map(({ fingerprint }) => ["recovery", fingerprint]),
    ...trust.witnesses.keys.map((key) => ["witness", display(key)]),
    ...trust.revoked.map(({ key, from }) => ["revoked", `${key} from move ${from} on`]),
  ];
  const heading = `Trust of ${display(target)} of ${display(repo)}, number ${trust.number}`;
  return `${style.paint("strong", heading)}\n${indented(columns(rows))}`;
}

/** Describes a request: what it changes, who signed it and whom it waits for. */
export function requestText(request: TrustRequestView, style: Style): string {
  const { id, kind, proposedBy, untilMs, added, removed, signed, waypoint } = request;
  const changes = [
    ...added.map((fact) => style.paint("good", `+ ${factText(fact)}`)),
    ...removed.map((fact) => style.paint("bad", `- ${factText(fact)}`)),
    ...(request.requiresSignatures
      ? [style.paint("good", '+ trust.humanPresence "verified" in the configuration')]
      : []),
  ];
  const rows = [
    ...(waypoint === null
      ? []
      : [["at", `move ${waypoint.number}, ${waypoint.commit.slice(0, 12)}  ${waypoint.move}`]]),
    ...signed.map(({ actor, fingerprint }) => ["signed", `${display(actor)}  ${fingerprint}`]),
    ...(request.state === "expired" ? [] : waitingRows(request)),
    [request.state === "expired" ? "expired" : "until", timeText(untilMs)],
  ];
  return [
    style.paint("strong", `${KINDS[kind]} ${id}, proposed by ${display(proposedBy)}`),
    indented([...changes, columns(rows)].join("\n")),
  ].join("\n");
}

const KINDS: Readonly<Record<TrustRequestView["kind"], string>> = {
  root: "Beginning of trust",
  change: "Change of trust",
  waypoint: "Waypoint",
};

function waitingRows({ waits }: TrustRequestView): string[][] {
  const { owners, of, keys } = waits;
  const count = owners === of.length ? "" : `${owners} of `;
  return [
    ...(owners === 0
      ? []
      : [["waits for", `${count}${of.map((name) => display(name)).join(", ")}`]]),
    ...keys.map(({ actor, fingerprint }) => [
      "waits for",
      `${display(actor)} with the new key ${fingerprint}`,
    ]),
  ];
}

/** Returns a fact with the fingerprints of its keys. */
function factText(fact: string): string {
  const reader = createSignatureReader();
  const short = fact.replace(
    /(?:ssh-|ecdsa-|sk-)\S+ [A-Za-z0-9+/]{20,}={0,2}/g,
    (key) => reader.readKey(key)?.fingerprint ?? key,
  );
  return display(short);
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}

/** Describes the end of a request, and what its people do next. */
export function trustOutcomeText(
  request: TrustRequestView,
  { root, target }: Pick<TrustView, "root" | "target">,
  style: Style,
): string {
  if (request.state !== "done") return `${requestText(request, style)}\n${nextText(request)}`;
  const commit = request.commit?.slice(0, 12) ?? "";
  if (request.waypoint !== null)
    return `${style.paint("good", "done")} ${request.id}: new verifiers may begin at move ${request.waypoint.number} of ${display(target)}`;
  const done = `${style.paint("good", "done")} ${request.id} is on ${display(target)} as ${commit}`;
  if (request.kind !== "root" || root === null) return done;
  return [
    done,
    `The fingerprint of the root is ${style.paint("strong", root)}`,
    `Tell it to everybody who verifies, over a channel that agents cannot write to:`,
    `  countersign verify HEAD --root ${root}`,
    `Keep it in the settings of your CI, not in this repository.`,
  ].join("\n");
}

function nextText({ state, id }: TrustRequestView): string {
  switch (state) {
    case "open":
      return "Each of them compares the fingerprints and runs: countersign trust sign";
    case "complete":
      return "It is complete. The engine puts it on the target; see countersign trust show";
    case "outdated":
      return `The target moved while people signed ${id}. Propose it again`;
    default:
      return `It is ${state}.`;
  }
}
