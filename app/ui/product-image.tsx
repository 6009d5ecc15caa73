import { Icon } from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";

type ProductImageProps = {
  readonly url: string | null;
  readonly size?: "wide" | "thumb";
  /** It is in sight when the page opens: it is fetched at once, before the scripts, and painted with what is around it. */
  readonly isInSight?: boolean;
};

/** As HTML writes it: this React does not know the attribute. */
const FIRST = { fetchpriority: "high" };

/** A product's picture over a quiet placeholder, which is what remains when it does not load. */
export function ProductImage({ url, size = "wide", isInSight = false }: ProductImageProps) {
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // It may have failed before this page came to life, when nobody was listening yet.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);
  return (
    <div className={`k-image k-image-${size}`}>
      <span className="k-image-none">
        <Icon source={ImageIcon} tone="subdued" />
      </span>
      {url && !failed ? (
        <img
          ref={image}
          src={url}
          alt=""
          loading={isInSight ? "eager" : "lazy"}
          {...(isInSight && FIRST)}
          decoding={isInSight ? "sync" : "async"}
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      ) : null}
    </div>
  );
}
