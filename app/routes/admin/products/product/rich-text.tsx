import { createElement, Fragment, type ReactNode } from "react";
import type { RichText as Piece } from "#app/domain/catalog/browse/rich-text.ts";

/** A sanitised description as elements of our own making: no HTML of others is ever set. */
export function RichText({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <div className="k-rich" dir="auto">
      {toNodes(pieces)}
    </div>
  );
}

function toNodes(pieces: readonly Piece[]): ReactNode {
  return pieces.map((piece, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
    if (typeof piece === "string") return <Fragment key={at}>{piece}</Fragment>;
    const children = piece.children.length > 0 ? toNodes(piece.children) : undefined;
    return createElement(piece.tag, { key: at }, children);
  });
}
