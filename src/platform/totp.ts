import { createHmac } from "node:crypto";
import { Secret, TOTP } from "otpauth/bare";

const SECRET_BYTES = 20; // 160 bits, as RFC 4226 §4 recommends
const STEP_S = 30;
/** The parameters of the codes that all authenticator apps support: SHA-1, 6 digits, 30 seconds. */
const KIND = {
	algorithm: "SHA1",
	digits: 6,
	period: STEP_S,
	hmac: (algorithm: string, key: Uint8Array, message: Uint8Array): Uint8Array =>
		createHmac(algorithm, key).update(message).digest(),
};

/** Returns a new secret for an authenticator app, in base 32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the address in the QR code for the app; the app shows `account` and `issuer`. */
export const totpUri = (secret: string, { account, issuer }: { account: string; issuer: string }): string =>
	new TOTP({ ...KIND, secret: Secret.fromBase32(secret), label: account, issuer }).toString();

/**
 * Returns the 30-second step (RFC 6238) to which a code belongs; undefined unless that is the step at `at` (UTC
 * milliseconds), the one before or the one after: the phone's clock may be off by 30 s. The caller stores the step, so
 * that no code works twice.
 */
export function totpStep(secret: string, code: string, at: number): number | undefined {
	const token = code.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");
	if (!/^\d{6}$/.test(token)) return undefined;
	const totp = new TOTP({ ...KIND, secret: Secret.fromBase32(secret) });
	const delta = totp.validate({ token, timestamp: at, window: 1 });
	return delta === null ? undefined : Math.floor(at / 1000 / STEP_S) + delta;
}
