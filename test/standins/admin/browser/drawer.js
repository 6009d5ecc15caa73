// The drawer "Play the world": each press goes to the frame's server, which says which requests it made.
const played = document.getElementById("played");
const shop = JSON.parse(document.getElementById("facts").textContent).shop;
const thingsEveryMs = 3000;

for (const form of document.querySelectorAll("form[data-press]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    play(form, event.submitter).catch(reportError);
  });
}

async function play(form, button) {
  const fields = Object.fromEntries(new FormData(form, button));
  button.disabled = true;
  try {
    played.prepend(await press(form.dataset.press, button.textContent.trim(), fields));
  } finally {
    button.disabled = false;
  }
  await refreshThings();
}

async function press(name, label, fields) {
  const response = await fetch(`/world/press/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ shop, fields }),
  });
  const { requests = [], error } = await response.json();
  const entry = document.createElement("li");
  entry.append(textOf("strong", label));
  if (error) entry.append(textOf("p", error, "failed"));
  for (const request of requests) entry.append(requestView(request));
  return entry;
}

function requestView({ method, url, body, status, answer }) {
  const view = document.createElement("details");
  const head = textOf("summary", `${method} ${new URL(url).pathname} → ${status}`);
  if (status >= 400) head.className = "failed";
  view.append(
    head,
    textOf("p", url),
    textOf("pre", JSON.stringify(body, null, 2)),
    textOf("p", "Answer"),
    textOf("pre", answerText(answer)),
  );
  return view;
}

function answerText(answer) {
  const text = JSON.stringify(answer, null, 2) ?? "";
  return text.length > 4000 ? `${text.slice(0, 4000)}\n… ${text.length} characters in all` : text;
}

function textOf(tag, text, className = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

/** Orders, parcels and products change by themselves: the choices follow, the chosen one stays. */
async function refreshThings() {
  const response = await fetch("/world/things", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ shop }),
  });
  if (!response.ok) return;
  const things = await response.json();
  for (const select of document.querySelectorAll("select[data-things]")) {
    const choices = things[select.dataset.things] ?? [];
    const signature = JSON.stringify(choices);
    if (select.dataset.signature === signature) continue;
    const chosen = select.value;
    select.dataset.signature = signature;
    select.replaceChildren(...choices.map(({ value, label }) => new Option(label, value)));
    if (choices.some(({ value }) => value === chosen)) select.value = chosen;
    if (choices.length === 0) select.append(new Option(select.dataset.empty, ""));
  }
}

await refreshThings();
setInterval(() => {
  if (document.body.classList.contains("shows-drawer") || innerWidth > 1180) {
    refreshThings().catch(reportError);
  }
}, thingsEveryMs);
