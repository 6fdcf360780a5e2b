import * as z from "zod";
import type { TextRow } from "#db/people/consent-texts.ts";
import type { ConsentHistoryRow } from "#db/people/consents.ts";
import type { PurposeRow } from "#db/people/member-field-values.ts";
import type { MemberRow } from "#db/people/member-reads.ts";
import { CONSENT_KINDS } from "#domain/people/members/codes.ts";
import { PaperConsentForm } from "#domain/people/privacy/form.ts";
import {
	CONSENT_NAMES,
	CONSENT_VERSIONS,
	currentText,
	type StoredText,
} from "#domain/people/profiles/consent-texts.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { dateWords, moment } from "#ui/time.ts";
import { recordCrumbs } from "./form-page.ts";

const { members } = paths.admin;
const field = fieldsOf(PaperConsentForm);

export type ConsentsPage = {
	member: MemberRow;
	consents: readonly ConsentHistoryRow[];
	/** The purposes of own fields that the member agreed to, or took back. */
	purposes: readonly PurposeRow[];
	association: string;
	/** The versions that the association published, and the texts of those that are asked for now. */
	versions: readonly TextRow[];
	stored: readonly StoredText[];
};

type Texts = Pick<ConsentsPage, "association" | "versions" | "stored">;

/** Returns the versions that can have been signed, those of the association first. */
const options = ({ association, versions, stored }: Texts) =>
	CONSENT_KINDS.flatMap((kind) => {
		const now = currentText(kind, stored, association).version;
		const own = versions.filter((one) => one.kind === kind);
		return [...own, ...CONSENT_VERSIONS[kind]].map(({ version }) => ({
			value: `${kind} ${version}`,
			label: `${CONSENT_NAMES[kind]}，版本 ${version}${version === now ? "" : "（不是目前的版本）"}`,
		}));
	});

/** Draws the page 同意紀錄: a member's consents, and the form for a consent that was signed on paper. */
export const consentsPage = (
	{ member, consents, purposes, ...texts }: ConsentsPage,
	state: FormState = freshForm({ given: "1" }),
	own?: FormState,
): Page => ({
	title: `${member.name}的同意紀錄`,
	name: member.name,
	area: "會員",
	crumbs: recordCrumbs(member),
	slim: true,
	body: html`<div class="stack">
		${own && errorSummary(own)} ${historyCard(consents)} ${purposes.length > 0 && ownCard(member, purposes)}
		${card(
			{ title: "登錄紙本同意書" },
			notice(
				{ tone: "info" },
				"請選紙本上印的版本。登錄收回健康資料的同意時，保存的病況會立刻刪除；收回個人資料的同意時，會同時登錄一份刪除的申請。",
			),
			form(
				{
					action: members.privacy.consent(member.id),
					state,
					version: member.version,
					submit: "登錄",
					busy: "登錄中...",
					cancel: members.show(member.id),
					main: true,
				},
				field({
					name: "text",
					label: "同意書",
					state,
					type: "select",
					empty: "請選擇",
					options: options(texts),
					required: true,
				}),
				segment({
					name: "given",
					label: "同意或收回",
					state,
					options: [
						{ value: "1", label: "同意" },
						{ value: "0", label: "收回" },
					],
				}),
				field({
					name: "signed_on",
					type: "date",
					days: "past",
					label: "簽署日期",
					state,
					narrow: true,
					required: true,
					hint: "紙本上的日期，例如 2026/3/5 或 115/3/5。",
				}),
			),
		)}
		${card(
			{ title: "目前的文字" },
			...CONSENT_KINDS.map((kind) => {
				const text = currentText(kind, texts.stored, texts.association);
				return html`<div class="stack tight">
					<h3>${CONSENT_NAMES[kind]}（版本 ${text.version}）</h3>
					${text.paragraphs.map((words) => html`<p class="small">${words}</p>`)}
				</div>`;
			}),
		)}
	</div>`,
});

/** Returns a consent as a line: 同意健康資料，版本 2026-11，紙本（2026/11/18 簽署），會務秘書登錄. */
export const consentLine = ({ given, kind, text_version, channel, signed_on, by }: ConsentHistoryRow): string =>
	[
		`${given === 1 ? "同意" : "收回"}${CONSENT_NAMES[kind]}`,
		`版本 ${text_version}`,
		channel === "paper"
			? `紙本${signed_on === null ? "" : `（${signed_on.replaceAll("-", "/")} 簽署）`}${by === null ? "" : `，${by}登錄`}`
			: `網站${by === null ? "" : `，${by}`}`,
	].join("，");

const historyCard = (consents: readonly ConsentHistoryRow[]): VNode =>
	card(
		{ title: "紀錄" },
		consents.length === 0
			? html`<p class="soft">還沒有同意紀錄。</p>`
			: html`<ul>${consents.map((row) => html`<li>${moment(row.at)}　${consentLine(row)}</li>`)}</ul>`,
	);

/** Draws the consents to special data of own fields, each in force with the button that records that it was taken back. */
const ownCard = ({ id, version }: MemberRow, purposes: readonly PurposeRow[]): VNode =>
	card(
		{ title: "自訂欄位的同意" },
		purposes.map(
			({ purpose, given, channel, at, by, fields }) => html`<div class="stack tight">
				<p>${purpose}（${z.array(z.string()).parse(JSON.parse(fields)).join("、")}）</p>
				<p class="small soft">
					${dateWords(at)}${given === 1 ? "同意" : "收回"}，${channel === "web" ? "網站" : "紙本"}${by === null ? "" : `，${by}`}
				</p>
				${
					given === 1 &&
					html`<form method="post" action=${members.privacy.ownConsentEnd(id)}>
						<input type="hidden" name="purpose" value=${purpose} />
						<input type="hidden" name="version" value=${String(version)} />
						${button({ label: "登錄收回並刪除內容", size: "s", tone: "danger", about: `：${purpose}`, busy: "登錄中..." })}
					</form>`
				}
			</div>`,
		),
		html`<p class="hint">要登錄同意，請在編輯會員的「自訂欄位」勾選。</p>`,
	);
