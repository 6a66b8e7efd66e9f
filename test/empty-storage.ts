/** Test files share a runtime, and its storage: each begins with none. */
import { reset } from "cloudflare:test";

await reset();
