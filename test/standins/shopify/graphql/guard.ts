import { type GraphQLResolveInfo, getDirectiveValues } from "graphql";
import type { AccessToken } from "../tokens.ts";
import type { IdempotentCall, Scene } from "../world.ts";
import { isProtected, missingScope } from "./access.ts";
import { type Args, readField, refuse } from "./view.ts";

/** Every field is resolved here: access first, then idempotency for mutations, then the view. */
export type Caller = { readonly scene: Scene; readonly token: AccessToken };

const ACCESS_DOCUMENTATION = "https://shopify.dev/api/usage/access-scopes";
const KEY_LIFETIME_MS = 24 * 3600 * 1000;
/** Shopify's documentation, "Making idempotency mandatory": the mutations that are refused without the directive. */
export const NEEDS_KEY: ReadonlySet<string> = new Set([
  "refundCreate",
  "inventoryActivate",
  "inventoryAdjustQuantities",
  "inventoryMoveQuantities",
  "inventorySetOnHandQuantities",
  "inventorySetQuantities",
  "locationActivate",
  "locationDeactivate",
]);

export function resolveField(caller: Caller, source: unknown, args: Args, info: GraphQLResolveInfo): unknown {
  checkAccess(caller, info);
  if (info.parentType.name === "Mutation") return resolveMutation(caller, source, args, info);
  return readField(source, args, info);
}

function checkAccess({ scene }: Caller, { parentType, fieldName }: GraphQLResolveInfo): void {
  const { rules } = scene.world;
  const needed = rules.isOn("scopes") ? missingScope(parentType.name, fieldName, scene.shop.scopes) : null;
  if (needed) {
    throw refuse(`Access denied for ${fieldName} field. Required access: ${needed}`, "ACCESS_DENIED", {
      documentation: ACCESS_DOCUMENTATION,
      requiredAccess: needed,
    });
  }
  if (
    !scene.shop.customerDataApproved &&
    rules.isOn("protected_customer_data") &&
    isProtected(parentType.name, fieldName)
  ) {
    const page = "https://shopify.dev/docs/apps/launch/protected-customer-data";
    throw refuse(
      `This app is not approved to use the ${fieldName} field. See ${page} for more details.`,
      "ACCESS_DENIED",
      { documentation: ACCESS_DOCUMENTATION },
    );
  }
}

async function resolveMutation(caller: Caller, source: unknown, args: Args, info: GraphQLResolveInfo) {
  const { scene } = caller;
  refuseLongLists(scene, args);
  const directive = scene.world.schema.getDirective("idempotent");
  const node = info.fieldNodes[0];
  const given = directive && node ? getDirectiveValues(directive, node, info.variableValues) : undefined;
  const mustHaveKey =
    NEEDS_KEY.has(info.fieldName) && scene.world.rules.isOn("idempotent_directive_required");
  if (!given && mustHaveKey) {
    throw refuse(
      "The @idempotent directive is required for this mutation but was not provided.",
      "BAD_REQUEST",
    );
  }
  const act = async () => {
    const fault = scene.world.faults.takeAt(scene.shop.domain, `${info.fieldName}:run`);
    if (fault?.kind === "delay") await scene.world.faults.delay(fault);
    if (fault?.kind === "refused")
      return payloadOf([{ field: null, code: null, message: "It is not allowed" }]);
    return readField(source, args, info);
  };
  if (!given || !scene.world.rules.isOn("idempotent_replay")) return act();
  return runOnce(scene, `${info.fieldName}:${String(given.key)}`, JSON.stringify(args), act);
}

async function runOnce(
  scene: Scene,
  key: string,
  input: string,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const nowMs = scene.world.clock.now().getTime();
  const earlier = scene.shop.idempotent.get(key);
  if (earlier && nowMs - earlier.atMs < KEY_LIFETIME_MS) {
    if (earlier.input !== input) return refuseKey("IDEMPOTENCY_KEY_PARAMETER_MISMATCH");
    if (
      !earlier.running &&
      isRefusal(key, earlier.answer) &&
      scene.world.rules.isOn("idempotent_previous_failed")
    )
      return refuseKey("IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED");
    if (!earlier.running) return earlier.answer;
    if (scene.world.rules.isOn("idempotent_concurrent")) return refuseKey("IDEMPOTENCY_CONCURRENT_REQUEST");
  }
  const call: IdempotentCall = { input, running: true, answer: null, atMs: nowMs };
  scene.shop.idempotent.set(key, call);
  try {
    call.answer = await act();
    return call.answer;
  } catch (error) {
    scene.shop.idempotent.delete(key);
    throw error;
  } finally {
    call.running = false;
  }
}

function isRefusal(key: string, answer: unknown): boolean {
  const userErrors: unknown = Reflect.get(Object(answer), "userErrors");
  return key.startsWith("inventorySetQuantities:") && Array.isArray(userErrors) && userErrors.length > 0;
}

const KEY_MESSAGES = {
  IDEMPOTENCY_KEY_PARAMETER_MISMATCH: "The same idempotency key was used with different parameters.",
  IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED: "The previous attempt with this idempotency key failed.",
  IDEMPOTENCY_CONCURRENT_REQUEST: "Another request with the same idempotency key is still in progress.",
};

function refuseKey(code: keyof typeof KEY_MESSAGES) {
  return payloadOf([{ field: null, code, message: KEY_MESSAGES[code] }]);
}

/** A payload with nothing but the refusal: views answer null for what is not there. */
function payloadOf(userErrors: readonly object[]) {
  return new Proxy(
    { userErrors },
    { get: (target, key) => (key === "userErrors" ? target.userErrors : null) },
  );
}

function refuseLongLists(scene: Scene, value: unknown): void {
  if (typeof value !== "object" || value === null || !scene.world.rules.isOn("input_array_limit")) return;
  if (Array.isArray(value) && value.length > 250) {
    throw refuse(
      `The input array size of ${value.length} is greater than the maximum allowed of 250.`,
      "MAX_INPUT_SIZE_EXCEEDED",
    );
  }
  for (const below of Object.values(value)) refuseLongLists(scene, below);
}
