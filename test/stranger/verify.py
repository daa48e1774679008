"""Verifies proofs by docs/proof-format.md alone, with git and ssh-keygen; performs no replay (policy, plan, decision). Prints a line of JSON.
Usage: verify.py <git directory> <target branch> [<fingerprint of the root>]"""
import base64, hashlib, io, json, re, subprocess, sys, tempfile
UNPROVED = {"root_unknown", "proof_missing", "content_missing", "inputs_withheld", "not_reviewed", "input_told"}
LEVELS, PRESENCE = ["told", "signed", "touched", "unlocked"], {"terminal": 0, "verified": 1, "touched": 2, "unlocked": 3}
COMMON, TASK = "act by key level repository trust note nonce at until ", "task round content policy plan "
ACTS = {"approve": TASK + "requirement shown findings", "override": TASK + "shown findings", "mode": TASK + "mode", "root": "files",
        "release": TASK + "resolutions", "dispose": TASK + "disposed", "label": TASK + "label added", "retract": "retracts",
        "cancel": TASK + "requirement reviewer", "accept": "from to", "trust": "next added removed", "waypoint": "number move"}
MOVE, ROUND = "how number previous repository parent changes round policy trust acts log program at", "task round content binding plan decision inputs"
POLICY = {"countersign.jsonc", "countersign.json", "countersign.yaml", "countersign.yml", "package.json"} | {
    f".countersign/{part}.json" for part in ("rules", "policies", "reviewers", "domains")}
ENV = {"PATH": "/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null"} | {
    f"GIT_{name}": "1" for name in ("CONFIG_NOSYSTEM", "NO_REPLACE_OBJECTS", "NO_LAZY_FETCH")}
class Bad(Exception): """Carries the problem after which a proof says nothing more."""
class Clone: # the id of everything that is read is computed again
    def __init__(self, folder):
        git, self.known = ["git", "-c", "safe.directory=*", f"--git-dir={folder}"], {}
        self.cat = subprocess.Popen(git + ["cat-file", "--batch"], env=ENV, stdin=-1, stdout=-1)
        listed = subprocess.check_output(git + ["for-each-ref", "--format=%(refname) %(objectname)"], env=ENV, text=True)
        self.refs, self.asked = dict(line.split(" ") for line in listed.splitlines()), io.TextIOWrapper(self.cat.stdin)
    def read(self, name, kind):
        if name not in self.known:
            print(name, file=self.asked, flush=True)
            _, *head = self.cat.stdout.readline().decode().split()
            if len(head) != 2: raise KeyError(name)
            data = self.cat.stdout.read(int(head[1]) + 1)[:-1]
            found = hashlib.new("sha1" if len(name) == 40 else "sha256", f"{head[0]} {len(data)}\0".encode() + data).hexdigest()
            self.known[name] = (head[0] if found == name else None, data)
        return self.known[name][1] if self.known[name][0] == kind else refuse("object_altered")
    def commit(self, name):
        head, _, message = self.read(name, "commit").decode("utf8", "replace").partition("\n\n")
        return re.findall("^tree (.*)", head)[0], re.findall("^parent (.*)", head, re.M), message
    def tree(self, name):
        data, size, rows = self.read(name, "tree") if name else b"", len(name or "") // 2, {}
        while data:
            (mode, path), data = data.split(b"\0", 1)[0].split(b" ", 1), data.split(b"\0", 1)[1]
            rows[path], data = (mode.decode().zfill(6), data[:size].hex()), data[size:]
        return rows
    def changed(self, old, new, path=b""):
        a, b = self.tree(old), self.tree(new)
        for name in [name for name in a.keys() | b.keys() if a.get(name) != b.get(name)]:
            folders = [side[1] if side and side[0] == "040000" else None for side in (a.get(name), b.get(name))]
            plain = [None if folder else side.get(name) for side, folder in zip((a, b), folders)]
            if any(folders): yield from self.changed(*folders, path + name + b"/")
            if any(plain): yield path + name, " ".join(map(self.side, plain)).encode()
    def side(self, one):
        return f"{one[0]} {sha256(one[1] if one[0] == '160000' else self.read(one[1], 'blob'))}" if one else "000000 " + "0" * 64
    def changes(self, old, new):
        return sha256(b"".join(sides + b" " + path + b"\0" for path, sides in sorted(self.changed(old, new))))
    def at(self, tree, path):
        for step in path.encode().split(b"/"): tree = self.tree(tree).get(step, (None, None))[1]
        return tree
    def contains(self, commit, wanted, stop=frozenset()):
        todo, seen = [commit], set(stop)
        while todo and (one := todo.pop()) != wanted:
            if one not in seen: todo, seen = todo + self.commit(one)[1], seen | {one}
        return one == wanted
