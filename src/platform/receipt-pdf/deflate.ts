import { deflateSync, inflateSync } from "node:zlib";

// The functions of pako that pdf-lib calls, done by the runtime's own zlib: the Worker is 15 KB smaller. wrangler.toml replaces pako by it.
export default {
	deflate: (bytes: Uint8Array): Uint8Array => new Uint8Array(deflateSync(bytes)),
	inflate: (bytes: Uint8Array): Uint8Array => new Uint8Array(inflateSync(bytes)),
};
