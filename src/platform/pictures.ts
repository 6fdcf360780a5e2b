import type { PictureFormat } from "#domain/content/index.ts";
import type { Bindings } from "#env.ts";

type Encoded = { width: number; format: PictureFormat; quality: number };

/**
 * Encodes a picture anew, upright and not wider than it is, by Cloudflare's Images. The binding takes a stream, which is
 * made for each call: one that several calls share would belong to the first.
 */
export async function encode(
	{ IMAGES }: Pick<Bindings, "IMAGES">,
	bytes: Uint8Array<ArrayBuffer>,
	{ width, format, quality }: Encoded,
): Promise<Uint8Array<ArrayBuffer>> {
	const result = await IMAGES.input(new Blob([bytes]).stream())
		.transform({ width, fit: "scale-down" })
		.output({ format: `image/${format}`, quality });
	return new Uint8Array(await result.response().arrayBuffer());
}
