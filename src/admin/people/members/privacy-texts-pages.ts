import type { TextRow } from "#db/people/consent-texts.ts";
import { TextForm } from "#domain/people/privacy/form.ts";
import {
	CONSENT_VERSIONS,
	currentText,
	type ShownText,
	type StoredText,
	TEXT_KINDS,
	TEXT_NAMES,
	type TextKind,
} from "#domain/people/profiles/consent-texts.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { dateWords } from "#ui/time.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";

const { privacy } = paths.admin.members;
const field = fieldsOf(TextForm);
const CRUMBS = [...MEMBER_CRUMBS, { label: "個人資料申請", href: privacy.list() }];
const TEXT_CRUMBS = [...CRUMBS, { label: "告知事項", href: privacy.texts() }];

export type Texts = { versions: readonly TextRow[]; stored: readonly StoredText[]; association: string };

const WHERE: Record<TextKind, string> = {
	personal_data: "入會申請與會員專區",
	health_data: "入會申請與會員專區，選填",
	donor_data: "公開的網址，可以放在捐款頁或印給捐款人",
};

/** Draws the page 告知事項: the texts that people are told or agree to, in their versions of today. */
export const textsPage = ({ stored, association }: Texts): Page => ({
	title: "告知事項",
	area: "會員",
	crumbs: CRUMBS,
	slim: true,
	lead: "蒐集個人資料時要告知的事項（個資法第 8 條）與同意的文字。改文字就發布新的版本：同意過舊版本的會員，下次登入時首頁會請他看新的文字。",
	actions: linkButton({ label: "同意情形", icon: "users", href: privacy.agreements() }),
	body: card(
		{ label: "告知事項", flush: true },
		items(
			TEXT_KINDS.map((kind) => {
				const { version } = currentText(kind, stored, association);
				return {
					title: TEXT_NAMES[kind],
					href: privacy.text(kind),
					sub: WHERE[kind],
					end: `版本 ${version}`,
					endSub: stored.some((one) => one.kind === kind) ? "協會自訂" : "程式預設",
				};
			}),
		),
	),
});

/** Draws the page of a text: what it says today, its versions, and the form that publishes a new one. */
export function textPage(of: Texts & { kind: TextKind }, state: FormState): Page {
	const { kind, stored, association } = of;
	const now = currentText(kind, stored, association);
	return {
		title: TEXT_NAMES[kind],
		area: "會員",
		crumbs: TEXT_CRUMBS,
		slim: true,
		lead: `目前的版本 ${now.version}`,
		actions: kind === "donor_data" && linkButton({ label: "公開的頁面", icon: "eye", href: paths.notice(kind) }),
		body: html`<div class="stack">
			${card({ title: "目前的文字" }, ...paragraphs(now))}
			${card(
				{ title: "發布新的版本" },
				notice(
					{ tone: "info" },
					"還沒有自訂過的，欄位裡是程式預設的文字，帶入設定裡的協會名稱、主機業者與地區；自訂過的是目前的文字，這些要自己改。主機業者與地區要照實寫；目的與類別的代號，請對照法務部的「個人資料保護法之特定目的及個人資料之類別」。發布之後不能更改，只能再發布新的版本。",
				),
				form(
					{ action: privacy.text(kind), state, submit: "發布", busy: "發布中...", cancel: privacy.texts(), main: true },
					field({
						name: "starts_on",
						type: "date",
						days: "future",
						label: "從哪一天開始用",
						state,
						narrow: true,
						required: true,
						hint: "今天或以後，例如 115/3/5。",
					}),
					field({
						name: "body",
						label: "文字",
						state,
						type: "textarea",
						rows: 20,
						required: true,
						hint: "一行是一段。要寫：誰蒐集、目的、類別、利用的期間、地區、對象與方式、當事人的權利、不提供的影響。",
					}),
				),
			)}
			${card({ title: "版本", flush: true }, items(versionItems(of)))}
		</div>`,
	};
}

const paragraphs = (text: ShownText): VNode[] => text.paragraphs.map((words) => html`<p>${words}</p>`);

const versionItems = ({ kind, versions }: Texts & { kind: TextKind }) => [
	...versions
		.filter((one) => one.kind === kind)
		.map(({ version, starts_on, author, created_at, is_current }) => ({
			title: `版本 ${version}`,
			href: privacy.textVersion(kind, version),
			sub: `${dayText(starts_on)}起，${author ?? "維運人員"} ${dateWords(created_at)}發布`,
			...(is_current === 1 && { end: "目前" }),
		})),
	...CONSENT_VERSIONS[kind].map(({ version }) => ({
		title: `版本 ${version}`,
		href: privacy.textVersion(kind, version),
		sub: "程式預設",
	})),
];

/** Draws one version of a text, to read and print. */
export const versionPage = (kind: TextKind, text: ShownText): Page => ({
	title: `${TEXT_NAMES[kind]}，版本 ${text.version}`,
	area: "會員",
	crumbs: [...TEXT_CRUMBS, { label: TEXT_NAMES[kind], href: privacy.text(kind) }],
	slim: true,
	body: card({ label: "文字" }, ...paragraphs(text)),
});
