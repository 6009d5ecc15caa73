import { toLocationGid } from "#app/platform/ids.ts";
import { serveCommand } from "./command.server.ts";
import { moveAway } from "./decisions/move-away.server.ts";

export const moveAwayCommand = serveCommand("move_away", {
  right: "everybody",
  async run({ ctx, ...press }, { choice }) {
    const answer = await moveAway(ctx, {
      ...press,
      locationGid: choice === undefined ? null : toLocationGid(choice),
    });
    return answer.ok ? { ok: true, done: `It moves to ${answer.to}: fulfil it there` } : answer;
  },
});
