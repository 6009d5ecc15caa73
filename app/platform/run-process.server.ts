const exitDeadlineMs = 28_000;

/** Starts a process and stops it once asked to; a stop that hangs is cut short. Failures to start are printed plainly. */
export async function runProcess(start: () => Promise<() => Promise<void>>): Promise<void> {
  try {
    const stop = await start();
    let stopping = false;
    const onSignal = () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), exitDeadlineMs).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => leave(error),
      );
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  } catch (error) {
    leave(error);
  }
}

function leave(error: unknown): never {
  const isExpected = error instanceof Error && "code" in error;
  process.stderr.write(
    `${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`,
  );
  process.exit(1);
}
