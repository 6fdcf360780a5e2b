import { type Hosts, leadOf, type Target } from "./addresses.ts";
import { linksOf, mediaOf } from "./links.ts";
import type { State } from "./states.ts";

/** A remark that an editor should look at before publishing; `excerpt` is the place. It never stops publishing. */
export type Check = { kind: string; words: string; excerpt?: string };

/**
 * The state of a target in the database: that of a text, "stored" for a file, "hidden" for a document that is not
 * public.
 */
export type Standing = State | "stored" | "hidden";
/**
 * What is known about the links of a text: the service's and website's hosts, and the state of each target (by
 * `targetName`).
 */
export type Known = { hosts: Hosts; standings: ReadonlyMap<string, Standing> };

export const targetName = ({ kind, key }: Target): string => `${kind} ${key}`;

/**
 * Returns the targets on the service or website that the links and pictures of a rendered text name, each once, to be
 * looked up in the database.
 */
export function targetsIn(html: string, hosts: Hosts): Target[] {
	const targets = new Map<string, Target>();
	for (const address of [...linksOf(html).map(({ href = "" }) => href), ...mediaOf(html).map(({ src }) => src)]) {
		const lead = leadOf(address, hosts);
		if (lead && "key" in lead) targets.set(targetName(lead), lead);
	}
	return [...targets.values()];
}

/** Whether an address with a scheme, or with `//`, names a possible host. */
export const hasHost = (address: string): boolean => {
	const url = address.startsWith("//") ? `https:${address}` : address;
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
	const { hostname } = new URL(url);
	return hostname === "localhost" || hostname.startsWith("[") || /[^.]\.[^.]/.test(hostname);
};

/** Decodes the escapes of a text; unchanged when they are broken. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

const LONGEST = 60;
const cut = (text: string): string => {
	const points = [...text];
	return points.length > LONGEST ? `${points.slice(0, LONGEST).join("")}...` : text;
};
/**
 * Returns the words by which an editor finds a place in the text: its text and the address behind it, both cut short.
 */
export const brief = (text: string, address?: string): string =>
	[cut(text), address && cut(decoded(address))].filter(Boolean).join("　");
