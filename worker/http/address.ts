/** Whether an address is one of the API: its problems are JSON, and any site may read it. */
export function isApi({ pathname }: URL): boolean {
  return /^\/(healthz|v1)(\/|$)/.test(pathname);
}
