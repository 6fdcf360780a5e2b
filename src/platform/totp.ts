import { createHmac } from "node:crypto";
import { Secret, TOTP } from "otpauth/bare";

const SECRET_BYTES = 20; // 160 bits, as RFC 4226 §4 recommends
const STEP_S = 30;
/** What authenticator apps take without asking: SHA-1, 6 digits, 30 seconds. */
const KIND = {
	algorithm: "SHA1",
	digits: 6,
	period: STEP_S,
	hmac: (algorithm: string, key: Uint8Array, message: Uint8Array): Uint8Array =>
		createHmac(algorithm, key).update(message).digest(),
};

/** A new secret for an authenticator app, in base 32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What the QR code for the app says; `account` and `issuer` are what the app shows. */
export const totpUri = (secret: string, { account, issuer }: { account: string; issuer: string }): string =>
	new TOTP({ ...KIND, secret: Secret.fromBase32(secret), label: account, issuer }).toString();

/**
 * The 30-second step (RFC 6238) that a code is of, or undefined when it is of none within one step of `at` (UTC
 * milliseconds): the phone's clock may be off by 30 s. Whoever asks keeps the step, so that no code works twice.
 */
export function totpStep(secret: string, code: string, at: number): number | undefined {
	const token = code.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");
	if (!/^\d{6}$/.test(token)) return undefined;
	const totp = new TOTP({ ...KIND, secret: Secret.fromBase32(secret) });
	const delta = totp.validate({ token, timestamp: at, window: 1 });
	return delta === null ? undefined : Math.floor(at / 1000 / STEP_S) + delta;
}
