import { parentPort } from "node:worker_threads";
import { runHtmlTask } from "./html-task.ts";

// Started by parse-html.server.ts, as a thread of its own.
parentPort?.on("message", (task) => parentPort?.postMessage(runHtmlTask(task)));
parentPort?.postMessage("ready");
