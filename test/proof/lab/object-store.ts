import { createHash } from "node:crypto";

export type ObjectFormat = "sha1" | "sha256";
export type GitObject = { type: "blob" | "tree" | "commit"; bytes: Buffer };

/** A file of a tree by its content; of a link its target, of a submodule the id of its commit. */
export type LabFile = { mode: "100644" | "100755" | "120000" | "160000"; text: string };
export type Files = ReadonlyMap<string, LabFile>;

export type CommitFields = {
  tree: string;
  parents: readonly string[];
  message: string;
  author: string;
  atSeconds: number;
};

/** The objects of a repository by their ids. A forgery may store bytes that do not fit their id. */
export class ObjectStore {
  readonly objects = new Map<string, GitObject>();
  readonly #folders = new Map<string, string>();
  readonly format: ObjectFormat;

  constructor(format: ObjectFormat) {
    this.format = format;
  }

  put(type: GitObject["type"], bytes: Buffer): string {
    const header = `${type} ${bytes.length}\0`;
    const id = createHash(this.format).update(header).update(bytes).digest("hex");
    if (!this.objects.has(id)) this.objects.set(id, { type, bytes });
    return id;
  }

  blob(text: string): string {
    return this.put("blob", Buffer.from(text));
  }

  /** Stores a tree with all its folders and files. */
  tree(files: Files): string {
    const entries = [...Map.groupBy(files, ([path]) => path.split("/", 1)[0] ?? "")];
    const rows = entries.map(([name, inside]) => {
      const [path, file] = inside[0] ?? ["", { mode: "100644", text: "" }];
      if (path === name) return { name, mode: file.mode, id: this.#entry(file), sortedAs: name };
      const below = inside.map(([full, one]) => [full.slice(name.length + 1), one] as const);
      return { name, mode: "40000", id: this.#folder(new Map(below)), sortedAs: `${name}/` };
    });
    rows.sort((a, b) => Buffer.compare(Buffer.from(a.sortedAs), Buffer.from(b.sortedAs)));
    return this.put(
      "tree",
      Buffer.concat(
        rows.flatMap(({ name, mode, id }) => [
          Buffer.from(`${mode} ${name}\0`),
          Buffer.from(id, "hex"),
        ]),
      ),
    );
  }

  commit({ tree, parents, message, author, atSeconds }: CommitFields): string {
    const lines = [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${author} ${atSeconds} +0000`,
      `committer ${author} ${atSeconds} +0000`,
    ];
    return this.put("commit", Buffer.from(`${lines.join("\n")}\n\n${message}`));
  }

  #entry({ mode, text }: LabFile): string {
    return mode === "160000" ? text : this.blob(text);
  }

  /** Most folders are the same from commit to commit. */
  #folder(files: Files): string {
    const key = JSON.stringify([...files]);
    const id = this.#folders.get(key) ?? this.tree(files);
    this.#folders.set(key, id);
    return id;
  }
}
