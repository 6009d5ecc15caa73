import type { DrillHome } from "../drill-home.ts";
import type { Report } from "../report.ts";
import { playMails } from "./play-mails.ts";

const MAILS = 5000;

/** The mails of 5,000 shops are due at once, and the process that sends them is killed twice. */
export async function runMailsDrill(
  report: Report,
  home: DrillHome,
  options: readonly string[],
): Promise<void> {
  const mails = Number(options[options.indexOf("--mails") + 1] ?? MAILS) || MAILS;
  await report.play(`${mails} mails arrive, and only those under way at a kill twice`, async () => {
    const databaseUrl = await home.createDatabase("mails");
    const { problems, repeated, seconds } = await playMails({
      databaseUrl,
      folder: home.folderOf("mails"),
      mails,
    });
    report.note(
      `${repeated} arrived twice, under their Message-ID; ${(mails / seconds).toFixed(0)} a second with both restarts`,
    );
    return problems;
  });
}
