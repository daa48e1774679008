import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawPicture } from "./draw-picture.ts";
import { openScreen } from "./open-screen.ts";
import { COLUMNS, IMAGES, PICTURES, type Picture } from "./pictures.ts";
import type { Cell } from "./read-cells.ts";

const CLOCK = new URL("fixed-clock.ts", import.meta.url);
const PROGRAM = new URL("../../packages/cli/src/main.ts", import.meta.url);

/** Takes every picture of `countersign tour`, each in a program of its own, in a real pseudo-terminal. */
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
  const screen = openScreen({
    args: ["--import", CLOCK.href, fileURLToPath(PROGRAM), "tour"],
    cwd: home,
    env: { PATH: process.env.PATH ?? "", HOME: home, TZ: "UTC" },
    columns: COLUMNS,
    rows,
  });
  try {
    await screen.until("REVIEW PENDING");
    for (const [keys, shown] of way) {
      await screen.press(keys);
      await screen.until(shown);
    }
    return screen.cells();
  } finally {
    await screen.close();
  }
}

await writePictures();
