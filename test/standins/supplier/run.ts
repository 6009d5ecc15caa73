import { startSupplierStandin } from "./server.ts";

/** The stand-in as a process: options as JSON in the first argument, addresses as one JSON line when ready. */
const standin = await startSupplierStandin(JSON.parse(process.argv[2] ?? "{}"));
process.stdout.write(`${JSON.stringify({ baseUrl: standin.baseUrl, controlUrl: standin.controlUrl })}\n`);
process.on("SIGTERM", () => {
  void standin.close().then(() => process.exit(0));
});
