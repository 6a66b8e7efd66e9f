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
  copyOnClick(curl, () => `curl -i '${new URL(shown, location.href)}'`);

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
    } catch {
      if (!signal.aborted) form.submit();
    }
  });
}

/** The contract takes an empty filter; other fields that are left empty are left out. */
function addressOf(form: HTMLFormElement): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== "") parameters.set(name, String(value));
  }
  return `${form.getAttribute("action")}?${parameters}`;
}
