import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readEnv, variableNames } from "#app/platform/process/env.server.ts";

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
      ...production,
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
    ["0.005", "https://karwan.example", false, "development"],
    ["0.005", "https://karwan.example", false],
    ["10", "https://karwan.example", false],
    ["0.5", "https://karwan.example", true],
    ["0.005", "http://localhost:3000", true],
  ])(
    "takes looks for lost events at %s of their interval at %s: %s",
    (scale, address, isTaken, NODE_ENV = "production") => {
      const asked = { ...production, NODE_ENV, SHOPIFY_APP_URL: address, SWEEP_INTERVAL_SCALE: scale };
      const read = () => readEnv(asked).SWEEP_INTERVAL_SCALE;
      if (isTaken) expect(read()).toBe(Number(scale));
      else expect(read).toThrow("SWEEP_INTERVAL_SCALE");
    },
  );

  it.each([
    ["smtps://user:word@mail.example:465", "Karwan <mail@karwan.example>"],
    ["smtp://localhost:1025", "mail@karwan.example"],
  ])("takes the mail server %s with the sender %s", (SMTP_URL, MAIL_FROM) => {
    expect(readEnv({ SMTP_URL, MAIL_FROM })).toMatchObject({ SMTP_URL, MAIL_FROM });
  });

  it.each([
    [{ SMTP_URL: "smtp://localhost" }, "MAIL_FROM: SMTP_URL requires it"],
    [{ MAIL_FROM: "mail@karwan.example" }, "SMTP_URL: MAIL_FROM requires it"],
    [{ SMTP_URL: "https://mail.example", MAIL_FROM: "mail@karwan.example" }, "SMTP_URL: "],
    [{ SMTP_URL: "smtp://localhost", MAIL_FROM: "Karwan" }, "MAIL_FROM: "],
    [{ SMTP_URL: "smtp://localhost", MAIL_FROM: "Karwan <a@b.c>\r\nBcc: x@y.z" }, "MAIL_FROM: "],
  ])("refuses the mail settings %o", (given, problem) => {
    expect(catchProblems(given)).toContain(problem);
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

  const local = ["http://localhost:3000", "http://127.0.0.1:3000", "http://karwan.localhost"];
  const elsewhere = ["https://localhost.example.com", "https://127.0.0.1.example.com", "https://192.168.1.7"];
  const modes = ["production", "development", "test"];

  it.each(["SHOPIFY_STANDIN_URL", "APP_BRIDGE_URL", "ADMIN_FRAME_ORIGIN", "EXTENSION_ORIGIN"])(
    "refuses %s unless the app's own address is local, whatever NODE_ENV says",
    (name) => {
      for (const NODE_ENV of modes) {
        const given = { ...production, NODE_ENV, [name]: "http://localhost:4000" };
        for (const address of elsewhere)
          expect(catchProblems({ ...given, SHOPIFY_APP_URL: address })).toContain(`${name}: refused`);
        for (const address of local)
          expect(readEnv({ ...given, SHOPIFY_APP_URL: address })).toHaveProperty(name);
      }
    },
  );

  it.each([
    ["SHOPIFY_API_KEY", "karwan-demo-key"],
    ["SHOPIFY_API_SECRET", "a-real-one, karwan-demo-secret-not-for-production"],
    [
      "ENCRYPTION_KEYS",
      `${key},k2:${Buffer.alloc(32, "karwan development key, not for production").toString("base64")}`,
    ],
  ])("refuses the demo's %s unless the app's own address is local, whatever NODE_ENV says", (name, value) => {
    for (const NODE_ENV of modes) {
      for (const address of elsewhere)
        expect(catchProblems({ ...production, NODE_ENV, SHOPIFY_APP_URL: address, [name]: value })).toContain(
          `${name}: the demo's own is refused`,
        );
      for (const address of local)
        expect(readEnv({ ...production, NODE_ENV, SHOPIFY_APP_URL: address, [name]: value })).toHaveProperty(
          name,
        );
    }
  });

  it("takes what was left out for the demo's, so that an app others reach needs its own", () => {
    const problems = catchProblems({ SHOPIFY_APP_URL: "https://karwan.example" });
    for (const name of ["SHOPIFY_API_KEY", "SHOPIFY_API_SECRET", "ENCRYPTION_KEYS"])
      expect(problems).toContain(`${name}: the demo's own is refused`);
  });

  it("knows whether others reach the app", () => {
    expect(readEnv({}).isReachable).toBe(false);
    expect(readEnv({ ...production, NODE_ENV: "development" }).isReachable).toBe(true);
    expect(readEnv({ ...production, SHOPIFY_APP_URL: "http://localhost:3000" }).isReachable).toBe(true);
  });

  it.each(["SHOPIFY_APP_URL", "SERVICE_BASE_URL", "WEBHOOK_BASE_URL"])(
    "refuses a readable %s unless the app is local, since keys and customers travel there",
    (name) => {
      for (const NODE_ENV of modes)
        expect(catchProblems({ ...production, NODE_ENV, [name]: "http://karwan.example/v1" })).toContain(
          `${name}: must be https`,
        );
      const local = { ...production, SHOPIFY_APP_URL: "http://localhost:3000" };
      expect(readEnv({ ...local, [name]: "http://localhost:3000" })).toHaveProperty(name);
    },
  );

  it("refuses failpoints in production, local or not, and wherever others reach the app", () => {
    const given = { ...production, SHOPIFY_APP_URL: "http://localhost:3000", FAILPOINTS: "H5:kill" };
    expect(catchProblems(given)).toContain("FAILPOINTS: refused in production");
    expect(catchProblems({ ...production, NODE_ENV: "test", FAILPOINTS: "H5:kill" })).toContain("FAILPOINTS");
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
