/** Names that have a meaning only inside a private network (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const PRIVATE_NAMES = ["localhost", "local", "internal", "lan", "home.arpa", "test", "invalid", "onion"];

/**
 * The networks of IANA's IPv4 special-purpose registry that are not globally reachable, and multicast: [address, bits].
 */
const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.0.2.0", 24],
	["192.88.99.0", 24],
	["192.168.0.0", 16],
	["198.18.0.0", 15],
	["198.51.100.0", 24],
	["203.0.113.0", 24],
	["224.0.0.0", 3], // multicast, reserved, broadcast
];

/**
 * Returns why a webhook may not be sent to `url`, or null when it may. In development and test every address without
 * credentials is allowed. A public name that resolves to a private address is not detected: a Worker's fetch leaves
 * from Cloudflare's edge, which reaches no private network.
 */
export function refusedTarget(url: string, environment: string): string | null {
	if (!URL.canParse(url)) return "not an address";
	const { protocol, username, password, hostname } = new URL(url);
	if (protocol !== "https:" && protocol !== "http:") return "only https addresses are called";
	if (username !== "" || password !== "") return "an address must not hold a user name or password";
	if (environment === "development" || environment === "test") return null;
	if (protocol !== "https:") return "only https addresses are called";
	return isPublicHost(hostname) ? null : "only public addresses are called";
}

/**
 * Whether a host is public. `hostname` is as the URL parser returns it: lower case, punycode, IPv4 dotted (however
 * written), IPv6 in brackets.
 */
function isPublicHost(hostname: string): boolean {
	if (hostname.startsWith("[")) return isPublicIpv6(hostname.slice(1, -1));
	if (/^[0-9.]+$/.test(hostname)) return isPublicIpv4(hostname);
	const name = hostname.replace(/\.$/, "");
	return name.includes(".") && !PRIVATE_NAMES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}

function isPublicIpv4(address: string): boolean {
	const number = ipv4(address);
	return !PRIVATE_IPV4.some(([network, bits]) => number >>> (32 - bits) === ipv4(network) >>> (32 - bits));
}

/**
 * Whether an IPv6 address is global unicast (2000::/3) and not in what IANA reserved of it: protocol assignments,
 * documentation, 6to4.
 */
function isPublicIpv6(address: string): boolean {
	const [head = "", tail = ""] = address.split("::");
	const first = words(head);
	const last = words(tail);
	const [a = 0, b = 0] = [...first, ...Array(8 - first.length - last.length).fill(0), ...last];
	const isProtocol = a === 0x2001 && b < 0x200;
	const isDocumentation = (a === 0x2001 && b === 0xdb8) || (a === 0x3fff && b < 0x1000);
	return a >>> 13 === 1 && !isProtocol && !isDocumentation && a !== 0x2002;
}

const words = (part: string): number[] => (part === "" ? [] : part.split(":").map((word) => Number.parseInt(word, 16)));
const ipv4 = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0) >>> 0;