def refuse(code="proof_malformed"): raise Bad(code)
def sha256(data): return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
def write(value): return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
def once(pairs):
    if len(dict(pairs)) < len(pairs) or {"__proto__", "constructor", "prototype"} & dict(pairs).keys(): raise ValueError
    return dict(sorted(pairs, key=lambda pair: pair[0].encode("utf-16-be")))
def parse(line, names=None): # a line is the canonical JSON of an object
    try: value = json.loads(line, object_pairs_hook=once)
    except (ValueError, RecursionError): refuse()
    if write(value) != line or "\\u0000" in line: refuse()
    return fields(value, names) if names else value
def fields(value, names): return value if value.keys() == set(names.split()) else refuse()
def statement(line, kind):
    value = parse(line, "_type predicateType subject predicate")
    said, (subject,) = value["predicate"], value["subject"]
    fields(said, MOVE if kind == "move" else COMMON + ACTS.get(said.get("act"), "?"))
    if kind == "move" and said["round"]: fields(said["round"], ROUND)
    if (value["_type"], value["predicateType"]) != ("https://in-toto.io/Statement/v1", f"https://countersign.dev/{kind}/v1") \
            or len(said.get("program", "")) > 100 or said.get("level", "signed") not in LEVELS[1:]: refuse()
    return subject, said
class Signature: # whether it is valid, ssh-keygen says; level and origin are read here
    def __init__(self, line, text, kind):
        self.ok, self.origin, flags = False, None, 0
        try:
            blob = base64.b64decode(text, validate=True)
            (key, space, reserved, digest, body), rest = self.strings(blob[10:], 5)
            ((form, _), more), name = self.strings(body, 2), self.strings(key, 1)[0][0].decode()
            if name.startswith("sk-"): flags, more = more[0], more[5:]
            if form.startswith(b"webauthn"):
                (origin, client, _), more = self.strings(more, 3)
                self.origin, data = origin.decode(), json.loads(client, object_pairs_hook=once)
                if data.get("crossOrigin") or data["origin"] != self.origin: return
            if more or rest or reserved or digest not in (b"sha256", b"sha512") or len(blob) > 12000: return
            self.level, self.is_ours = 1 if not flags & 1 else 3 if flags & 4 else 2, space.decode() == f"{kind}@countersign"
            self.key, digest = f"{name} {base64.b64encode(key).decode()}", base64.b64encode(hashlib.sha256(key).digest())
            self.fingerprint = f"SHA256:{digest.decode()[:43]}"
            self.ok = self.is_valid(line.encode(), text, space.decode())
        except (ValueError, IndexError, KeyError): pass
    def strings(self, data, count):
        found = []
        while len(found) < count:
            if len(data) < (size := 4 + int.from_bytes(data[:4], "big")): raise ValueError
            found, data = found + [data[4:size]], data[size:]
        return found, data
    def is_valid(self, line, text, space):
        covered = b"DSSEv1 28 application/vnd.in-toto+json %d %s" % (len(line), line)
        with tempfile.NamedTemporaryFile("w") as file:
            print("-----BEGIN SSH SIGNATURE-----", text, "-----END SSH SIGNATURE-----", sep="\n", file=file, flush=True)
            check = ["ssh-keygen", "-Y", "check-novalidate", "-n", space, "-s", file.name]
            return subprocess.run(check, env=ENV, input=covered, capture_output=True).returncode == 0
def keys_of(file): return {key["key"]: name for name, one in file["people"].items() for key in one["keys"]}
def facts(file):
    rows = [f"quorum {file['quorum']}", f"witness quorum {file['witnesses']['quorum']}"] + [
        f"{kind} {one}" for kind, many in (("owner", file["owners"]), ("person", file["people"]), ("recovery", file["recovery"]),
        ("witness", file["witnesses"]["keys"])) for one in many] + [f"engine {name} {key}" for name, key in file["engines"].items()]
    return {*rows, *(f"revoked {one['key']} from {one['from']}" for one in file["revoked"]), *(
        f"key {name} {one['key']} {'' if one['attested'] else 'un'}attested added by {one['addedBy']} for {','.join(one['origins']) or 'any'}"
        for name, person in file["people"].items() for one in person["keys"])}
