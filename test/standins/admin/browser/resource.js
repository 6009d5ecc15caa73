// The admin's side of the extensions on a page of its own.
import { facts, mintToken } from "./shell.js";

const block = document.getElementById("block");
const origin = block && new URL(block.dataset.src).origin;

function tell(payload) {
  block.contentWindow.postMessage({ karwanExtension: true, ...payload }, origin);
}

const statements = {
  height: ({ height }) => {
    block.style.height = `${height}px`;
  },
  open: ({ path }) => location.assign(`${facts.home}${path === "/" ? "" : path}`),
  refused: ({ sentence }) => {
    const told = document.getElementById("refused");
    told.hidden = false;
    told.textContent = sentence;
  },
  "id-token": ({ question }) =>
    mintToken().then(
      (token) => tell({ question, token }),
      (error) => tell({ question, error: error.message }),
    ),
};

addEventListener("message", (event) => {
  if (!block || event.origin !== origin || event.source !== block.contentWindow) return;
  if (event.data?.karwanExtension) statements[event.data.kind]?.(event.data);
});
if (block) block.src = block.dataset.src;
