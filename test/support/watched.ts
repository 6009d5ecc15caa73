import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

// What a browser test has before it: once it failed, its log is gone with its world, and its page with its browser.
const logFiles = new Set<string>();
const pages = new Set<Page>();
const lastLines = 60;
/** Polls push everything else out of the last lines. */
const readWell = /"event":"http_request","method":"GET".*"status":(?:200|304)/;
const mostText = 600;

export function watchLog(file: string): () => void {
  logFiles.add(file);
  return () => logFiles.delete(file);
}

export function watchPage(page: Page): void {
  pages.add(page);
  page.once("close", () => pages.delete(page));
}

/** What each open page says, and the last lines of each app. */
export async function describeWatched(): Promise<string> {
  const parts = await Promise.all([...[...pages].map(describePage), ...[...logFiles].map(describeLog)]);
  return parts.join("\n");
}

async function describePage(page: Page): Promise<string> {
  const frames = page.frames().map(async (frame) => {
    const said = await frame.evaluate(() => document.body.innerText).catch(String);
    // Its query holds a session token.
    return `${frame.url().split("?")[0]}\n${said.slice(0, mostText)}`;
  });
  return (await Promise.all(frames)).join("\n");
}

async function describeLog(file: string): Promise<string> {
  const log = await readFile(file, "utf8").catch(String);
  const lines = log.trim().split("\n");
  return lines
    .filter((line) => !readWell.test(line))
    .slice(-lastLines)
    .join("\n");
}
