const TOLERANCE_MS = 5 * 60_000;
const SIGNATURES_AT_MOST = 8;

/**
 * A webhook request as Standard Webhooks signs it: `id`, `timestamp` (seconds) and `signature` are the values of its
 * headers, null when missing.
 */
export type SignedRequest = {
	id: string | null;
	timestamp: string | null;
	signature: string | null;
	body: Uint8Array;
};

/**
 * Returns whether a request was signed with `secret` ("whsec_" and base64) within five minutes of `now` (UTC
 * milliseconds), by Standard Webhooks 1.0, as Svix and Resend send it. Any one of several signatures is enough. The
 * comparison takes constant time.
 */
export async function isSigned(secret: string, request: SignedRequest, now: number): Promise<boolean> {
	const { id, timestamp, signature, body } = request;
	if (id === null || timestamp === null || signature === null || !/^[0-9]{1,12}$/.test(timestamp)) return false;
	if (Math.abs(Number(timestamp) * 1_000 - now) > TOLERANCE_MS) return false;
	const bytes = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
	const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
	const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
	const given = signature
		.split(" ")
		.slice(0, SIGNATURES_AT_MOST)
		.flatMap((one) => (one.startsWith("v1,") ? [Buffer.from(one.slice(3), "base64")] : []));
	const valid = await Promise.all(given.map((one) => crypto.subtle.verify("HMAC", key, one, content)));
	return valid.includes(true);
}
