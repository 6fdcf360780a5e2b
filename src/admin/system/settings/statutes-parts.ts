import type { Group } from "#domain/system/settings/schema.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { GroupView } from "./read.ts";

const { settings } = paths.admin;
const to = (group: Group, label: string): VNode => html`<a href=${settings.group(group)}>${label}</a>`;

/** Says what the registration as a legal person (法人登記), or its lack, means for receipts and for raising money. */
export function registrationIntro({ group, values, isRegistered }: GroupView<Group>): Children {
	const isReceipts = group === "receipts";
	if (isRegistered)
		return isReceipts
			? null
			: notice({ tone: "ok", title: "已完成法人登記" }, "捐款收據可以選免納印花稅（印花稅法 §6 十四）。");
	const where = isReceipts && html`<p class="small">已經登記的，請到${to("statutes", "「章程」設定")}填寫。</p>`;
	const wrong = isReceipts ? unregisteredWords(Object(values)) : [];
	if (wrong.length > 0)
		return notice({ tone: "warn", title: "還沒有填法人登記，請檢查收據的附註" }, wrong.join(""), where);
	return notice(
		{ tone: "info", title: "還沒有填法人登記" },
		"捐款收據不能免納印花稅（印花稅法 §6 十四），也還不是可以申請勸募許可的團體（公益勸募條例 §5）。",
		where,
	);
}

/** Returns what the stored settings of receipts say that an association without a registration may not say. */
const unregisteredWords = ({ donation_note, permit_no }: Record<string, unknown>): string[] => [
	...(String(donation_note).includes("印花") ? ["捐款收據的附註提到印花稅：沒有法人登記的捐贈收據不能免納。"] : []),
	...(permit_no ? ["有勸募許可文號：勸募團體要是完成登記的公益法人（公益勸募條例 §5）。"] : []),
];

const YEAR: { name: string; value: string }[] = [
	{ name: "年度開始以前", value: "理事會編造次年度工作計畫與預算（社會團體財務處理辦法 §11）" },
	{ name: "3 月底以前", value: "理事會編造上年度工作報告與決算，送監事會審核（同條）" },
	{
		name: "5 月",
		value: "所得稅結算申報，或免辦申報（所得稅法 §71-1）；勸募團體函報捐款的辦理情形（公益勸募條例 §6）",
	},
];

/** Draws the cards beside the statutes' form: the dates of the year, and what a legal person has to keep besides. */
export function statutesAside(values: object, isRegistered: boolean): VNode[] {
	const { meeting_month: month }: Record<string, unknown> = Object(values);
	const meeting = Number(month) > 0 ? `${month} 月` : "還沒填月份";
	return [
		card(
			{ title: "一年的日期" },
			facts([
				...YEAR,
				{ name: "定期會員大會", value: `${meeting}；15 日前通知（人民團體法 §§25、26）` },
				{ name: "理事會、監事會", value: "每六個月至少一次（人民團體法 §43）" },
			]),
			html`<p class="hint">以主管機關當年度的說明為準。</p>`,
		),
		card(
			{ title: isRegistered ? "法人還要注意" : "完成法人登記以後" },
			facts([
				{ name: "召集會員大會", value: "除章程另有規定外，30 日前通知，載明會議目的（民法 §51）" },
				{ name: "變更章程", value: "全體過半數出席、出席四分之三以上同意，或全體三分之二以上書面同意（民法 §53）" },
				{ name: "解散", value: "全體三分之二以上可決（民法 §57）" },
			]),
		),
		card(
			{ title: "有表決權的年齡與類別" },
			html`<p class="small">簽到簿標示的最低年齡與會員類別，在「會員」設定。</p>`,
			linkButton({ label: "會員設定", href: settings.group("members") }),
		),
	];
}
