/** A package ecosystem, with the hosts of its public registry. */
type Ecosystem = keyof typeof PUBLIC_REGISTRIES;

const PUBLIC_REGISTRIES = {
  npm: ["registry.npmjs.org"],
  yarn: ["registry.yarnpkg.com", "registry.npmjs.org"],
  python: ["pypi.org", "files.pythonhosted.org"],
  rust: ["index.crates.io", "static.crates.io"],
  go: ["proxy.golang.org", "sum.golang.org"],
  ruby: ["rubygems.org", "index.rubygems.org"],
  php: ["repo.packagist.org"],
} as const;

type LockFile = {
  ecosystem: Ecosystem;
  /** Matches the URL of a package; the URL is the first group. */
  addresses: RegExp;
};

const NPM_LOCK: LockFile = {
  ecosystem: "npm",
  addresses: /"resolved"\s*:\s*"(?:git\+)?(https?:\/\/[^"\\]+)"/g,
};

/** Lock files, by file name. */
const LOCK_FILES: Readonly<Record<string, LockFile>> = {
  "package-lock.json": NPM_LOCK,
  "npm-shrinkwrap.json": NPM_LOCK,
  "yarn.lock": { ecosystem: "yarn", addresses: /^\s+resolved "(https?:\/\/[^"\\]+)"/gm },
  "pnpm-lock.yaml": { ecosystem: "npm", addresses: /\btarball: ['"]?(https?:\/\/[^\s'",}]+)/g },
  "bun.lock": { ecosystem: "npm", addresses: /"(https?:\/\/[^"\\]+)"/g },
  "requirements.txt": {
    ecosystem: "python",
    addresses: /(?:--(?:extra-)?index-url[ =]|^-i |@ )(https?:\/\/\S+)/gm,
  },
  "poetry.lock": { ecosystem: "python", addresses: /^url = "(https?:\/\/[^"]+)"/gm },
  "uv.lock": { ecosystem: "python", addresses: /\b(?:url|registry) = "(https?:\/\/[^"]+)"/g },
  "Pipfile.lock": { ecosystem: "python", addresses: /"url": "(https?:\/\/[^"\\]+)"/g },
  "Cargo.lock": {
    ecosystem: "rust",
    addresses: /^source = "(?:registry|sparse|git)\+(https?:\/\/[^"]+)"/gm,
  },
  "go.sum": { ecosystem: "go", addresses: /(?!)/g },
  "Gemfile.lock": { ecosystem: "ruby", addresses: /^\s+remote: (https?:\/\/\S+)/gm },
  "composer.lock": { ecosystem: "php", addresses: /"url": "(https?:\/\/[^"\\]+)"/g },
};

/** Returns true if the path is a lock file. */
export function isRegistryLockFile(path: string): boolean {
  return Object.hasOwn(LOCK_FILES, baseName(path));
}

/** Returns the hosts of the public registry for the packages of a lock file. */
export function publicRegistries(path: string): readonly string[] {
  const lock = LOCK_FILES[baseName(path)];
  return lock === undefined ? [] : PUBLIC_REGISTRIES[lock.ecosystem];
}

/** Returns the URLs from which a lock file installs packages. */
export function lockedAddresses(path: string, text: string): string[] {
  const lock = LOCK_FILES[baseName(path)];
  const found = lock === undefined ? [] : [...text.matchAll(lock.addresses)];
  return [...new Set(found.flatMap(([, address]) => address ?? []))];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
