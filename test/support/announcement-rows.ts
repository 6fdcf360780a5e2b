import assert from "node:assert/strict";
import { uploadMedia } from "#domain/content/media/actions.ts";
import { arrangeMailing, sendMailings } from "#domain/office/announcement-mailings/actions.ts";
import { saveAnnouncement } from "#domain/office/announcements/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import type { Permission } from "#permissions.ts";
import { signLink } from "#platform/links.ts";
import { seedDemoAnnouncements } from "../../scripts/demo/announcements.ts";
import type { Store } from "./admin-server.ts";

const { announcements } = paths.admin;
const MAY: ReadonlySet<Permission> = new Set(["announcements.manage", "announcements.publish"]);
const PDF = { filename: "委託書.pdf", declaredType: "", bytes: new TextEncoder().encode("%PDF-1.7\n%%EOF 委託書\n") };

/** The demo's announcements, one of them with a file and mailed. Returns the addresses of the routes that have a place for one. */
export async function fillAnnouncements({ db, env, secrets }: Store, at: number): Promise<Record<string, string[]>> {
	await seedDemoAnnouncements(db, at);
	const idOf = async (where: string): Promise<number> =>
		(await env.DB.prepare(`SELECT id FROM announcements WHERE ${where} ORDER BY id LIMIT 1`).first<number>("id")) ??
		assert.fail(where);
	const [open, draft, staff] = [
		await idOf("is_live = 1 AND audience = 'members'"),
		await idOf("publish_from IS NULL"),
		await idOf("audience GLOB 'staff:*'"),
	];
	const file = await uploadMedia(env, db, { upload: PDF, by: byOperator(at) });
	await env.DB.prepare("UPDATE announcements SET audience = 'staff:admin' WHERE id = ?").bind(staff).run();
	const writer = { ...byOperator(at), may: MAY };
	for (const [id, audience] of [
		[open, "members"],
		[staff, "staff:admin"],
	] as const)
		await saveAnnouncement(
			db,
			{ id, version: 1 },
			{
				input: {
					title: "會員大會的委託書",
					slug: "",
					body: "請填寫後交回會所。",
					audience,
					is_pinned: true,
					publish: "now",
					publish_at: null,
					unpublish_at: null,
					attachments: [{ id: file.id, description: "委託書" }],
				},
				...writer,
			},
		);
	await arrangeMailing(db, { key: crypto.randomUUID(), id: open, version: 2, scope: "all", ...writer });
	await sendMailings(db, at, 5);
	const places = (place: string) => [announcements.step(open, place)];
	return {
		[announcements.list()]: [announcements.list(), `${announcements.list()}?q=沒有這種公告`],
		[announcements.show(":id")]: [announcements.show(open), announcements.show(draft)],
		[announcements.read(":id")]: [announcements.read(staff)],
		[announcements.step(":id", "audience")]: [
			`${announcements.step(draft, "audience")}?audience=members`,
			...places("audience"),
		],
		[announcements.step(":id", "channels")]: [announcements.step(draft, "channels"), ...places("channels")],
		[announcements.step(":id", "mail-body")]: places("mail-body"),
		[announcements.step(":id", "preview")]: [
			`${announcements.step(draft, "preview")}?width=phone`,
			...places("preview"),
		],
		[announcements.step(":id", "mailing")]: [announcements.step(draft, "mailing"), ...places("mailing")],
		[announcements.step(":id", "receivers")]: places("receivers"),
		[announcements.step(":id", "removal")]: [announcements.step(draft, "removal")],
		[announcements.filePlace()]: [announcements.file(staff, file.id, PDF.filename)],
		[paths.member.announcements.show(":id")]: [paths.member.announcements.show(open)],
		[paths.member.announcements.filePlace()]: [paths.member.announcements.file(open, file.id, PDF.filename)],
		[paths.unsubscribe(":token")]: [
			paths.unsubscribe(signLink(secrets.LINK_KEY, "unsubscribe", "member_announcements-u1")),
		],
	};
}
