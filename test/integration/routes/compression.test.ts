import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { framed, installedShop, type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;

beforeAll(async () => {
  pages = await startPages();
  await installedShop(pages);
});
afterAll(() => pages?.close());

type Answer = {
  readonly path: string;
  readonly bytes: number;
  readonly encoding: string;
  readonly pieces: readonly Buffer[];
};

/** As it comes over the wire: `fetch` would unpack it. */
function ask(path: string, accepted: string): Promise<Answer> {
  const headers = { "accept-encoding": accepted, "user-agent": "Mozilla/5.0 Chrome/153.0" };
  return new Promise((settle, fail) => {
    request(new URL(path, pages.world.app.url), { headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.once("end", () => {
        const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
        settle({ path, bytes, encoding: answer.headers["content-encoding"] ?? "none", pieces });
      });
    })
      .once("error", fail)
      .end();
  });
}

const home = () => `/?${new URLSearchParams(framed(pages))}`;

/** Home's document and each asset it names. */
async function openHome(accepted: string) {
  const html = Buffer.concat((await ask(home(), "identity")).pieces).toString();
  const assets = [...new Set(html.match(/\/assets\/[\w.-]+/g) ?? [])];
  const answers = await Promise.all([home(), ...assets].map((path) => ask(path, accepted)));
  return { answers, bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0) };
}

describe("what Home's first open loads", () => {
  it("is a quarter of its size, every part of it compressed", async () => {
    const [plain, small] = [await openHome("identity"), await openHome("gzip, br")];
    expect(plain.answers.length).toBeGreaterThan(10);
    expect(new Set(plain.answers.map(({ encoding }) => encoding))).toEqual(new Set(["none"]));
    const large = small.answers.filter((_, at) => (plain.answers[at]?.bytes ?? 0) > 1024);
    expect(
      large.map(({ path, encoding }) => `${encoding} ${path}`).filter((line) => !line.startsWith("br")),
    ).toEqual([]);
    expect(small.bytes).toBeLessThan(207_000);
    expect(small.bytes).toBeLessThan(plain.bytes / 4);
  });

  it("is compressed for a browser that takes gzip alone", async () => {
    const { answers } = await openHome("gzip");
    expect(answers.map(({ encoding }) => encoding)).toContain("gzip");
    expect(answers.map(({ encoding }) => encoding)).not.toContain("br");
  });
});

describe("an asset", () => {
  it("may be kept for a year, apart for each way of packing it", async () => {
    const html = Buffer.concat((await ask(home(), "identity")).pieces).toString();
    const [asset = ""] = html.match(/\/assets\/[\w.-]+\.js/) ?? [];
    const { headers } = await fetch(new URL(asset, pages.world.app.url));
    expect(headers.get("cache-control")).toBe("public,max-age=31536000,immutable");
    expect(headers.get("vary")).toContain("Accept-Encoding");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});
