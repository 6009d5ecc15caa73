import { setTimeout as pause } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import { redactText } from "#app/platform/observability/redact-text.ts";
import type { ReportError } from "#app/platform/observability/report-error.server.ts";

/** A process that runs, and what ends it. */
export type RunningProcess = {
  readonly reportError: ReportError;
  /** From now on the process says that it is not ready. */
  readonly beginShutdown: () => void;
  /** How long whoever sends it requests may take to hear of that, before the port closes. */
  readonly drainMs: number;
  /** Ends what runs, and closes what is open. */
  readonly stop: () => Promise<void>;
};

const exitDeadlineMs = 28_000;
const signals = ["SIGTERM", "SIGINT"] as const;
/** The rest of the signals keeps what Node.js does about them; ours are handled here, where a second one changes nothing. */
const notTheirs: closeWithGrace.AllEvents[] = [
  ...signals,
  ...(["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV", "SIGUSR2", "beforeExit"] as const),
];

/**
 * Starts a process and stops it once asked to, be that while it starts. An error that nobody caught is reported, the
 * process ends what it does, and leaves with 1. A stop that hangs is cut short; a failure to start is printed plainly.
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  const started = start();
  const { close } = closeWithGrace(
    { delay: exitDeadlineMs, skip: notTheirs, logger: false, onSecondError: printPlainly },
    async ({ err }) => {
      const running = await started.catch(shutDown);
      if (err) running.reportError(err, { event: "uncaught_error" });
      running.beginShutdown();
      // What nobody caught may have left anything behind: then nothing new is taken any longer.
      if (!err) await pause(running.drainMs);
      await running.stop();
    },
  );
  for (const signal of signals) process.on(signal, close);
  await started.catch(shutDown);
}

function shutDown(error: unknown): never {
  printPlainly(error);
  process.exit(1);
}

function printPlainly(error: unknown): void {
  const isExpected = error instanceof Error && "code" in error;
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  process.stderr.write(`${redactText(text ?? "")}\n`);
}
