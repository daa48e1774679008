import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTerminal } from "../../../packages/tui/src/testing/open-terminal.ts";
import { drawPicture } from "./draw-picture.ts";
import { COLUMNS, IMAGES, PICTURES, type Picture } from "./pictures.ts";
import { type Cell, readCells } from "./read-cells.ts";

const CLOCK = new URL("fixed-clock.ts", import.meta.url);
const PROGRAM = new URL("../../../packages/cli/src/main.ts", import.meta.url);
/** Milliseconds until deciding keys count on a new screen, with a margin. */
const CALM_MS = 400;
/** Milliseconds until code is highlighted. */
const COLOURED_MS = 3_000;

/** Takes every picture of `countersign tour`, each in its own process and pseudo-terminal. */
async function writePictures(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "pictures-"));
  await mkdir(IMAGES, { recursive: true });
  try {
    for (const picture of PICTURES) {
      const drawn = drawPicture(picture, await takePicture(picture, home));
      await writeFile(new URL(`${picture.name}.svg`, IMAGES), drawn);
      process.stdout.write(`${picture.name}.svg ${Buffer.byteLength(drawn)} bytes\n`);
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function takePicture({ way, rows }: Picture, home: string): Promise<Cell[][]> {
  const screen = openTerminal({
    command: process.execPath,
    args: ["--import", CLOCK.href, fileURLToPath(PROGRAM), "tour"],
    cwd: home,
    env: { PATH: process.env.PATH ?? "", HOME: home, TZ: "UTC" },
    columns: COLUMNS,
    rows,
  });
  try {
    for (const [keys, shown] of [[[], "REVIEW PENDING"], ...way] as const) {
      await screen.press(...keys);
      await screen.until(shown);
      await screen.quiet(CALM_MS);
    }
    await screen.quiet(COLOURED_MS);
    return readCells(screen.terminal);
  } finally {
    await screen.close();
  }
}

await writePictures();
