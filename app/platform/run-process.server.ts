const exitDeadlineMs = 28_000;

/**
 * Starts a process and stops it once asked to, be that while it starts. A stop that hangs is cut short;
 * a failure to start is printed plainly.
 */
export async function runProcess(start: () => Promise<() => Promise<void>>): Promise<void> {
  let isStopping = false;
  const started = start();
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), exitDeadlineMs).unref();
    started.then((stop) => stop()).then(() => process.exit(0), leave);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  await started.catch(leave);
}

function leave(error: unknown): never {
  const isExpected = error instanceof Error && "code" in error;
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
