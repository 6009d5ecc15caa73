import { describe, expect, it } from "vitest";
import { commandForm } from "#app/domain/orders/commands/command-form.server.ts";
import { formTypes } from "#app/domain/orders/commands/form-types.ts";
import { servedCommands } from "#app/domain/orders/commands/registry.server.ts";
import { bulkActions, commandsByName, orderCommands } from "#app/domain/orders/commands/registry.ts";

const commands = Object.entries(commandsByName());
const onPages = Object.values(orderCommands).flatMap(({ schema }) =>
  schema === null ? [] : [schema(formTypes).shape.intent.value],
);
const resolutions = commands.flatMap(([command, { resolutions: ways = {} }]) =>
  Object.entries(ways).map(([way, button]) => ({ command, way, button })),
);

describe("the registry of commands", () => {
  it("has each command under the name its form sends, and what it does under the same", () => {
    const sent = commands.flatMap(([name, { schema }]) =>
      schema === null ? [] : [[name, schema(formTypes).shape.intent]],
    );
    for (const [name, intent] of sent) expect(intent).toMatchObject({ value: name });
    for (const name of onPages) expect(servedCommands[name].name).toBe(name);
  });

  it("reads no form of a command that is for many orders only", () => {
    expect(onPages).not.toContain("resume");
    expect(commandForm.safeParse({ intent: "resume" }).success).toBe(false);
    expect(commandForm.parse({ intent: "place" })).toEqual({ intent: "place" });
  });

  it("gives each way out of a hold to one command", () => {
    const ways = resolutions.map(({ way }) => way);
    expect(ways.filter((way, index) => ways.indexOf(way) !== index)).toEqual([]);
  });

  it("marks a button that may place exactly where the command spends a prepaid order's money", () => {
    const names = new Set<string>(onPages);
    for (const { command, button } of resolutions) {
      if (button === "own_form" || !names.has(command)) continue;
      const { right } = servedCommands[onPages.find((name) => name === command) ?? "place"];
      const isPlacing = typeof right === "object" && right.spends === "when_prepaid";
      expect({ command, mayPlace: button.mayPlace }).toEqual({ command, mayPlace: isPlacing });
    }
  });

  it("offers what can be done to many orders in this order", () => {
    expect(bulkActions).toEqual(["choose_city", "pay", "place", "retry", "resume", "cancel"]);
  });

  it("tells a fact of two commands in the same words", () => {
    const told = commands.flatMap(([, { timeline }]) => Object.entries(timeline));
    for (const [code, sentence] of told)
      for (const [other, same] of told) if (other === code) expect(same({})).toBe(sentence({}));
  });
});
