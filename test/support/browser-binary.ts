import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar";

export type BrowserBinary = { executablePath: string; env: Record<string, string> };

const installedPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const noBrowserSentence =
  "No browser can run here: the packed Chromium is for Linux x64 only. " +
  "Install Chrome or Chromium and set CHROMIUM_PATH to it.";

/** CHROMIUM_PATH first, then the Chromium packed in node_modules (Linux x64), then an installed Chrome. */
export async function findBrowserBinary(): Promise<BrowserBinary> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return { executablePath: chosen, env: {} };
  if (process.platform === "linux" && process.arch === "x64") return unpackedBinary();
  for (const place of installedPlaces) if (await exists(place)) return { executablePath: place, env: {} };
  throw new Error(noBrowserSentence);
}

async function unpackedBinary(): Promise<BrowserBinary> {
  const packed = path.resolve(createRequire(import.meta.url).resolve("@sparticuz/chromium"), "../..");
  const { version } = JSON.parse(await readFile(path.join(packed, "package.json"), "utf8"));
  const home = path.resolve(import.meta.dirname, "../../node_modules/.cache/karwan", `chromium-${version}`);
  if (!(await exists(home))) await unpack(path.join(packed, "bin"), home);
  return {
    executablePath: path.join(home, "chromium"),
    env: { LD_LIBRARY_PATH: path.join(home, "lib"), FONTCONFIG_PATH: path.join(home, "fontconfig") },
  };
}

/** Unpacks beside its final place and renames, so that parallel runs never see half a browser. */
async function unpack(from: string, home: string): Promise<void> {
  await mkdir(path.dirname(home), { recursive: true });
  const work = await mkdtemp(`${home}-`);
  const archives = ["al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"];
  await Promise.all([
    pipeline(
      createReadStream(path.join(from, "chromium.br")),
      createBrotliDecompress(),
      createWriteStream(path.join(work, "chromium"), { mode: 0o755 }),
    ),
    ...archives.map((name) =>
      pipeline(createReadStream(path.join(from, name)), createBrotliDecompress(), extract({ cwd: work })),
    ),
  ]);
  await writeFontConfig(work, home);
  await rename(work, home).catch(async (error) => {
    await rm(work, { recursive: true, force: true });
    if (!(await exists(home))) throw error;
  });
}

/** The packed configuration points at folders of its own host; a bare machine has no fonts but these. */
async function writeFontConfig(work: string, home: string): Promise<void> {
  const folders = [path.join(home, "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  const lines = folders.map((folder) => `  <dir>${folder}</dir>`).join("\n");
  await mkdir(path.join(work, "fontconfig"));
  await writeFile(
    path.join(work, "fontconfig/fonts.conf"),
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${lines}\n` +
      `  <cachedir>${path.join(home, "font-cache")}</cachedir>\n</fontconfig>\n`,
  );
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
