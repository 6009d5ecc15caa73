import { Icon } from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";

/** A product's picture over a quiet placeholder, which is what remains when it does not load. */
export function ProductImage({ url, size = "wide" }: { url: string | null; size?: "wide" | "thumb" }) {
  return (
    <div className={`k-image k-image-${size}`}>
      <span className="k-image-none">
        <Icon source={ImageIcon} tone="subdued" />
      </span>
      {url ? <img src={url} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" /> : null}
    </div>
  );
}
