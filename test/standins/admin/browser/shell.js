// What every page of the admin does: who is signed in, and the menu's and the drawer's opening and closing.
export const facts = JSON.parse(document.getElementById("facts").textContent);

export async function post(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `the frame answered ${response.status}`);
  return answer;
}

export function chosenUser() {
  return document.getElementById("user").value;
}

/** A fresh session token of whoever is signed in. */
export async function mintToken() {
  return (await post("/session-token", { shop: facts.shop, userId: chosenUser() })).token;
}

document.getElementById("user").addEventListener("change", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the page is asked for again as this person, and tells nobody else
  document.cookie = `person=${chosenUser()}; path=/; SameSite=Lax`;
  location.reload();
});
for (const [button, className] of [
  ["menu-toggle", "shows-menu"],
  ["drawer-toggle", "shows-drawer"],
  ["drawer-close", "shows-drawer"],
]) {
  document.getElementById(button).addEventListener("click", () => {
    const isOpen = document.body.classList.toggle(className);
    document.getElementById(`${className === "shows-menu" ? "menu" : "drawer"}-toggle`).ariaExpanded =
      String(isOpen);
  });
}
addEventListener("keydown", ({ key }) => {
  if (key === "Escape") document.body.classList.remove("shows-menu", "shows-drawer");
});
