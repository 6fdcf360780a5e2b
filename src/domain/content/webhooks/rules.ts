import { bulkMessages, MOST_SINGLE } from "./bulk.ts";
import type { Message, Notice } from "./message.ts";
import type { EventName, NoticeData } from "./schema.ts";

/**
 * How many milliseconds after the sending job has read a change from the database its webhook may be sent at the
 * earliest: an instance of the public API keeps the content's revision for at most 500 ms, so that from then on none
 * gives an older answer.
 */
export const TRUE_AFTER_MS = 600;
/**
 * The milliseconds after the search index has taken up a change at which its webhook may be sent: readers keep the
 * index's revision in memory for almost as long.
 */
export const FOUND_AFTER_MS = 520;
/**
 * The first change of a resource is sent as soon as possible; changes that follow within these milliseconds join one
 * later delivery.
 */
export const TRAILING_MS = 2_000;

/** A row of content_changes. `tags` are other things that the change concerns: "category:3", old and new ones. */
export type Change = {
	rev: number;
	resource: NoticeData["resource"];
	id: number;
	slug: string;
	previous_slug: string | null;
	event: EventName;
	tags: string[];
};

/** The cache tags and paths of the lists that show a resource. A category or a tag is shown on every article. */
const SHOWN_IN: Record<Change["resource"], { tags: string[]; prefix: string | null; paths: string[] }> = {
	article: { tags: ["articles", "homepage"], prefix: "/articles/", paths: ["/articles", "/"] },
	page: { tags: ["pages", "homepage"], prefix: "/", paths: ["/"] },
	document: { tags: ["documents"], prefix: "/documents/", paths: ["/documents"] },
	announcement: { tags: ["announcements", "homepage"], prefix: "/announcements/", paths: ["/announcements", "/"] },
	category: { tags: ["categories", "articles", "homepage"], prefix: null, paths: ["/articles", "/"] },
	redirect: { tags: ["redirects"], prefix: "", paths: [] },
	tag: { tags: ["tags", "articles", "homepage"], prefix: null, paths: ["/articles", "/"] },
	site: { tags: ["site"], prefix: null, paths: ["/"] },
};

/** Returns the notice that a website gets about a change. */
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

/**
 * Returns, as a list of one, the address of the page above the page with this path, because its answer names the pages
 * below it; an empty list for a page at the top.
 */
const pathAbove = (path: string): string[] =>
	path.includes("/") ? [`/${asInAddress(path.slice(0, path.lastIndexOf("/")))}`] : [];

/**
 * Merges two notices about one resource: the last slug, the first previous slug, and the tags and paths of both. An
 * event that changes the state wins over "updated", a later one over an earlier one.
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

/**
 * Returns one notice for each resource among the changes (oldest first), in the order in which the resources first
 * occur.
 */
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

/** Whether an endpoint with these filters gets messages of `type`; no filter means all types, "article.*" a family. */
export function wants(filters: readonly string[], type: string): boolean {
	const family = `${type.split(".")[0]}.*`;
	return filters.length === 0 || filters.includes(type) || filters.includes(family);
}

export type Endpoint = { id: number; events: string[] };
/** A delivery that a new notice about the same resource may join. `isWaiting`: no try was made yet. */
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
 * Plans which endpoint gets which message, and when. No message is sent before `readyAt`, when every reader sees the
 * changes. A notice joins a delivery whose first try is not before `readyAt`; else it makes a new one, due at
 * `readyAt`, or TRAILING_MS after the resource's last one was made. More than MOST_SINGLE for an endpoint are sent
 * together. Times are UTC milliseconds.
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

/** Returns the message for a single notice. */
export const messageOf = (notice: Notice): Message => {
	const { resource, id, rev } = notice.data;
	return { type: typeOf(notice), resource, resourceId: id, rev, data: notice.data };
};

/** Returns the name of the event in messages and in an endpoint's filters: "article.published". */
export const typeOf = ({ event, data }: Notice): string => `${data.resource}.${event}`;

const resourceKey = ({ data }: Notice): string => `${data.resource}:${data.id}`;
const recentByResource = (deliveries: readonly Recent[]): Map<string, Recent[]> =>
	Map.groupBy(deliveries, (delivery) => resourceKey(delivery.notice));

const union = (...lists: readonly string[][]): string[] => [...new Set(lists.flat())];

/**
 * Returns a path as a browser's address has it: percent-encoded except for what a path may contain. Next.js 15 matches
 * nothing else.
 */
const asInAddress = (path: string): string =>
	encodeURI(path.normalize("NFC")).replace(/\?/g, "%3F").replace(/#/g, "%23");
