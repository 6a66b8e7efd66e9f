/** A source of images that is told which status to answer with. An image says when it was made, by the test's clock. */
import { createServer } from "node:http";
import type { Clock } from "./behind-front.ts";

export interface ImageServer {
  /** What `IMAGE_BASE_URL` has to be. */
  readonly url: string;
  status: number;
  close(): Promise<void>;
}

export async function startImageServer(clock: Clock): Promise<ImageServer> {
  const server = createServer((_, response) => {
    response.writeHead(images.status, { "Content-Type": "image/gif" }).end(`GIF89a made at ${clock.now()}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const images: ImageServer = {
    url: `http://127.0.0.1:${address.port}/`,
    status: 200,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return images;
}
