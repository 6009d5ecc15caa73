import { Link } from "@remix-run/react";
import type { AppProviderProps } from "@shopify/polaris";
import { forwardRef } from "react";

/** Lets Polaris navigate inside the app; the admin's pages open around it, the rest of the world in a new tab. */
export const PolarisLink: NonNullable<AppProviderProps["linkComponent"]> = forwardRef(function PolarisLink(
  { url, external, children, ...rest },
  ref,
) {
  if (url.startsWith("shopify:")) {
    return (
      <a {...rest} href={url} target="_top" ref={ref}>
        {children}
      </a>
    );
  }
  if (external || /^[a-z]+:/i.test(url)) {
    return (
      <a {...rest} href={url} target="_blank" rel="noopener noreferrer" ref={ref}>
        {children}
      </a>
    );
  }
  return (
    <Link {...rest} to={url} ref={ref}>
      {children}
    </Link>
  );
});
