import { toMarkdown, toText } from "../worker/web/markdown.ts";

/** Responds with data as Markdown, below the name of the thing and the URL of its page. */
export function markdownResponse(name: string, page: string, data: object): Response {
  return new Response(`# ${toText(name)}\n\n<${page}>\n\n${toMarkdown(data)}\n`, {
    headers: { "Content-Type": "text/markdown; charset=utf-8" },
  });
}
