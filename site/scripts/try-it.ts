import { copyOnClick } from "./samples.ts";

/**
 * Shows the response to a form on /developers in place, with its headers. If the fetch fails, the browser opens the
 * address. The caller's key is read from its field for each request, and kept nowhere else.
 */
export function showResponses(root: Document): void {
  const [shownHere, status, headers, body, curl] = ["response", "status", "headers", "body", "curl"].map(
    (name) => root.querySelector<HTMLElement>(`[data-${name}]`),
  );
  if (!shownHere || !status || !headers || !body || !curl) return;
  const key = root.querySelector<HTMLInputElement>("[data-key]");

  let shown = "";
  let asked = new AbortController();
  copyOnClick(curl, () => {
    // A path may hold an apostrophe, which would end the address for a shell.
    const address = new URL(shown, location.href).href.replaceAll("'", "%27");
    return `curl -i '${address}'${key === null ? "" : " -H 'Authorization: Bearer YOUR_KEY'"}`;
  });

  root.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.template === undefined) return;
    event.preventDefault();
    const address = addressOf(form);
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const started = performance.now();
      const response = await fetch(address, { signal, headers: keyHeader(key?.value.trim() ?? "") });
      const text = await response.text();
      shown = address;
      status.textContent = `${response.status} in ${Math.round(performance.now() - started)} ms: ${address}`;
      headers.textContent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
      body.textContent = JSON.stringify(JSON.parse(text), null, 2);
      shownHere.hidden = false;
      form.insertAdjacentElement("afterend", shownHere);
    } catch {
      // `form.submit()` would leave out the optional parameters.
      if (!signal.aborted) location.assign(address);
    }
  });
}

function keyHeader(key: string): Record<string, string> {
  return key === "" ? {} : { Authorization: `Bearer ${key}` };
}

/** Without the empty fields. */
function addressOf(form: HTMLFormElement): string {
  let path = form.dataset.template ?? "";
  for (const { dataset, value } of form.querySelectorAll<HTMLInputElement>("[data-segment]")) {
    path = path.replace(`{${dataset.segment}}`, encodeURIComponent(value));
  }
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== "") parameters.set(name, String(value));
  }
  for (const { dataset, value } of form.querySelectorAll<HTMLInputElement>("[data-option]")) {
    if (value !== "") parameters.set(dataset.option ?? "", value);
  }
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
