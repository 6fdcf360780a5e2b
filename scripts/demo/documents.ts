/**
 * Makes the documents (文件) of the demo association that are not public: for members, and for holders of a permission.
 */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { addVersion, createDocument } from "#domain/content/documents/actions.ts";
import { downloadDocument } from "#domain/content/documents/download-actions.ts";
import type { READ_PERMISSIONS } from "#domain/content/documents/rules.ts";
import { byUser } from "#kernel/by.ts";
import { pdfOf } from "./pdf.ts";

const DAY_MS = 86_400_000;

type DemoDocument = {
	title: string;
	category: string;
	description: string;
	/** The permission that readers need; without one the document is for members. */
	permission?: (typeof READ_PERMISSIONS)[number];
	/** The document is a draft, not published. */
	isDraft?: true;
	/** The lines of the document's text, after its title. */
	lines: readonly string[];
	/** How many days ago it was uploaded; `again` describes a second version, with what changed. */
	days: number;
	again?: { days: number; note: string };
};

const DOCUMENTS: readonly DemoDocument[] = [
	{
		title: "會員手冊",
		category: "會員服務",
		description: "會員權益、會費減免、身障證明更新與聯絡方式，一本看完。",
		lines: ["一、您的會員權益", "二、會費與減免", "三、身心障礙證明的更新", "四、家長與監護人", "五、聯絡協會"],
		days: 320,
		again: { days: 12, note: "更新會費減免與線上繳費的說明" },
	},
	{
		title: "就醫交通補助申請表",
		category: "會員服務",
		description: "填好後拍照傳到協會 LINE，或郵寄回協會都可以。",
		lines: ["姓名：", "會員編號：", "就醫日期與醫院：", "交通方式與金額：", "匯款帳號："],
		days: 150,
	},
	{
		title: "115 年會員大會手冊",
		category: "會議",
		description: "議程、工作報告、114 年決算與 115 年預算。",
		lines: [
			"時間：115 年 3 月 21 日上午 10 時",
			"地點：協會會議室與線上",
			"一、主席致詞",
			"二、工作報告",
			"三、提案討論",
		],
		days: 260,
	},
	{
		title: "秋季聚會照片使用同意書",
		category: "活動",
		description: "聚會當天會拍照，請填好帶來；不同意也可以參加。",
		lines: ["本人同意協會於會刊與官網使用聚會照片。", "姓名：", "日期："],
		days: 40,
	},
	{
		title: "第九屆第三次理監事聯席會議紀錄",
		category: "會議",
		description: "",
		permission: "reports.view",
		lines: ["出席：理事九人、監事三人", "一、確認上次會議紀錄", "二、財務報告", "三、新會員入會審查", "四、臨時動議"],
		days: 33,
	},
	{
		title: "會計制度與內部控制",
		category: "內部規章",
		description: "傳票編製、結帳時程與憑證保管。",
		permission: "ledger.view",
		lines: ["第一章　總則", "第二章　會計科目", "第三章　憑證與傳票", "第四章　結帳與報表", "第五章　內部控制"],
		days: 400,
	},
	{
		title: "零用金與付款作業須知",
		category: "內部規章",
		description: "零用金上限、撥補與付款前的核對項目。",
		permission: "finance.pay",
		lines: ["一、零用金以新臺幣兩萬元為上限", "二、每月底盤點並撥補", "三、付款前核對受款帳號與憑證"],
		days: 210,
	},
	{
		title: "家庭訪視紀錄表（新版）",
		category: "內部規章",
		description: "",
		permission: "members.view",
		isDraft: true,
		lines: ["訪視日期：", "受訪家庭：", "需要的協助：", "後續安排："],
		days: 2,
	},
];

/**
 * Makes the documents when all existing ones are public, and lets the demo member download each that members may open;
 * returns how many were made. `at` is UTC milliseconds; people and members must exist.
 */
export async function seedDemoDocuments(env: { FILES: R2Bucket }, db: Db, at: number): Promise<number> {
	const [[there], users] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM documents WHERE visibility <> 'public' LIMIT 1"),
		select<{ id: number; email: string }>(
			"SELECT id, email FROM users WHERE email IN ('secretary@example.org', 'member@example.org')",
		),
	);
	const userOf = (name: string) => users.find(({ email }) => email.startsWith(name))?.id;
	const [secretary, member] = [userOf("secretary"), userOf("member")];
	if (there || secretary === undefined || member === undefined) return 0;
	for (const [nth, one] of DOCUMENTS.entries()) {
		const id = await make(env, db, { one, nth, secretary, at });
		const held = new Set(["member.own"]);
		const reader = { userId: member, permissions: held, ownPermissions: held, deputising: [] };
		const opened = await downloadDocument(env, db, {
			id,
			reader,
			by: byUser(member, null, at - nth * DAY_MS),
			isHead: false,
		});
		if (opened?.body instanceof ReadableStream) await opened.body.cancel();
	}
	return DOCUMENTS.length;
}

type Making = { one: DemoDocument; nth: number; secretary: number; at: number };

async function make(env: { FILES: R2Bucket }, db: Db, { one, nth, secretary, at }: Making): Promise<number> {
	const may = new Set(["documents.manage"] as const);
	const by = (days: number) => ({ ...byUser(secretary, null, at - days * DAY_MS), may });
	const upload = (more: string[] = []) => ({
		filename: `${one.title}.pdf`,
		declaredType: "application/pdf",
		bytes: pdfOf([one.title, ...one.lines, ...more]),
	});
	const id = await createDocument(env, db, {
		...by(one.days),
		input: {
			title: one.title,
			slug: "",
			category: one.category,
			kind: "general",
			description: one.description,
			visibility: one.permission ? "restricted" : "members",
			permission: one.permission ?? null,
			publish: one.isDraft ? "draft" : "now",
			publish_at: null,
			unpublish_at: null,
		},
		upload: upload(),
		key: `demo-document-${nth}`,
	});
	if (one.again) {
		const ref = { id, version: 1 };
		await addVersion(env, db, { ...by(one.again.days), ref, upload: upload([one.again.note]), note: one.again.note });
	}
	return id;
}
