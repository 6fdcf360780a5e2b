import * as z from "zod";
import {
	type AnnouncementRow,
	countPublicAnnouncements,
	publicAnnouncements as pageOfAnnouncements,
	publicAnnouncement,
} from "#db/office/index.ts";
import {
	AnnouncementList,
	AnnouncementListQuery,
	AnnouncementParams,
	AnnouncementReply,
} from "#domain/content/index.ts";
import type { Site } from "#http/context.ts";
import { endpoint } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";
import { canonicalSearch } from "#http/query.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { absolute } from "#routes/article-json.ts";
import { listJson } from "#routes/list-json.ts";

/** Returns the JSON of a public announcement; links and files in its text are absolute addresses. */
export const announcementJson = (row: AnnouncementRow, site: Site) => ({
	id: row.id,
	slug: row.slug,
	title: row.title,
	body_html: absolute(row.body_html, site),
	is_pinned: row.is_pinned === 1,
	published_at: isoInTaipei(row.publish_from),
	until: row.publish_until === null ? null : isoInTaipei(row.publish_until),
	updated_at: isoInTaipei(row.updated_at),
	url: site.origin + paths.site.announcement(row.slug),
});

export const listAnnouncements = endpoint({
	path: "/announcements",
	summary: "公告列表",
	description: "目前公開中的公告，置頂在前，含內文。給會員或工作人員的公告不在其中。",
	params: z.object({}),
	query: AnnouncementListQuery,
	defaults: { page: 1, per_page: 15 },
	reply: AnnouncementList,
	example: "/announcements",
	fill: async (fill, { query: { page, per_page: perPage } }) => {
		const [counts, rows] = await fill.read(
			countPublicAnnouncements(),
			pageOfAnnouncements(perPage, (page - 1) * perPage),
		);
		const address =
			fill.site.base + paths.api.announcements() + canonicalSearch({ per_page: perPage }, { per_page: 15 });
		const data = rows.map((row) => announcementJson(row, fill.site));
		const body = listJson(data, { page, perPage, total: counts[0]?.total ?? 0, address });
		return { kind: "json", known: data.length > 0, body };
	},
});

export const showAnnouncement = endpoint({
	path: "/announcements/:slug",
	summary: "單則公告",
	description: "目前公開中的公告；期限已過、未公開或不是給大眾的都回 404。",
	params: AnnouncementParams,
	query: z.strictObject({}),
	reply: AnnouncementReply,
	also: [404],
	example: "/announcements/{slug}",
	fill: async (fill, { params }) => {
		const [[row]] = await fill.read(publicAnnouncement(params.slug));
		return row ? { kind: "json", known: true, body: { data: announcementJson(row, fill.site) } } : { kind: "missing" };
	},
});
