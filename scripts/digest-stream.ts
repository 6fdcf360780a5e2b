/**
 * Provides DigestStream, which workerd's `crypto` has and Node's lacks, so that the demo and tests in Node can use the
 * program's own actions for files.
 */
import { createHash } from "node:crypto";

/** The part of Cloudflare's DigestStream that src/platform/public-files.ts uses: SHA-256 of the written bytes. */
class DigestStream extends WritableStream<Uint8Array> {
	readonly digest: Promise<ArrayBuffer>;

	constructor(_algorithm: "SHA-256") {
		const hash = createHash("sha256");
		const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
		super({
			write: (bytes) => void hash.update(bytes),
			close: () => resolve(Uint8Array.from(hash.digest()).buffer),
		});
		this.digest = promise;
	}
}

/** Adds DigestStream to `crypto` when it is missing. */
export function provideDigestStream(): void {
	if (!("DigestStream" in crypto)) Object.assign(crypto, { DigestStream });
}
