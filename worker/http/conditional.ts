/** Conditional requests, RFC 9110 section 13: `If-None-Match`, compared weakly as section 13.1.2 asks. */
export function noneMatch(request: Request, entityTag: string): boolean {
  const condition = request.headers.get("If-None-Match");
  if (condition === null) return true;
  if (condition.trim() === "*") return false;
  const tags = condition.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return !tags.some((tag) => tag.replace(/^W\//, "") === entityTag);
}
