import { useState } from "react";
import { ProductImage } from "#app/ui/product-image.tsx";

/** One picture large, the others to choose from. */
export function Pictures({ urls }: { urls: readonly string[] }) {
  const [chosen, choose] = useState(0);
  return (
    <>
      <ProductImage key={urls[chosen]} url={urls[chosen] ?? null} />
      {urls.length > 1 ? (
        <ul className="k-pictures">
          {urls.map((url, at) => (
            <li key={url}>
              <button
                type="button"
                aria-label={`Picture ${at + 1} of ${urls.length}`}
                aria-pressed={at === chosen}
                onClick={() => choose(at)}
              >
                <ProductImage url={url} size="thumb" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
