import path from "node:path";
import { Worker } from "node:worker_threads";
import { bytesDigestOf } from "#app/domain/catalog/listings/sync/description-digest.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { PROJECT_FOLDER } from "#app/platform/process/project-folder.server.ts";
import { createFairTurns } from "#app/platform/queue/fair-turns.ts";
import type { HtmlTask } from "./html-task.ts";

/** What is bounded takes some ten milliseconds; only what nobody thought of takes as long. */
const deadlineMs = 2000;

/** A thread runs from its sources wherever its process runs from: it loads few of them. */
const HTML_WORKER = path.join(PROJECT_FOLDER, "app/domain/catalog/text/html-worker.server.ts");

/** The supplier's description as it may stand in the shop; none where it cannot be parsed in time. */
export async function cleanDescription(
  shopId: ShopId,
  html: string,
  hiddenNames: readonly string[],
): Promise<string> {
  return html === "" ? "" : ((await parseHtml(shopId, { kind: "sanitize", html, hiddenNames })) ?? "");
}

/** A clean description as text to edit. */
export async function toEditableText(shopId: ShopId, html: string): Promise<string> {
  return html === "" ? "" : ((await parseHtml(shopId, { kind: "text", html })) ?? "");
}

/** The digest of a description whatever it is spelled like, of its bytes where it cannot be parsed in time. */
export async function digestDescription(shopId: ShopId, html: string): Promise<string> {
  return (await parseHtml(shopId, { kind: "digest", html })) ?? bytesDigestOf(html);
}

let thread: Promise<Worker> | null = null;
const turns = createFairTurns();

/**
 * Parses in the one thread of the process that does, one text after the other, so that a text from outside never holds up
 * pages, deliveries or work; shops take turns, so that no shop's texts hold up another's. Null where a text took longer than
 * `limitMs`; the thread is then ended, the next is parsed by a new one.
 */
export function parseHtml(shopId: ShopId, task: HtmlTask, limitMs = deadlineMs): Promise<string | null> {
  return turns.take(shopId, () => runInThread(task, limitMs));
}

async function runInThread(task: HtmlTask, limitMs: number): Promise<string | null> {
  thread ??= startThread();
  try {
    const worker = await thread;
    const answer = nextMessage(worker, limitMs);
    worker.postMessage(task);
    const text = await answer;
    if (text === null) endThread(worker);
    return text;
  } catch (error) {
    thread = null;
    throw error;
  }
}

/** A thread that has loaded its parser: a machine may take long over that, which is no text's fault. */
async function startThread(): Promise<Worker> {
  const worker = new Worker(HTML_WORKER);
  await nextMessage(worker, null);
  return worker;
}

function endThread(worker: Worker): void {
  thread = null;
  void worker.terminate();
}

/** What the thread says next; null where it says nothing in time. @throws what ended the thread */
function nextMessage(worker: Worker, limitMs: number | null): Promise<string | null> {
  // A process that has nothing else to do ends; one that waits for an answer does not.
  worker.ref();
  return new Promise<string | null>((settle, fail) => {
    const stopListening = (): void => {
      clearTimeout(timer);
      worker.off("message", answer).off("error", refuse).off("exit", leave);
      worker.unref();
    };
    const answer = (text: string | null): void => {
      stopListening();
      settle(text);
    };
    const refuse = (error: unknown): void => {
      stopListening();
      fail(error);
    };
    const timer = limitMs === null ? undefined : setTimeout(answer, limitMs, null);
    const leave = (code: number): void => refuse(new Error(`The parser of HTML left with ${code}`));
    worker.once("message", answer).once("error", refuse).once("exit", leave);
  });
}
