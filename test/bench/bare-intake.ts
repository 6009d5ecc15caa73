import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import pg from "pg";

// What an intake is measured against: bare node:http and pg, one signature, one committed statement that keeps the
// body and marks its work, no more. Started by the bench as a process of its own: SECRET, DATABASE_URL, PORT.
const { SECRET = "", DATABASE_URL, PORT } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

await pool.query(`
  create table if not exists bare_delivery (id bigint generated always as identity primary key, key text unique, body bytea);
  create table if not exists bare_work (subject text primary key, wanted bigint not null default 1)`);

const statement = `
  with receipt as (insert into bare_delivery (key, body) values ($1, $2) on conflict do nothing returning id)
  insert into bare_work (subject) select $3 from receipt
  on conflict (subject) do update set wanted = bare_work.wanted + 1`;

function isSigned(body: Buffer, base64: string, hex: string): boolean {
  const expected = createHmac("sha256", SECRET).update(body).digest();
  const given =
    base64 === "" ? Buffer.from(hex.replace("sha256=", ""), "hex") : Buffer.from(base64, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const header = (name: string) => String(request.headers[name] ?? "");
    const body = Buffer.concat(chunks);
    const end = (status: number) => response.writeHead(status, { "content-length": 0 }).end();
    if (!isSigned(body, header("x-shopify-hmac-sha256"), header("x-service-signature"))) return end(401);
    const key = header("x-shopify-webhook-id") || header("x-service-event-id");
    const payload: { readonly id: unknown } = JSON.parse(body.toString());
    pool
      .query({ name: "bare", text: statement, values: [key, body, String(payload.id)] })
      .then(() => end(200))
      .catch(() => end(503));
  });
});
server.listen(Number(PORT));
