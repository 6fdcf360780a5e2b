const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** So many attempts pass, then each has to wait, twice as long as the one before; after a quiet `forgetMs` all is forgotten. */
export type AttemptLimits = { free: number; firstWaitMs: number; longestWaitMs: number; forgetMs: number };

/** Wrong passwords, codes and second factors (docs/concepts.md#limits): nobody is locked out for good. */
export const TRIES: AttemptLimits = {
	free: 5,
	firstWaitMs: 30 * SECOND,
	longestWaitMs: 15 * MINUTE,
	forgetMs: HOUR,
};
/**
 * From so many wrong passwords of strangers on, over all that one user signs in with, the door says no to strangers whatever
 * they type, and in the same words: as long as that many lie within the time, or until there is a new password.
 */
export const SILENCE = { from: 20, withinMs: 24 * HOUR };
/** Failed sign-ins are kept so long for the owner to see, and so many (0047 counts them): of strangers, and of known browsers. */
export const FAILED_KEPT = { ms: 30 * 24 * HOUR, rows: 50 };
/** Mails to reset a password: for one account, and from one address. What comes more often is dropped quietly. */
export const RESETS: AttemptLimits = { free: 3, firstWaitMs: HOUR, longestWaitMs: HOUR, forgetMs: HOUR };
/** Other addresses and phones asked for by one account: each one may belong to somebody, and says so or gets a mail. */
export const CONTACT_CHANGES: AttemptLimits = { ...RESETS, free: 5 };
export const RESETS_FROM_ADDRESS: AttemptLimits = { ...RESETS, free: 10 };

/**
 * Whose attempts are counted together: an IPv4 address, or the /64 network of an IPv6 one, within which whoever has one
 * address has all.
 */
export function networkOf(ip: string): string {
	if (!ip.includes(":") || ip.includes(".")) return ip.slice(ip.lastIndexOf(":") + 1);
	const [head = "", tail] = ip.toLowerCase().split("::");
	const groups = head === "" ? [] : head.split(":");
	const rest = tail ? tail.split(":") : [];
	const missing = tail === undefined ? 0 : 8 - groups.length - rest.length;
	const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...rest];
	return all
		.slice(0, 4)
		.map((group) => group.replace(/^0+(?=.)/, ""))
		.join(":");
}

/** A network as its owner may recognise it and nobody is found by it: 203.0.113.*, or the /48 of an IPv6 address. */
export function coarseNetwork(ip: string | null): string {
	if (ip === null) return "";
	const network = networkOf(ip);
	return network.includes(":") ? `${network.split(":").slice(0, 3).join(":")}:*` : network.replace(/\.\d+$/, ".*");
}
