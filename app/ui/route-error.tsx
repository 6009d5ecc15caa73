import { useRouteError } from "@remix-run/react";
import { PageError } from "./page-error.tsx";

/** The error boundary of a page: the navigation around it stays. */
export function RouteError() {
  return <PageError error={useRouteError()} />;
}
