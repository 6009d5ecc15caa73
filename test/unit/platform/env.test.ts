import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readEnv, variableNames } from "#app/platform/env.server.ts";

const key = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const production = {
  NODE_ENV: "production",
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "secret",
  SHOPIFY_APP_URL: "https://karwan.example",
  SERVICE_BASE_URL: "https://service.example/v1",
  DATABASE_URL: "postgres://app@db.example/karwan",
  ENCRYPTION_KEYS: key,
};

describe("the environment", () => {
  it("needs nothing while developing", () => {
    const env = readEnv({});
    expect(env).toMatchObject({
      NODE_ENV: "development",
      ROLE: "all",
      PORT: 3000,
      WEBHOOK_BASE_URL: "http://localhost:3000",
    });
    expect(env.ENCRYPTION_KEYS).toHaveLength(1);
  });

  it("takes an empty value as not set", () => {
    const env = readEnv({ PORT: "", DATABASE_URL: "" });
    expect([env.PORT, env.DATABASE_URL]).toEqual([3000, undefined]);
  });

  it("reads lists, and addresses without the slash at their end", () => {
    const env = readEnv({
      SHOPIFY_API_SECRET: "new, old",
      EGRESS_ADDRESSES: "192.0.2.1,192.0.2.2",
      SHOPIFY_APP_URL: "https://karwan.example/",
      WEBHOOK_BASE_URL: "https://hooks.example/",
    });
    expect(env.SHOPIFY_API_SECRET).toEqual(["new", "old"]);
    expect(env.EGRESS_ADDRESSES).toEqual(["192.0.2.1", "192.0.2.2"]);
    expect([env.SHOPIFY_APP_URL, env.WEBHOOK_BASE_URL]).toEqual([
      "https://karwan.example",
      "https://hooks.example",
    ]);
  });

  it("names every problem at once, and no value", () => {
    const bad = {
      PORT: "eighty",
      DATABASE_URL: "mysql://secret-host",
      ENCRYPTION_KEYS: "k1:tooshort",
      ROLE: "both",
    };
    const problems = catchProblems(bad);
    for (const name of Object.keys(bad)) expect(problems).toContain(name);
    expect(problems).not.toContain("secret-host");
  });

  it.each([
    ["0.005", "https://karwan.example", false],
    ["10", "https://karwan.example", false],
    ["0.5", "https://karwan.example", true],
    ["0.005", "http://localhost:3000", true],
  ])("takes looks for lost news at %s of their interval at %s: %s", (scale, address, isTaken) => {
    const asked = { ...production, SHOPIFY_APP_URL: address, SWEEP_INTERVAL_SCALE: scale };
    const read = () => readEnv(asked).SWEEP_INTERVAL_SCALE;
    if (isTaken) expect(read()).toBe(Number(scale));
    else expect(read).toThrow("SWEEP_INTERVAL_SCALE");
  });

  it("accepts a whole production environment", () => {
    expect(readEnv(production).NODE_ENV).toBe("production");
  });

  it.each(Object.keys(production).filter((name) => name !== "NODE_ENV"))(
    "requires %s in production",
    (name) => {
      expect(catchProblems({ ...production, [name]: undefined })).toContain(
        `${name}: production requires it`,
      );
    },
  );

  it.each(["SHOPIFY_STANDIN_URL", "APP_BRIDGE_URL", "ADMIN_FRAME_ORIGIN"])(
    "refuses %s in production unless the app's own address is local",
    (name) => {
      const given = { ...production, [name]: "http://localhost:4000" };
      expect(catchProblems(given)).toContain(`${name}: refused in production`);
      for (const local of ["http://localhost:3000", "http://127.0.0.1:3000"]) {
        expect(readEnv({ ...given, SHOPIFY_APP_URL: local })).toHaveProperty(name);
      }
      expect(catchProblems({ ...given, SHOPIFY_APP_URL: "https://localhost.example.com" })).toContain(name);
    },
  );

  it.each(["SHOPIFY_APP_URL", "SERVICE_BASE_URL", "WEBHOOK_BASE_URL"])(
    "refuses a readable %s in production, since keys and customers travel there",
    (name) => {
      expect(catchProblems({ ...production, [name]: "http://karwan.example/v1" })).toContain(
        `${name}: production requires https`,
      );
      const local = { ...production, SHOPIFY_APP_URL: "http://localhost:3000" };
      expect(readEnv({ ...local, [name]: "http://localhost:3000" })).toHaveProperty(name);
    },
  );

  it("refuses failpoints in production, local or not", () => {
    const given = { ...production, SHOPIFY_APP_URL: "http://localhost:3000", FAILPOINTS: "H5:kill" };
    expect(catchProblems(given)).toContain("FAILPOINTS: refused in production");
  });

  it("is described whole in .env.example", () => {
    const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");
    const described = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(described.toSorted()).toEqual([...variableNames].toSorted());
  });
});

function catchProblems(source: Record<string, string | undefined>): string {
  try {
    readEnv(source);
  } catch (error) {
    expect(error).toMatchObject({ code: "environment_invalid" });
    return String(error);
  }
  throw new Error("the environment was accepted");
}
