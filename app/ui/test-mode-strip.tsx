/** Thin and calm, on every page while a test key is in use. */
export function TestModeStrip() {
  return (
    <div className="k-test-strip" role="status">
      Test mode: no parcel is sent and no money moves.
    </div>
  );
}
