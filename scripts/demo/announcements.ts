/**
 * Makes the announcements (公告) of the demo association: for everybody, for members, and for its staff, in all four
 * states.
 */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { createAnnouncement, markRead } from "#domain/office/announcements/actions.ts";
import type { AnnouncementInput } from "#domain/office/announcements/form.ts";
import { byUser } from "#kernel/by.ts";
import type { Permission } from "#permissions.ts";

const DAY_MS = 24 * 3_600_000;
const MAY: ReadonlySet<Permission> = new Set(["announcements.manage", "announcements.publish"]);

type DemoAnnouncement = {
	title: string;
	body: string;
	audience: string;
	/** How many days ago it was published; `in` is in how many days it will be. A draft has neither. */
	ago?: number;
	in?: number;
	/** In how many days it ends; negative when it has ended. */
	until?: number;
	/** The email addresses of the users who opened it. */
	readBy?: readonly string[];
};

const ANNOUNCEMENTS: readonly DemoAnnouncement[] = [
	{
		title: "呼吸照護工作坊，名額 20 位",
		body: `12 月 20 日（週日）下午 1 點半，臺北市非營利組織發展中心 2 樓。

- 呼吸治療師帶大家檢查自己的設備，請帶來
- 現場有手語翻譯與聽打服務
- 家人可以一起來，請在報名時寫人數

報名到 12 月 10 日，或額滿為止。不能到場的朋友，講義會放在「文件」。`,
		audience: "members",
		ago: 3,
		until: 30,
	},
	{
		title: "會所年底盤點，12 月 30、31 日暫停服務",
		body: `12 月 30 日與 31 日會所盤點與整理，電話與臨櫃服務暫停兩天，1 月 2 日恢復。

急需輔具借用的朋友，請在 12 月 26 日前與我們聯絡。`,
		audience: "public",
		ago: 6,
		until: 40,
	},
	{
		title: "會費可以線上登錄了",
		body: `從這個月起，匯款或劃撥之後可以自己到「會費與繳費」登錄，上傳明細照片，不用再傳真。收據核對後會寄到您的信箱，也可以在會員專區列印。

家長可以一次替孩子一起繳，收據可以分開開立。`,
		audience: "members",
		ago: 21,
		readBy: ["member@example.org"],
	},
	{
		title: "贊助會員感謝茶會",
		body: "謝謝一年來的支持。茶會訂在 1 月 10 日下午 3 點，邀請函另外寄出。",
		audience: "type:sponsor",
		in: 12,
	},
	{
		title: "年底關帳的時程",
		body: `- 12 月 18 日：最後一批支出申請送件
- 12 月 24 日：零用金結清
- 1 月 5 日：12 月份結帳

逾期的申請併入明年度，請提醒各位申請人。`,
		audience: "staff:cashier",
		ago: 2,
		until: 45,
	},
	{
		title: "秋季健走活動報名（已截止）",
		body: "大安森林公園健走，集合時間上午 8 點半。謝謝 46 位夥伴參加。",
		audience: "members",
		ago: 70,
		until: -40,
		readBy: ["member@example.org"],
	},
	{
		title: "疫苗接種補助說明（草稿）",
		body: "等衛生局公布今年的補助對象後補上。",
		audience: "members",
	},
];

/** Writes the announcements that do not exist yet; returns how many. `at` is UTC milliseconds. */
export async function seedDemoAnnouncements(db: Db, at: number): Promise<number> {
	const [there, people] = await readRows(
		db.$client,
		select<{ title: string }>("SELECT title FROM announcements"),
		select<{ id: number; email: string }>("SELECT id, email FROM users WHERE email IS NOT NULL"),
	);
	const idOf = (email: string): number => people.find((one) => one.email === email)?.id ?? 0;
	const missing = ANNOUNCEMENTS.filter(({ title }) => !there.some((one) => one.title === title));
	for (const one of missing) {
		const made = at - (one.ago ?? 1) * DAY_MS;
		const input: AnnouncementInput = {
			title: one.title,
			slug: "",
			body: one.body,
			audience: one.audience,
			is_pinned: false,
			publish: one.in === undefined ? "now" : "later",
			publish_at: one.in === undefined ? null : at + one.in * DAY_MS,
			unpublish_at: one.until === undefined ? null : at + one.until * DAY_MS,
			attachments: [],
		};
		const isDraft = one.ago === undefined && one.in === undefined;
		const by = byUser(idOf(one.audience === "public" ? "editor@example.org" : "secretary@example.org"), null, made);
		const step = isDraft ? undefined : "publish";
		const id = await createAnnouncement(db, { input, step, key: crypto.randomUUID(), may: MAY, ...by });
		for (const email of one.readBy ?? []) await markRead(db, id, { userId: idOf(email), at: made + DAY_MS });
	}
	return missing.length;
}
