/** The scripts of `/developers`: copies code, and sends the request of the form. The API key is not stored. */

/**
 * Copies the text in the button's `data-copy` attribute or else the code after the button, and shows on the button
 * whether it succeeded.
 */
export async function copyCode({ target: button }: Event): Promise<void> {
  if (!(button instanceof HTMLButtonElement) || button.dataset.copy === undefined) return;
  const label = button.textContent;
  const text = button.dataset.copy || button.nextElementSibling?.textContent;
  const isCopied = await navigator.clipboard.writeText(text ?? "").then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? "Copied" : "Copying is not allowed";
  button.disabled = true;
  setTimeout(() => Object.assign(button, { textContent: label, disabled: false }), 2_000);
}

/** Scrolls to the section that the visitor selects in the table of contents. */
export function goToChosen({ target: select }: Event): void {
  if (select instanceof HTMLSelectElement && select.value !== "") location.hash = select.value;
}

export function prepareForm(form: HTMLFormElement, shown: HTMLElement): void {
  const operation = form.querySelector("select");
  const key = form.querySelector<HTMLInputElement>("[data-key]");
  const [status, headers, body] = ["p", "pre", "textarea"].map((name) => shown.querySelector(name));
  const curl = shown.querySelector("button");
  if (!operation || !status || !headers || !body || !curl) return;
  let asked = new AbortController();

  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLElement) || target.dataset.try === undefined) return;
    operation.value = target.dataset.try;
    operation.dispatchEvent(new Event("change"));
  });
  operation.addEventListener("change", () => {
    for (const fields of form.querySelectorAll("fieldset"))
      fields.disabled = fields.dataset.operation !== operation.value;
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { address, json } = readRequest(form);
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const started = performance.now();
      const response = await send(address, json, signal);
      const text = await response.text();
      status.textContent = `${response.status} in ${Math.round(performance.now() - started)} ms: ${address}`;
      headers.textContent = [...response.headers]
        .filter(([name]) => shown.dataset.headers?.split(",").includes(name))
        .map((header) => header.join(": "))
        .join("\n");
      body.textContent = JSON.stringify(JSON.parse(text), null, 2);
      curl.dataset.copy = formatCurl(address, json, key !== null);
      shown.hidden = false;
    } catch {
      // If the fetch fails, the browser opens the URL to show the reason. It cannot do this for a request with a JSON
      // body.
      if (!signal.aborted && json === undefined) location.assign(address);
    }
  });

  function send(address: string, json?: string, signal?: AbortSignal): Promise<Response> {
    const sent = new Headers();
    if (key?.value) sent.set("Authorization", `Bearer ${key.value.trim()}`);
    if (json !== undefined) sent.set("Content-Type", "application/json");
    const post = json === undefined ? {} : { method: "POST", body: json };
    return fetch(address, { headers: sent, signal: signal ?? null, ...post });
  }
}

/**
 * Returns the request that the form describes, without empty fields. The fields of other operations are disabled.
 * `json` is the body of a POST.
 */
function readRequest(form: HTMLFormElement): { readonly address: string; readonly json: string | undefined } {
  const fields = form.querySelector<HTMLFieldSetElement>("fieldset:enabled");
  let path = fields?.dataset.address ?? "";
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value);
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(text));
    else if (text !== "") parameters.set(name, text);
  }
  const query = parameters.size === 0 ? "" : `${path.includes("?") ? "&" : "?"}${parameters}`;
  return { address: path + query, json: fields?.querySelector("textarea")?.value };
}

/**
 * Returns a curl command. Apostrophes are percent-encoded in the URL and escaped in JSON, because they would end a
 * quoted text in a shell.
 */
function formatCurl(address: string, json: string | undefined, isKeyed: boolean): string {
  const url = new URL(address, location.href).href.replaceAll("'", "%27");
  const authorized = isKeyed ? " -H 'Authorization: Bearer YOUR_KEY'" : "";
  const escaped = json?.replaceAll("'", "\\u0027");
  const posted = escaped === undefined ? "" : ` -H 'Content-Type: application/json' -d '${escaped}'`;
  return `curl '${url}'${authorized}${posted}`;
}
