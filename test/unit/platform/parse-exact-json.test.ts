import { describe, expect, it } from "vitest";
import { parseExactJson } from "#app/platform/http/parse-exact-json.ts";

describe("parseExactJson", () => {
  it("keeps whole numbers beyond 2^53 as the text of their digits, at any depth", () => {
    const text =
      '{"id":820982911946154508,"orders":[9007199254740993,-9007199254740993],"customer":{"id":[1e3]}}';
    expect(parseExactJson(text)).toEqual({
      id: "820982911946154508",
      orders: ["9007199254740993", "-9007199254740993"],
      customer: { id: [1000] },
    });
  });

  it("leaves every other value as JSON has it", () => {
    const text =
      '{"largest":9007199254740991,"price":12.5,"text":"820982911946154508","none":null,"yes":true}';
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });

  it("throws where the text is no JSON", () => {
    expect(() => parseExactJson("{")).toThrow(SyntaxError);
  });
});
