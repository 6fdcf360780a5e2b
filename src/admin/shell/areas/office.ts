import { paths } from "#http/paths.ts";
import type { StaffArea } from "./area.ts";

const group = "會務";

/** The entries of the menu's group 會務, in the order of the menu. */
export const OFFICE_AREAS: readonly StaffArea[] = [
	{
		group,
		label: "會員",
		href: paths.admin.members.list(),
		gate: "members",
		words: ["名冊", "病友", "家長", "會員編號", "備忘錄", "members"],
	},
	{
		group,
		label: "入會申請",
		href: paths.admin.members.applications(),
		gate: "members_approve",
		words: ["入會", "核准", "審核", "理監事會決議", "applications"],
	},
	{
		group,
		label: "連結申請",
		href: paths.admin.members.links.list(),
		gate: "members_manage",
		words: ["帳號連結", "登入", "核對", "links"],
	},
	{
		group,
		label: "可能重複的會員",
		href: paths.admin.members.duplicates(),
		gate: "members_merge",
		words: ["重複", "合併", "同一人", "同名", "duplicates"],
	},
	{
		group,
		label: "即將成年",
		href: paths.admin.members.turning(),
		gate: "members",
		words: ["滿 18 歲", "監護人", "成年", "turning 18"],
	},
	{
		group,
		label: "個人資料申請",
		href: paths.admin.members.privacy.list(),
		gate: "members_manage",
		words: ["個資", "隱私", "複本", "更正", "刪除", "去識別化", "同意書", "privacy"],
	},
	{
		group,
		label: "身障證明",
		href: paths.admin.certificates.list(),
		gate: "certificates",
		waits: "certificates",
		words: ["身心障礙證明", "審查", "減免", "到期", "certificates"],
	},
	{
		group,
		label: "任務",
		href: paths.admin.tasks.list(),
		gate: "tasks",
		words: ["待辦", "看板", "期限", "逾期", "負責人", "交辦", "tasks", "board"],
	},
	{
		group,
		label: "公告",
		href: paths.admin.announcements.list(),
		gate: "announcements",
		words: ["通知", "會員公告", "寄信給會員", "置頂", "announcements"],
	},
	{
		group,
		label: "文件閱覽",
		href: paths.admin.documents.reading(),
		gate: "documents_read",
		words: ["內部文件", "章程", "會議紀錄", "下載", "檔案", "documents"],
	},
];
