import { describe, expect } from "vitest";
import { type Contract, type Prove, TEST_KEY } from "../contract.ts";
import { errorBody } from "../shapes.ts";

async function codeOf(contract: Contract, key: string | null | undefined, path = "/wallet"): Promise<string> {
  const reply = await contract.send("GET", path, key === undefined ? {} : { key });
  return reply.status === 200 ? "ok" : `${reply.status} ${errorBody.parse(reply.body).error.code}`;
}

export function describeAuthentication(prove: Prove): void {
  describe("authentication", () => {
    prove(["auth.bearer", "auth.invalid"], "only a known key with its secret gets in", async (contract) => {
      expect(await codeOf(contract, undefined)).toBe("ok");
      const wrong = [
        null,
        "lk_demo:wrong",
        "lk_demo",
        "nobody:live-demo-secret",
        "lk_demo:",
        ":x",
        "lk_demo:live-demo-secret:x",
      ];
      for (const key of wrong) expect([key, await codeOf(contract, key)]).toEqual([key, "401 invalid_key"]);
      const basic = await contract.send("GET", "/me", {
        key: null,
        headers: { Authorization: "Basic lk_demo:live-demo-secret" },
      });
      expect(basic.status).toBe(401);
      await contract.control.revokeKey({ keyId: "lk_demo" });
      expect(await codeOf(contract, undefined)).toBe("401 invalid_key");
    });

    prove(["auth.ip"], "a key bound to another address is refused", async (contract) => {
      await contract.control.setAccount({ allowedIps: ["203.0.113.5"] });
      expect(await codeOf(contract, undefined)).toBe("403 ip_not_allowed");
      await contract.control.setAccount({ allowedIps: ["203.0.113.5", "127.0.0.1"] });
      expect(await codeOf(contract, undefined)).toBe("ok");
    });

    prove(["auth.suspended"], "a suspended account reads why", async (contract) => {
      await contract.control.setAccount({ status: "suspended", statusReason: "Documents missing" });
      expect(await contract.send("GET", "/orders")).toMatchObject({
        status: 403,
        body: { error: { code: "reseller_suspended", message: "Documents missing" } },
      });
      const answers = contract.switches.meWhenRefused === "answers";
      expect(await codeOf(contract, undefined, "/me")).toBe(answers ? "ok" : "403 reseller_suspended");
    });

    prove(["auth.pending"], "before approval only test keys work", async (contract) => {
      await contract.control.setAccount({ status: "pending" });
      expect(await codeOf(contract, undefined)).toBe("403 reseller_not_active");
      expect(await codeOf(contract, TEST_KEY)).toBe("ok");
    });

    prove(["auth.paused"], "a pause of the platform stops live keys only", async (contract) => {
      await contract.control.setPaused({ paused: true });
      expect(await codeOf(contract, undefined)).toBe("403 dropship_disabled");
      expect(await codeOf(contract, TEST_KEY)).toBe("ok");
      await contract.control.setPaused({ paused: false });
      expect(await codeOf(contract, undefined)).toBe("ok");
    });
  });
}
