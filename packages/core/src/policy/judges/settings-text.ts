/** Keys of test runners' and linters' settings whose values are files that they load. */
const LOADED =
  "setupFiles|setupFilesAfterEnv|globalSetup|globalTeardown|testRunner|runner|testEnvironment|environment|resolver|transform|reporters?|require|import|from|plugins|jsPlugins|extends|presets?|snapshotSerializers|testSequencer|dependencyExtractor|supportFile|loader|provider|sequencer";

/** A list or an object up to its end, otherwise the rest of the line. */
const IN_CODE = new RegExp(
  `(?<![\\w-])(?:${LOADED})\\b["']?\\s*[:=(]?\\s*(\\[[^\\]]*\\]|\\{[^}]*\\}|[^\\n]*)`,
  "g",
);

/** A value goes on in the lines below it that begin with a space or a dash. */
const IN_LINES = new RegExp(
  `^[ \\t]*(?:${LOADED}|commands\\w*|addopts|load-plugins|init-hook|plugin)["']?\\s*[:=]([^\\n]*(?:\\n[ \\t-]+[^\\n]*)*)`,
  "gm",
);

const PLUGINS = /^pytest_plugins\s*=\s*([[(][^\])]*[\])]|[^\n]*)/gm;

const HAS_LINES = /\.(?:ini|cfg|toml|ya?ml)$|rc$|\.flake8$/;

/** The parts of a settings file that name files or modules which the tool loads or starts. */
export function settingsText(path: string, text: string): string {
  const pattern = path.endsWith(".py") ? PLUGINS : HAS_LINES.test(path) ? IN_LINES : IN_CODE;
  return [...text.matchAll(pattern)].map(([, value = ""]) => value).join("\n");
}
