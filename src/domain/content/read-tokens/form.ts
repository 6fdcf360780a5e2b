import * as z from "zod";

/** The form of a new read token: the website that it is for. */
export const ReadTokenInput = z.strictObject({
	name: z
		.string()
		.trim()
		.min(1, { error: "請輸入名稱，例如官網的網址。" })
		.max(60)
		.transform((name) => name.normalize("NFC")),
});
export type ReadTokenInput = z.infer<typeof ReadTokenInput>;
