import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { playMails } from "#test/drills/mails/play-mails.ts";
import { createTestDatabase } from "#test/support/postgres.ts";

// A little of `npm run drill -- mails`.
it("mails of 90 shops due at once all arrive while their process is killed twice, and only those under way again", async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "karwan-mails-"));
  try {
    const { problems } = await playMails({ databaseUrl: database.url, folder, mails: 90 });
    expect(problems).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await database.drop();
  }
});
