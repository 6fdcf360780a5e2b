import { env } from "cloudflare:test";
import { open } from "#db/commit.ts";
import { createAnnouncement } from "#domain/office/announcements/actions.ts";
import type { AnnouncementInput } from "#domain/office/announcements/form.ts";
import type { Permission } from "#permissions.ts";

export const MAY: ReadonlySet<Permission> = new Set(["announcements.manage", "announcements.publish"]);
export const writer = (at = Date.now()) => ({ actor: "operator", userId: null, ip: null, at, may: MAY });

/** What a form says, besides what is given. */
export const said = (given: Partial<AnnouncementInput> = {}): AnnouncementInput => ({
	title: "春季病友聚會",
	slug: "",
	body: "四月十二日下午兩點，臺大醫院國際會議中心。\n\n歡迎帶家人一起來。",
	audience: "members",
	is_pinned: false,
	publish: "now",
	publish_at: null,
	unpublish_at: null,
	attachments: [],
	...given,
});

/** Makes an announcement by the program's own verb, open at once. Returns its id. */
export const announcement = (given: Partial<AnnouncementInput> = {}): Promise<number> =>
	createAnnouncement(open(env.DB), { input: said(given), step: "publish", key: crypto.randomUUID(), ...writer() });

/** The same as a draft. */
export const draft = (given: Partial<AnnouncementInput> = {}): Promise<number> =>
	createAnnouncement(open(env.DB), { input: said(given), key: crypto.randomUUID(), ...writer() });

/** Rows of a query. */
export const rowsOf = async <Row>(query: string, ...values: unknown[]): Promise<Row[]> =>
	(
		await env.DB.prepare(query)
			.bind(...values)
			.all<Row>()
	).results;
