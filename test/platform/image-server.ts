/** A source of images that is told which status to answer with. An image says when it was made, by the test's clock. */
import { createServer } from "node:http";
import { type Listening, listen } from "../listening.ts";
import type { Clock } from "./behind-front.ts";

/** Its address is what `IMAGE_BASE_URL` has to be, but for a slash at the end. */
export interface ImageServer extends Listening {
  status: number;
}

export async function startImageServer(clock: Clock): Promise<ImageServer> {
  const server = createServer((_, response) => {
    response.writeHead(images.status, { "Content-Type": "image/gif" }).end(`GIF89a made at ${clock.now()}`);
  });
  const images: ImageServer = { ...(await listen(server)), status: 200 };
  return images;
}