class Chain:
    def __init__(self, clone, target, root):
        self.clone, self.target, self.root, self.number, self.previous, self.commit = clone, target, root, 0, None, None
        self.found, self.used, self.past, self.retracted = set(), set(), set(), []
        for name in [name for ref, name in clone.refs.items() if ref.startswith("refs/countersign/retracted/")]:
            line, text = clone.read(clone.at(clone.commit(name)[0], "retraction.jsonl"), "blob").decode().split("\n")[:2]
            self.retracted.append((statement(line, "act")[1], Signature(line, parse(text)["sshsig"], "act")))
    def say(self, problems): self.found |= {code for code, wrong in problems.items() if wrong}
    def trust(self, tree):
        text = self.clone.read(self.clone.at(tree, ".countersign/trust.json"), "blob")
        try: return json.loads(text, object_pairs_hook=once), sha256(text)
        except ValueError: refuse("trust_unannounced")
    def proofs(self):
        for ref in sorted(one for one in self.clone.refs if one.startswith(f"refs/countersign/proofs/{self.target}/")):
            segment, parents = [], [self.clone.refs[ref]]
            while parents:
                tree, parents, message = self.clone.commit(parents[0])
                segment.insert(0, (message.split("\n")[0], tree))
            yield from segment
    def verify(self):
        proofs, tip, self.revoked = list(self.proofs()), self.clone.refs.get(f"refs/heads/{self.target}"), []
        end = proofs[-1][0] if proofs else tip
        try: self.revoked = self.trust(self.clone.commit(end)[0])[0]["revoked"]
        except (KeyError, Bad): pass
        for commit, tree in proofs:
            try: self.judge(commit, self.clone.read(self.clone.at(tree, "proof.jsonl"), "blob").decode())
            except (Bad, KeyError, ValueError, TypeError, AttributeError) as bad:
                self.found.add(str(bad) if isinstance(bad, Bad) else "content_missing" if isinstance(bad, KeyError) else "proof_malformed")
        if tip in (None, end): return self.found if proofs else {"proof_missing"}
        if not self.clone.contains(tip, end): return self.found | {"history_left"} | (set() if self.clone.contains(end, tip) else {"foreign"})
        while tip != end and "\nCountersign-Proof: " not in self.clone.commit(tip)[2]: tip = self.clone.commit(tip)[1][0]
        return self.found | {"foreign" if tip == end else "proof_removed"}
    def judge(self, commit, text):
        *lines, last = text.split("\n") if text.count("\n") <= 2003 else refuse()
        inputs = lines.pop() if len(lines) % 2 else None
        signatures, said_inputs = [parse(line, "line sshsig") for line in lines[1::2]], inputs and parse(inputs)
        if last or [(one["line"], len(one["sshsig"]) <= 16000) for one in signatures] != [(at, True) for at in range(1, len(lines), 2)]: refuse()
        subject, move = statement(lines[0], "move")
        acts = [(sha256(line), *statement(line, "act"), Signature(line, one["sshsig"], "act")) for line, one in zip(lines[2::2], signatures[1:])]
        engine, digest, number = Signature(lines[0], signatures[0]["sshsig"], "move"), sha256(lines[0]), self.number + 1
        previous, parent, past, used = self.previous, self.commit, self.past - {move["parent"]}, set(self.used)
        self.number, self.previous, self.commit, self.past = number, digest, commit, self.past | {commit}
        self.used |= {one for one, *_ in acts}
        (tree, _, message), old = self.clone.commit(commit), None if number == 1 else self.clone.commit(move["parent"])[0]
        file, file_digest = self.trust(old or tree)
        self.say({
            "move_number": move["number"] != number or old is None and move["previous"], "move_previous": old and move["previous"] != previous,
            "move_parent": old and move["parent"] != parent, "move_target": subject["name"] != f"refs/heads/{self.target}",
            "move_repository": move["repository"] != file["repository"], "tree_other": subject["digest"]["gitTree"] != tree,
            "move_rewrites": old and not self.clone.contains(commit, move["parent"], past), "move_signature": not engine.ok,
            "move_shape": (move["how"] in ("accept", "trust")) != (move["round"] is None), "move_namespace": engine.ok and not engine.is_ours,
            "move_key": engine.ok and engine.key not in file["engines"].values(), "commit_other": subject["digest"]["gitCommit"] != commit,
            "move_key_revoked": self.is_revoked(engine, number), "changes_other": move["changes"] != self.clone.changes(old, tree),
            "trust_other": move["trust"] != {"number": file["number"], "sha256": file_digest}})
        if old is None: return self.judge_root(acts, {one["sha256"] for one in move["acts"]}, tree, file, file_digest, digest)
        listed, (after, after_digest) = {one["path"]: one["blob"] for one in move["policy"]["files"]}, self.trust(tree)
        policy = json.loads(self.clone.read(self.clone.at(old, "countersign.json"), "blob"))
        least, trailer = PRESENCE[policy.get("trust", {}).get("humanPresence", "terminal")], sha256("".join(line + "\n" for line in lines[2:]))
        self.only_trust = {path for path, _ in self.clone.changed(old, tree)} <= {b".countersign/trust.json", b".countersign/allowed_signers"}
        valid = self.judge_acts(move, acts, (file, file_digest), after, tree, least, used)
        self.say({
            "policy_files": any(self.clone.at(old, path) != listed.get(path) for path in POLICY | listed.keys()),
            "trailer_other": move["how"] in ("merge", "squash") and re.findall("^Countersign-Proof: (.*)", message, re.M)[-1:] != [trailer],
            "trust_unannounced": (move["how"] == "trust") != (after_digest != file_digest), "not_reviewed": move["how"] == "accept" and not any(
                said["act"] == "accept" and (said["from"], said["to"]) == (move["parent"], commit) for said, _ in valid.values())})
        if move["how"] == "trust" and after_digest != file_digest: self.judge_trust(file, after, after_digest, list(valid.values()))
        if move["round"]: self.judge_round(move, tree, inputs, said_inputs, valid)
    def is_revoked(self, sig, number): return sig.ok and any(one["key"] == sig.fingerprint and number >= one["from"] for one in self.revoked)
    def judge_root(self, acts, named, tree, file, file_digest, digest):
        wanted = ("root", self.clone.changes(None, tree), {"number": 1, "sha256": file_digest}, tree)
        signers = {said["by"] for one, about, said, sig in acts if sig.ok and sig.is_ours and keys_of(file).get(sig.key) == said["by"]
                   and (said["act"], said.get("files"), said["trust"], about["digest"]["gitTree"]) == wanted and one in named}
        is_other = self.root not in (None, "csr1" + digest)
        self.say({"root_unknown": self.root is None, "root_other": is_other, "root_unsigned": set(file["owners"]) - signers})
    def judge_round(self, move, tree, inputs, said, valid):
        content, by_tree, named = move["round"]["content"], move["round"]["binding"] == "tree", move["round"]["inputs"]
        self.say({"inputs_other": named != (inputs and sha256(inputs)), "inputs_withheld": not inputs and not named,
                  "binding_changes": not by_tree and content["changes"] != move["changes"], "binding_tree": by_tree and content["tree"] != tree})
        if said:
            items, asked = said["verdicts"]["items"], {one["id"]: one["digest"] for one in said["plan"]["requirements"]}
            given = [(one, {"id": one["requirement"], "sha256": asked.get(one["requirement"])}) for one in items
                     if one["byKind"] == "human" and one["opinion"] in ("approved", "abstained")]
            given += [(one["disposition"], {"id": one["id"], "is": one["disposition"]["is"]})
                      for one in said["report"]["findings"] if one["disposition"]["is"] in ("dismissed", "deferred")]
            given += [({}, one) for one in said["round"]["resolutions"] if one["do"] not in ("send_back", "reject") and not any(
                one in valid[name][0].get("resolutions", []) for name in said["released"] if name in valid)]
            self.say({"inputs_other": sha256(write(sorted(one["digest"] for one in items))) != said["verdicts"]["digest"],
                      "input_told": any("act" not in one for one, _ in given), "input_other": any("act" in one and not (
                          act["by"] == one["by"] and (what == act.get("requirement") or what in act.get("disposed", []))) for one, what in given
                          for act, _ in [valid.get(one.get("act"), ({"by": None}, None))])})
        if by_tree: self.say({"content_other": self.clone.changes(self.clone.commit(content["base"])[0], content["tree"]) != content["changes"]})
    def judge_acts(self, move, acts, trust, after, tree, least, used):
        named, present, valid = [one["sha256"] for one in move["acts"]], [one for one, *_ in acts], {}
        unnamed, repeated = set(present) - set(named), len(set(named)) < len(named) or len(set(present)) < len(present)
        self.say({"act_unnamed": unnamed, "act_repeated": repeated, "act_missing": set(named) - set(present),
                  "act_order": not unnamed and not repeated and [one for one in named if one in present] != present})
        recorded = {one["sha256"]: one["recorded"] for one in move["acts"]}
        for digest, about, said, sig in [one for one in acts if one[0] in recorded]:
            problems = self.act_problems(about, said, sig, move, trust, after, tree, least) | {
                "act_late": recorded[digest] > min(said["until"], move["at"]), "act_used": digest in used, "act_retracted": any(
                    (undo["act"], undo["by"], undo.get("retracts")) == ("retract", said["by"], digest) and by.ok and by.is_ours
                    and keys_of(trust[0]).get(by.key) == said["by"] for undo, by in self.retracted)}
            self.say(problems)
            if not any(problems.values()): valid[digest] = (said, sig)
        return valid
    def act_problems(self, about, said, sig, move, trust, after, tree, least):
        (file, digest), round_, seen = trust, move["round"], said["trust"]
        content, of_task = (round_ or {}).get("content"), round_ and "content" in said
        key = next((one for one in file["people"].get(said["by"], {"keys": []})["keys"] if sig.ok and one["key"] == sig.key), None)
        enters = sig.ok and said["act"] == "trust" and (keys_of(after).get(sig.key) == said["by"] or sig.key in file["recovery"])
        return {
            "act_repository": said["repository"] != file["repository"], "act_target": about["name"] != f"refs/heads/{self.target}",
            "act_trust": seen["number"] > file["number"] or seen["number"] == file["number"] and seen["sha256"] != digest,
            "act_content": about["digest"]["gitTree"] != (content["tree"] if content else tree) and not (self.only_trust and said["act"] == "trust")
            or of_task and any(said["content"][one] != content[one] for one in ("tree", "changes")),
            "act_kind": (round_ is None) == ("content" in said), "act_signature": not sig.ok,
            "act_task": of_task and said["task"] != round_["task"], "act_round": of_task and said["round"] > round_["round"],
            "act_key": sig.ok and (not key and not enters or sig.fingerprint != said["key"]), "act_namespace": sig.ok and not sig.is_ours,
            "act_key_revoked": self.is_revoked(sig, move["number"]), "level_below_policy": sig.ok and sig.level < least,
            "act_origin": key and (sig.origin not in key["origins"] if sig.origin else key["origins"]),
            "level_overstated": sig.ok and sig.level < LEVELS.index(said["level"])}
    def judge_trust(self, file, after, digest, valid):
        added, removed = facts(after) - facts(file), facts(file) - facts(after)
        fits = [(said, sig) for said, sig in valid if said["act"] == "trust" and set(said["added"]) == added
                and said["next"] == {"number": after["number"], "sha256": digest} and set(said["removed"]) == removed]
        signers, signed = {said["by"] for said, sig in fits if keys_of(file).get(sig.key) == said["by"]}, {sig.key for _, sig in fits}
        owners, names = signers & set(file["owners"]), {one.split(" ")[1] if one.startswith("key ") else "" for one in added | removed}
        is_own = len(names) == 1 and names <= signers and owners - names
        self.say({"trust_number": after["number"] != file["number"] + 1, "trust_repository": after["repository"] != file["repository"],
                  "trust_facts": len(fits) < len(valid), "trust_possession": keys_of(after).keys() - keys_of(file).keys() - signed,
                  "trust_quorum": len(owners) < file["quorum"] and not is_own and not signed & set(file["recovery"])})
found = Chain(Clone(sys.argv[1]), *sys.argv[2:4], *[None] * (4 - len(sys.argv))).verify()
result = "proved" if not found else "unproved" if found <= UNPROVED else "contradicted"
print(json.dumps({"result": result, "problems": sorted(found), "replayed": False, "witnesses": False}))
