import * as z from "zod";
import { Change, EVENTS, RESOURCES } from "#domain/content/content/changes.ts";

const PUBLISHING = ["published", "updated", "unpublished", "archived", "deleted"] as const;
const TERM = ["created", "updated", "deleted"] as const;

/** The events of each resource; the triggers of its table write them. */
const EVENTS_OF = {
	article: PUBLISHING,
	page: PUBLISHING,
	document: PUBLISHING,
	announcement: ["published", "updated", "unpublished", "deleted"],
	category: TERM,
	tag: TERM,
	redirect: TERM,
	site: ["updated"],
} as const satisfies Record<(typeof RESOURCES)[number], readonly (typeof EVENTS)[number][]>;

/** The filters that an endpoint may have: a family ("article.*") or one event ("article.published"). */
export const EVENT_FILTERS: string[] = RESOURCES.flatMap((resource) => [
	`${resource}.*`,
	...EVENTS_OF[resource].map((event) => `${resource}.${event}`),
]);

/**
 * The form of an endpoint. No events means all of them. `refusedTarget` (./target.ts) decides whether the address may
 * be called.
 */
export const EndpointInput = z.strictObject({
	url: z
		.url({ protocol: /^https?$/ })
		.max(500)
		.transform((url) => new URL(url).href),
	events: z
		.array(z.enum(EVENT_FILTERS))
		.default([])
		.transform((events) => [...new Set(events)].toSorted()),
});
export type EndpointInput = z.infer<typeof EndpointInput>;

/** The `data` of a webhook about content: what changed, and which cached tags and paths a website must drop. */
export const NoticeData = z.object({
	rev: z.int(),
	resource: z.enum(RESOURCES),
	id: z.int(),
	slug: z.string(),
	previous_slug: z.string().nullable(),
	tags: z.array(z.string()),
	paths: z.array(z.string()),
});
export type NoticeData = z.infer<typeof NoticeData>;

/** The `data` of `content.bulk`: many changes at once, and which cached tags and paths a website must drop. */
export const BulkData = z.object({
	rev: z.int(),
	changes: z.array(Change),
	tags: z.array(z.string()),
	paths: z.array(z.string()),
});
export type BulkData = z.infer<typeof BulkData>;

export type EventName = (typeof EVENTS)[number];

/** Returns the event of a type: "published" of "article.published". */
export const eventIn = (type: string): EventName => z.enum(EVENTS).parse(type.slice(type.indexOf(".") + 1));

/**
 * The schema of a list of names that the database stores as JSON. An unreadable one (written by plain SQL) counts as
 * empty, so that it does not stop the others.
 */
export const StoredStrings = z.string().transform((json) => z.array(z.string()).catch([]).parse(JSON.parse(json)));
export const StoredNotice = z.string().transform((json) => NoticeData.parse(JSON.parse(json)));
