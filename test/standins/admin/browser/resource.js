// The admin's side of the extensions on a page of its own: the block on it, and the action in its modal.
import { facts, mintToken, post } from "./shell.js";

const told = document.getElementById("refused");
const modal = document.getElementById("modal");

const statements = {
  height: ({ height }, { frame }) => {
    frame.style.height = `${height}px`;
  },
  open: ({ path }) => location.assign(`${facts.home}${path === "/" ? "" : path}`),
  close: () => modal.close(),
  refused: ({ sentence }) => {
    told.hidden = false;
    told.textContent = sentence;
  },
  account: ({ question }, { tell }) =>
    post("/account", {
      shop: facts.shop,
      orderId: `gid://shopify/Order/${location.pathname.split("/").at(-1)}`,
    }).then(
      (account) => tell({ question, ...account }),
      (error) => tell({ question, error: error.message }),
    ),
  "id-token": ({ question }, { tell }) =>
    mintToken().then(
      (token) => tell({ question, token }),
      (error) => tell({ question, error: error.message }),
    ),
};

/** Answers an extension's frame, and it alone. */
function listenTo(frame) {
  const { origin } = new URL(frame.dataset.src);
  const tell = (payload) => frame.contentWindow.postMessage({ karwanExtension: true, ...payload }, origin);
  addEventListener("message", (event) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    if (event.data?.karwanExtension) statements[event.data.kind]?.(event.data, { frame, tell });
  });
}

const block = document.getElementById("block");
if (block) {
  listenTo(block);
  block.src = block.dataset.src;
}

const action = document.getElementById("action");
if (action) {
  listenTo(action);
  const actions = document.getElementById("actions");
  actions.replaceWith(actions.content);
  document.getElementById("open-action").addEventListener("click", () => {
    document.getElementById("more-actions").open = false;
    // As in Shopify each opening runs the action anew.
    action.src = action.dataset.src;
    modal.showModal();
  });
  modal.addEventListener("close", () => action.removeAttribute("src"));
}
