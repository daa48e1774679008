import type { Edit, SeededBug } from "../seeded-bug.ts";

const JUDGE = ["packages/core/src/proof"];
const SIGNATURES = ["packages/adapters/src/sign"];

const bug = (
  id: string,
  what: string,
  edit: Edit,
  tests: readonly string[] = JUDGE,
): SeededBug => ({ id, bug: what, edits: [edit], tests });

/** Bugs that would let a verifier accept a proof that a forger made. */
export const PROOFS: readonly SeededBug[] = [
  bug("acts-left-out", "Only the acts that are present are judged, not all that the move names.", {
    in: "core/judgeActs",
    code: 'problems.push({ code: "act_missing", about: sha256 });',
    becomes: "",
  }),
  bug("acts-added", "A proof may contain acts that the move does not name.", {
    in: "core/listProblems",
    code: "present.filter((digest) => !named.includes(digest))",
    becomes: "present.filter(() => false)",
  }),
  bug(
    "touch-not-read",
    "A device's signature counts as touched, whatever its flags say.",
    {
      in: "adapters/levelOf",
      code: 'if (device === null || !device.touched) return "signed";',
      becomes: 'if (device === null) return "signed";',
    },
    SIGNATURES,
  ),
  bug("level-as-stated", "The level is the one that the statement names.", {
    in: "core/signatureProblems",
    code: "isLevelAtLeast(signature.level, policyLevel)",
    becomes: "isLevelAtLeast(act.level, policyLevel)",
  }),
  bug("level-overstated", "A statement may name a higher level than the signature shows.", {
    in: "core/signatureProblems",
    code: '...problemIf(!isLevelAtLeast(signature.level, act.level), "level_overstated", digest),',
    becomes: "",
  }),
  bug("page-not-checked", "A passkey may sign on any page.", {
    in: "core/signatureProblems",
    code: '...problemIf(key !== null && !isOriginListed(signature, key), "act_origin", digest),',
    becomes: "",
  }),
  bug("namespace-not-checked", "A signature that was made for something else counts as an act.", {
    in: "core/signatureProblems",
    code: '...problemIf(signature.namespace !== ACT_NAMESPACE, "act_namespace", digest),',
    becomes: "",
  }),
  bug("expiry-not-checked", "An act may be recorded after it expired.", {
    in: "core/useProblems",
    code: "recorded > act.until || recorded",
    becomes: "recorded",
  }),
  bug("trust-of-the-commit", "A move is judged by the trust file that it brings itself.", {
    in: "core/signatureProblems",
    code: "signingKey(act.by, signature, trust.file)",
    becomes: "signingKey(act.by, signature, (evidence.clone.nextTrust ?? trust).file)",
  }),
  bug("base-as-subject", "An act about the base counts for the result.", {
    in: "core/subjectProblems",
    code: "subject.digest.gitTree === tree ||",
    becomes: "[tree, round?.content.base].includes(subject.digest.gitTree) ||",
  }),
  bug("act-used-twice", "An approval counts for a second merge.", {
    in: "core/useProblems",
    code: '...problemIf(chain.used.has(digest), "act_used", digest),',
    becomes: "",
  }),
  bug("dates-trusted", "A revoked key counts for an act that is dated before the move.", {
    in: "core/signatureProblems",
    code: "isRevoked(signature, number, chain.revoked)",
    becomes:
      "act.at >= proof.move.statement.predicate.at && isRevoked(signature, number, chain.revoked)",
  }),
  bug("anyone-retracts", "A stranger can undo the act of a person.", {
    in: "core/useProblems",
    code: "signingKey(act.by, signature, trust.file) !== null,",
    becomes: "true,",
  }),
  bug("signatures-counted", "Two signatures of one owner are a quorum of two.", {
    in: "core/isAgreed",
    code: "owners.length >= before.quorum",
    becomes: "acts.length >= before.quorum",
  }),
  bug("possession-not-proved", "A key is enrolled that nobody signed with.", {
    in: "core/trustChangeProblems",
    code: ".filter((key) => !fitting.some(({ signature }) => signature.ok && signature.key === key))",
    becomes: ".filter(() => false)",
  }),
  bug("one-owner-of-the-root", "The root needs the signature of one owner only.", {
    in: "core/ownerProblems",
    code: ".filter((owner) => !signers.includes(owner))",
    becomes: ".filter(() => signers.length === 0)",
  }),
  bug("told-counts", "An approval on the engine's word alone is proved.", {
    in: "core/peopleProblems",
    code: 'if (act === undefined) return [{ code: "input_told", about }];',
    becomes: "if (act === undefined) return [];",
  }),
  bug("told-loosening-counts", "A mode or label on the engine's word alone loosens the plan.", {
    in: "core/planProblems",
    code: "isSigned ? contradicted : missingParts(compile(signed), plan)",
    becomes: "contradicted",
  }),
  {
    id: "object-ids-trusted",
    bug: "Objects of a clone count for the ids under which they are stored.",
    edits: [
      {
        in: "adapters/readContents",
        code: "mirror.isBorrowed && hashObject(object, id.length) !== id",
        becomes: "mirror.isBorrowed && hashObject(object, id.length).length !== id.length",
      },
    ],
    project: "git",
    tests: ["packages/adapters/src/git/clone/open-clone.git.test.ts"],
    only: "refuses an object whose bytes do not match its id",
  },
];
