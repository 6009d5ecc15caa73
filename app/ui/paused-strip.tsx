import { Link } from "@remix-run/react";

type PausedStripProps = { readonly placing: "open" | "paused" | "paused_for_all" };

/** On every page while nothing is placed, whoever paused it (R36). */
export function PausedStrip({ placing }: PausedStripProps) {
  if (placing === "open") return null;
  return (
    <div className="k-test-strip" role="status">
      {placing === "paused_for_all" ? (
        "Placing is paused for all stores for the moment. Orders wait here and go out by themselves afterwards."
      ) : (
        <>
          Placing is paused: orders wait here. <Link to="/settings/placing">Resume it under Settings</Link>
        </>
      )}
    </div>
  );
}
