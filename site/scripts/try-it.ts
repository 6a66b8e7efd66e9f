import { copyOnClick } from "./samples.ts";

/**
 * Answers of the forms on /developers, shown in place with their headers. The forms lead to
 * the same answers without this; where asking fails the form is sent as any form.
 */
export function showAnswers(place: HTMLElement): void {
  const [answer, status, headers, body, curl] = ["answer", "status", "headers", "body", "curl"].map((name) =>
    place.querySelector<HTMLElement>(`[data-${name}]`),
  );
  if (!answer || !status || !headers || !body || !curl) return;

  let shown = "";
  let asked = new AbortController();
  // A path may hold an apostrophe, which would end the address for a shell.
  copyOnClick(curl, () => `curl -i '${new URL(shown, location.href).href.replaceAll("'", "%27")}'`);

  place.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    const address = addressOf(form);
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const started = performance.now();
      const response = await fetch(address, { signal });
      const text = await response.text();
      shown = address;
      status.textContent = `${response.status} in ${Math.round(performance.now() - started)} ms: ${address}`;
      headers.textContent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
      body.textContent = JSON.stringify(JSON.parse(text), null, 2);
      answer.hidden = false;
      form.insertAdjacentElement("afterend", answer);
    } catch {
      if (!signal.aborted) form.submit();
    }
  });
}

/** Fields that are left empty are left out. Those of the path take their places in it. */
function addressOf(form: HTMLFormElement): string {
  let path = form.dataset.template ?? "";
  for (const { dataset, value } of form.querySelectorAll<HTMLInputElement>("[data-segment]")) {
    path = path.replace(`{${dataset.segment}}`, encodeURIComponent(value));
  }
  form.action = path;
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== "") parameters.set(name, String(value));
  }
  for (const { dataset, value } of form.querySelectorAll<HTMLInputElement>("[data-option]")) {
    if (value !== "") parameters.set(dataset.option ?? "", value);
  }
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
