/** The Admin API version everything here is written against; shopify.app.toml states the same one for webhooks. */
export const API_VERSION = "2026-10";
