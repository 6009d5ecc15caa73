import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import pg from "pg";
import { expect, it } from "vitest";
import { openDrillHome } from "#test/drills/drill-home.ts";

const drill = `
  import { openDrillHome } from "#test/drills/drill-home.ts";
  const home = await openDrillHome();
  console.log(JSON.stringify({ url: await home.createDatabase("left"), folder: home.folderOf("") }));
  setInterval(() => undefined, 1000);
`;

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

it("a drill that was killed leaves nothing behind once the next one starts", async () => {
  const killed = spawn(process.execPath, ["--input-type=module", "-e", drill], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(killed.stdout), "line");
  const { url, folder } = JSON.parse(line);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(await canConnect(url)).toBe(true);
  const next = await openDrillHome();
  expect(await canConnect(url)).toBe(false);
  await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
  await next.close();
});

it("a server that was stopped is back at the same address with what it held", async () => {
  const home = await openDrillHome();
  const url = await home.createDatabase("kept");
  const { back } = await home.stopPostgres();
  expect(await canConnect(url)).toBe(false);
  await back();
  expect(await canConnect(url)).toBe(true);
  await home.close();
  expect(await canConnect(url)).toBe(false);
});
