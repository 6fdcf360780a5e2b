import { bulkMessages, MOST_SINGLE } from "./bulk.ts";
import type { Message, Notice } from "./message.ts";
import type { EventName, NoticeData } from "./schema.ts";

/**
 * How long after a change was read its web-hook may leave: readers ask for the revision again after 500 ms, so from then on
 * nobody is answered with what was before.
 */
export const TRUE_AFTER_MS = 600;
/** The same after the search index has it, whose revision readers remember as long. */
export const FOUND_AFTER_MS = 520;
/** The first change of a resource is sent as soon as it may; what follows within this time joins one trailing delivery. */
export const TRAILING_MS = 2_000;

/** A row of content_changes. `tags` are what else it touches: "category:3", old and new ones. */
export type Change = {
	rev: number;
	resource: NoticeData["resource"];
	id: number;
	slug: string;
	previous_slug: string | null;
	event: EventName;
	tags: string[];
};

/** The lists that show a resource, as tags and as paths. A category or a tag is shown on every article. */
const SHOWN_IN: Record<Change["resource"], { tags: string[]; prefix: string | null; paths: string[] }> = {
	article: { tags: ["articles", "homepage"], prefix: "/articles/", paths: ["/articles", "/"] },
	page: { tags: ["pages", "homepage"], prefix: "/", paths: ["/"] },
	document: { tags: ["documents"], prefix: "/documents/", paths: ["/documents"] },
	announcement: { tags: ["announcements", "homepage"], prefix: null, paths: ["/"] },
	category: { tags: ["categories", "articles", "homepage"], prefix: null, paths: ["/articles", "/"] },
	tag: { tags: ["tags", "articles", "homepage"], prefix: null, paths: ["/articles", "/"] },
};

/** One change as a website hears of it. */
export function noticeOf(change: Change): Notice {
	const { rev, resource, id, slug, previous_slug } = change;
	const shown = SHOWN_IN[resource];
	const own = [slug, previous_slug].filter((name) => name !== null);
	return {
		event: change.event,
		data: {
			rev,
			resource,
			id,
			slug,
			previous_slug,
			tags: union([`${resource}:${id}`], change.tags, shown.tags),
			paths: union(
				shown.prefix === null ? [] : own.map((name) => shown.prefix + asInAddress(name)),
				resource === "page" ? own.flatMap(pathAbove) : [],
				shown.paths,
			),
		},
	};
}

/** The page above a page's path: its answer names those below it. */
const pathAbove = (path: string): string[] =>
	path.includes("/") ? [`/${asInAddress(path.slice(0, path.lastIndexOf("/")))}`] : [];

/**
 * Two notices of one resource as one: the last slug, the first previous one, everything that either of them touched.
 * An event that changes the state wins over "updated", a later one over an earlier one.
 */
export function mergeNotices(older: Notice, newer: Notice): Notice {
	const previous = older.data.previous_slug ?? newer.data.previous_slug;
	return {
		event: newer.event === "updated" ? older.event : newer.event,
		data: {
			...newer.data,
			previous_slug: previous === newer.data.slug ? null : previous,
			tags: union(older.data.tags, newer.data.tags),
			paths: union(older.data.paths, newer.data.paths),
		},
	};
}

/** One notice for each resource among the changes (oldest first), in the order in which the resources first occur. */
export function gatherNotices(changes: readonly Change[]): Notice[] {
	const notices = new Map<string, Notice>();
	for (const change of changes) {
		const key = `${change.resource}:${change.id}`;
		const older = notices.get(key);
		const newer = noticeOf(change);
		notices.set(key, older ? mergeNotices(older, newer) : newer);
	}
	return [...notices.values()];
}

/** Whether an endpoint with these filters hears of `type`; no filter is every one, "article.*" a family. */
export function wants(filters: readonly string[], type: string): boolean {
	const family = `${type.split(".")[0]}.*`;
	return filters.length === 0 || filters.includes(type) || filters.includes(family);
}

export type Endpoint = { id: number; events: string[] };
/** A delivery that a new notice of the same resource has to look at. `isWaiting`: no try was made yet. */
export type Recent = {
	id: string;
	endpointId: number;
	createdAt: number;
	dueAt: number;
	isWaiting: boolean;
	notice: Notice;
};
export type NewDelivery = { id: string; endpointId: number; dueAt: number; createdAt: number; message: Message };
export type MergedDelivery = { id: string; notice: Notice };
export type Plan = { inserts: NewDelivery[]; merges: MergedDelivery[] };

/**
 * Who hears of what, and when. Nothing goes before `readyAt`, when every reader sees the changes. A notice joins a delivery
 * that waits for its first try until then at least; else it makes a new one, due then, or TRAILING_MS after the last one of
 * that resource was made. More than MOST_SINGLE for an endpoint go together. Times are UTC milliseconds.
 */
export function planDeliveries(
	notices: readonly Notice[],
	known: { endpoints: readonly Endpoint[]; recent: readonly Recent[] },
	{ at, readyAt, newId }: { at: number; readyAt: number; newId: () => string },
): Plan {
	const plan: Plan = { inserts: [], merges: [] };
	for (const endpoint of known.endpoints) {
		const wanted = notices.filter((notice) => wants(endpoint.events, typeOf(notice)));
		const insert = (message: Message, dueAt: number) =>
			plan.inserts.push({ id: newId(), endpointId: endpoint.id, dueAt, createdAt: at, message });
		if (wanted.length > MOST_SINGLE) {
			for (const message of bulkMessages(wanted)) insert(message, readyAt);
			continue;
		}
		const mine = recentByResource(known.recent.filter((delivery) => delivery.endpointId === endpoint.id));
		for (const notice of wanted) {
			const earlier = mine.get(resourceKey(notice)) ?? [];
			const waiting = earlier.find((delivery) => delivery.isWaiting && delivery.dueAt >= readyAt);
			if (waiting) plan.merges.push({ id: waiting.id, notice: mergeNotices(waiting.notice, notice) });
			else {
				const last = Math.max(0, ...earlier.map((delivery) => delivery.createdAt));
				insert(messageOf(notice), Math.max(readyAt, last > at - TRAILING_MS ? last + TRAILING_MS : 0));
			}
		}
	}
	return plan;
}

/** A notice as an endpoint is told of it by itself. */
export const messageOf = (notice: Notice): Message => {
	const { resource, id, rev } = notice.data;
	return { type: typeOf(notice), resource, resourceId: id, rev, data: notice.data };
};

/** "article.published": the name of the event on the wire and in an endpoint's filters. */
export const typeOf = ({ event, data }: Notice): string => `${data.resource}.${event}`;

const resourceKey = ({ data }: Notice): string => `${data.resource}:${data.id}`;
const recentByResource = (deliveries: readonly Recent[]): Map<string, Recent[]> =>
	Map.groupBy(deliveries, (delivery) => resourceKey(delivery.notice));

const union = (...lists: readonly string[][]): string[] => [...new Set(lists.flat())];

/** As a browser's address has it: percent-encoded except for what a path may hold. Next.js 15 matches nothing else. */
const asInAddress = (path: string): string =>
	encodeURI(path.normalize("NFC")).replace(/\?/g, "%3F").replace(/#/g, "%23");
