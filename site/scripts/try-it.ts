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

  let shown: SentRequest = { address: "" };
  let asked = new AbortController();
  copyOnClick(curl, () => {
    // A path may hold an apostrophe, which would end the address for a shell.
    const address = new URL(shown.address, location.href).href.replaceAll("'", "%27");
    const authorized = key === null ? "" : " -H 'Authorization: Bearer YOUR_KEY'";
    // Within JSON an apostrophe can be escaped.
    const json = shown.json?.replaceAll("'", "\\u0027");
    const posted = json === undefined ? "" : ` -H 'Content-Type: application/json' -d '${json}'`;
    return `curl -i '${address}'${authorized}${posted}`;
  });

  root.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.template === undefined) return;
    event.preventDefault();
    const request = requestOf(form);
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const started = performance.now();
      const response = await send(request, key?.value.trim() ?? "", signal);
      const text = await response.text();
      shown = request;
      status.textContent = `${response.status} in ${Math.round(performance.now() - started)} ms: ${request.address}`;
      headers.textContent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
      body.textContent = JSON.stringify(JSON.parse(text), null, 2);
      shownHere.hidden = false;
      form.insertAdjacentElement("afterend", shownHere);
    } catch {
      // `form.submit()` would leave out the optional parameters. No address can send JSON.
      if (!signal.aborted && request.json === undefined) location.assign(request.address);
    }
  });
}

interface SentRequest {
  readonly address: string;
  /** The body of a POST; absent: GET. */
  readonly json?: string | undefined;
}

async function send({ address, json }: SentRequest, key: string, signal: AbortSignal): Promise<Response> {
  const headers = new Headers();
  if (key !== "") headers.set("Authorization", `Bearer ${key}`);
  if (json === undefined) return await fetch(address, { signal, headers });
  headers.set("Content-Type", "application/json");
  return await fetch(address, { signal, headers, method: "POST", body: json });
}

/** Without the empty fields. */
function requestOf(form: HTMLFormElement): SentRequest {
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
  const json = form.querySelector<HTMLTextAreaElement>("[data-json]")?.value;
  return { address: parameters.size > 0 ? `${path}?${parameters}` : path, json };
}
