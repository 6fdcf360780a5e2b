const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * A limit for attempts: `free` attempts pass, then each has to wait twice as long as the one before; after `forgetMs`
 * without an attempt the counter is forgotten.
 */
export type AttemptLimits = { free: number; firstWaitMs: number; longestWaitMs: number; forgetMs: number };

/** The limit for wrong passwords, codes and second factors (docs/concepts.md#limits): nobody is locked out for good. */
export const TRIES: AttemptLimits = {
	free: 5,
	firstWaitMs: 30 * SECOND,
	longestWaitMs: 15 * MINUTE,
	forgetMs: HOUR,
};
/**
 * When sign-in becomes silent: after `from` wrong passwords from unknown browsers for one user within `withinMs`, such
 * browsers are refused whatever they type, in the same words, until fewer lie within that time or the password is new.
 */
export const SILENCE = { from: 20, withinMs: 24 * HOUR };
/**
 * How long, and how many, failed sign-ins are stored for the owner to see, from unknown and from known browsers
 * (migration 0047 counts them).
 */
export const FAILED_KEPT = { ms: 30 * 24 * HOUR, rows: 50 };
/** The limit for mails to reset the password of one account. Further requests are dropped silently. */
export const RESETS: AttemptLimits = { free: 3, firstWaitMs: HOUR, longestWaitMs: HOUR, forgetMs: HOUR };
/**
 * The limit for changes of the e-mail address or phone of one account, since each one tried may reveal or mail its
 * owner. RESETS_FROM_ADDRESS is the limit for password resets asked for from one network address.
 */
export const CONTACT_CHANGES: AttemptLimits = { ...RESETS, free: 5 };
export const RESETS_FROM_ADDRESS: AttemptLimits = { ...RESETS, free: 10 };

/**
 * Returns whose attempts are counted together: an IPv4 address, or the /64 network of an IPv6 address, all of which one
 * subscriber owns.
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

/**
 * Returns a network so coarsely that its owner may recognise it but cannot be found by it: 203.0.113.*, or the /48 of
 * an IPv6 address.
 */
export function coarseNetwork(ip: string | null): string {
	if (ip === null) return "";
	const network = networkOf(ip);
	return network.includes(":") ? `${network.split(":").slice(0, 3).join(":")}:*` : network.replace(/\.\d+$/, ".*");
}
