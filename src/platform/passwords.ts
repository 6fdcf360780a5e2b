import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { Refusal } from "#kernel/refusal.ts";
import { keyId } from "#platform/crypto.ts";

/**
 * The peppers of password hashes, each the base64 of 32 bytes. After a change, the one before is still read until the
 * users have signed in again.
 */
export type PepperKeys = { PASSWORD_PEPPER: string; PASSWORD_PEPPER_BEFORE?: string; ENVIRONMENT?: string };

/** The costs of scrypt, by OWASP's password storage cheat sheet for 16 MiB. */
const COST = { ln: 14, r: 8, p: 5 };
/** The costs in ENVIRONMENT `test`, where people sign in a thousand times and hashes do not wait for each other. */
const TEST_COST = { ln: 4, r: 8, p: 1 };
const isTest = ({ ENVIRONMENT }: PepperKeys): boolean => ENVIRONMENT === "test";
const costOf = (keys: PepperKeys): typeof COST => (isTest(keys) ? TEST_COST : COST);
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+),k=([0-9a-f]{8})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * The least time in ms between two hashes, and how many may wait. A hash (0.14 to 0.2 s) blocks the whole isolate,
 * whichever way node:crypto is called. Each hash therefore waits for the next free place, APART_MS after the one
 * before, so that hashing has at most half of an isolate's time and cached answers have the rest. A place is a time,
 * not a promise: workerd drops what waits for a promise of another request when that request ends.
 */
const APART_MS = 400;
const MOST_WAITING = 8;
/** How many more places there are for browsers that signed in before: unknown browsers cannot take these. */
const KEPT_FOR_KNOWN = 8;
let nextFree = 0;
let done = 0;

/** Returns how many hashes this isolate has made. */
export const hashCount = (): number => done;

/**
 * Hashes a normalised password with scrypt and returns a PHC string. Refuses with `sign_in.busy` when too many hashes
 * wait for their turn.
 */
export async function hashPassword(keys: PepperKeys, password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const { ln, r, p } = costOf(keys);
	const hash = await derive(keys, password, { pepper: keys.PASSWORD_PEPPER, salt, ln, r, p });
	return `$scrypt$ln=${ln},r=${r},p=${p},k=${await keyId(keys.PASSWORD_PEPPER)}$${text(salt)}$${text(hash)}`;
}

/**
 * Returns whether a normalised password is the one that was hashed, and whether it should be hashed again (another
 * pepper or other costs). Without a stored hash (null), or when its pepper is gone, it takes as long and returns false
 * for both. Refuses with `sign_in.busy` when too many hashes wait; `isKnown` is for a browser that signed in before.
 */
export async function verifyPassword(
	keys: PepperKeys,
	password: string,
	{ stored, isKnown = false }: { stored: string | null; isKnown?: boolean },
): Promise<{ isRight: boolean; isOutdated: boolean }> {
	const known = stored === null ? undefined : await parse(keys, stored);
	if (!known) {
		const salt = Buffer.alloc(SALT_BYTES);
		await derive(keys, password, { pepper: keys.PASSWORD_PEPPER, salt, ...costOf(keys), isKnown });
		return { isRight: false, isOutdated: false };
	}
	const hash = await derive(keys, password, { ...known, isKnown });
	const cost = costOf(keys);
	const isCurrent = known.ln === cost.ln && known.r === cost.r && known.p === cost.p;
	return {
		isRight: hash.length === known.hash.length && timingSafeEqual(hash, known.hash),
		isOutdated: !isCurrent || known.pepper !== keys.PASSWORD_PEPPER,
	};
}

type Recipe = { pepper: string; salt: Buffer; ln: number; r: number; p: number };

/** Parses a stored hash; undefined when the pepper with which it was made is gone. */
async function parse(keys: PepperKeys, stored: string): Promise<(Recipe & { hash: Buffer }) | undefined> {
	const [, ln, r, p, id, salt = "", hash = ""] = PHC.exec(stored) ?? [];
	if (id === undefined) throw new Error("a stored password is not a PHC string of scrypt");
	for (const pepper of [keys.PASSWORD_PEPPER, keys.PASSWORD_PEPPER_BEFORE])
		if (pepper && (await keyId(pepper)) === id)
			return { pepper, ln: Number(ln), r: Number(r), p: Number(p), salt: bytes(salt), hash: bytes(hash) };
	return undefined;
}

type Work = Recipe & { isKnown?: boolean };

async function derive(keys: PepperKeys, password: string, work: Work): Promise<Buffer> {
	const { pepper, salt, ln, r, p, isKnown = false } = work;
	const peppered = createHmac("sha256", bytes(pepper)).update(password).digest();
	if (!isTest(keys)) await takePlace(isKnown);
	done += 1;
	const options = { N: 2 ** ln, r, p, maxmem: 64 * 1024 * 1024 };
	return new Promise((resolve, reject) => {
		scrypt(peppered, salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash)));
	});
}

/**
 * Refuses with `sign_in.busy` when too many hashes wait already; called before a request costs anything, and before its
 * attempt is counted. `isKnown` is for a browser that signed in before.
 */
export function insistOnPlace(isKnown: boolean): void {
	const most = MOST_WAITING + (isKnown ? KEPT_FOR_KNOWN : 0);
	if (nextFree - Date.now() > most * APART_MS) throw new Refusal("sign_in.busy");
}

async function takePlace(isKnown: boolean): Promise<void> {
	insistOnPlace(isKnown);
	const now = Date.now();
	const startsAt = Math.max(now, nextFree);
	nextFree = startsAt + APART_MS;
	if (startsAt > now) await new Promise((resolve) => setTimeout(resolve, startsAt - now));
}

const bytes = (base64: string): Buffer => Buffer.from(base64, "base64");
const text = (raw: Buffer): string => raw.toString("base64").replace(/={1,2}$/, "");
