import { serveCommand } from "#app/domain/orders/commands/command.server.ts";
import { moveAway } from "#app/domain/orders/commands/decisions/move-away.server.ts";
import { toLocationGid } from "#app/platform/ids.ts";

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
