import { Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import { ProductImage } from "#app/ui/product-image.tsx";

type ReviewImagesProps = {
  readonly urls: readonly string[];
  /** Pictures of the supplier's that cannot be copied. */
  readonly left: number;
  readonly leftOut: readonly string[];
  readonly onChange: (leftOut: readonly string[]) => void;
};

/** Pictures that will be copied; a press leaves one out, another takes it back. */
export function ReviewImages({ urls, left, leftOut, onChange }: ReviewImagesProps) {
  if (urls.length === 0) {
    return (
      <Text as="p" tone="subdued" variant="bodySm">
        {left > 0 ? leftWords(left) : "The supplier shows no picture of it."}
      </Text>
    );
  }
  const toggle = (url: string) =>
    onChange(leftOut.includes(url) ? leftOut.filter((each) => each !== url) : [...leftOut, url]);
  const kept = urls.filter((url) => !leftOut.includes(url)).length;
  return (
    <div>
      <div className="k-review-images">
        {urls.map((url, index) => (
          <button
            key={url}
            type="button"
            aria-pressed={!leftOut.includes(url)}
            aria-label={`Copy picture ${index + 1}`}
            onClick={() => toggle(url)}
          >
            <ProductImage url={url} size="thumb" />
          </button>
        ))}
      </div>
      <Text as="p" tone="subdued" variant="bodySm">
        {kept === urls.length ? "Press a picture to leave it out." : `${kept} of ${urls.length} are copied.`}
      </Text>
      {left > 0 ? (
        <Text as="p" tone="caution" variant="bodySm">
          {leftWords(left)}
        </Text>
      ) : null}
    </div>
  );
}

function leftWords(left: number): string {
  return countOf(
    left,
    "picture cannot be copied: its address is not a secure one (https).",
    "pictures cannot be copied: their addresses are not secure ones (https).",
  );
}
