import { Link } from "@remix-run/react";
import type { AppProviderProps } from "@shopify/polaris";
import { forwardRef } from "react";

/** Lets Polaris navigate inside the app; the admin's pages and the telephone open around it, the rest of the world in a new tab. */
export const PolarisLink: NonNullable<AppProviderProps["linkComponent"]> = forwardRef(function PolarisLink(
  { url, external, children, ...rest },
  ref,
) {
  if (/^(shopify|tel):/.test(url)) {
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
