import { type Hosts, leadOf, type Target } from "./addresses.ts";
import { linksOf, mediaOf } from "./links.ts";
import type { State } from "./states.ts";

/** Something that an editor should look at before publishing; `excerpt` is where. Nothing is ever refused for it. */
export type Check = { kind: string; words: string; excerpt?: string };

/** What the database has of an address: a text's state, "stored" for a file, "hidden" for a document not for everybody. */
export type Standing = State | "stored" | "hidden";
/** What is known of where the links lead: our hosts, and what stands at each target (by `targetName`). */
export type Known = { hosts: Hosts; standings: ReadonlyMap<string, Standing> };

export const targetName = ({ kind, key }: Target): string => `${kind} ${key}`;

/** Everything of ours that the links and pictures of a rendered text name, each once: what the database has to be asked. */
export function targetsIn(html: string, hosts: Hosts): Target[] {
	const targets = new Map<string, Target>();
	for (const address of [...linksOf(html).map(({ href = "" }) => href), ...mediaOf(html).map(({ src }) => src)]) {
		const lead = leadOf(address, hosts);
		if (lead && "key" in lead) targets.set(targetName(lead), lead);
	}
	return [...targets.values()];
}

/** Whether an address with a scheme, or with `//`, names a host that may exist. */
export const hasHost = (address: string): boolean => {
	const url = address.startsWith("//") ? `https:${address}` : address;
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
	const { hostname } = new URL(url);
	return hostname === "localhost" || hostname.startsWith("[") || /[^.]\.[^.]/.test(hostname);
};

/** Text whose escapes are readable; as it is where they are broken. */
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
/** A place in the text as it is found again: its words, and the address behind them. */
export const brief = (text: string, address?: string): string =>
	[cut(text), address && cut(decoded(address))].filter(Boolean).join("　");
