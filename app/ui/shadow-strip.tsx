import { Link } from "@remix-run/react";
import { decidedWords } from "#app/domain/orders/shadow/shadow-words.ts";
import { Day } from "./day.tsx";

type ShadowStripProps = { readonly shadow: { readonly since: string | null; readonly decided: number } };

/** On every page while everything is decided and nothing is placed by itself. */
export function ShadowStrip({ shadow: { since, decided } }: ShadowStripProps) {
  if (since === null) return null;
  return (
    <div className="k-test-strip" role="status">
      Shadow mode since <Day at={since} />: nothing is placed by itself. {decidedWords(decided)}.{" "}
      <Link to="/orders/shadow">See them or end it</Link>
    </div>
  );
}
