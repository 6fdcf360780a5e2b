import type { ConsentRow, MemberRow } from "#db/people/index.ts";
import type { OwnKind } from "#domain/people/actions.ts";
import { CONSENT_NAMES, type ConsentKind, type ShownText } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { consentNow, privacyCrumbs } from "./show-page.ts";

const { privacy } = paths.member;

export type ConsentPage = {
	kind: OwnKind;
	member: MemberRow;
	dependent: number | undefined;
	consents: readonly ConsentRow[];
	/** The text that is asked for now. */
	text: ShownText;
};

const paragraphs = (text: ShownText): VNode[] => text.paragraphs.map((words) => html`<p>${words}</p>`);

type Read = { kind: ConsentKind; text: ShownText; isCurrent: boolean; association: string };
/** Draws the text of a consent, in one of its versions, to read and print. */
export const textPage = ({ kind, text, isCurrent, association }: Read): Page => ({
	title: `${CONSENT_NAMES[kind]}同意事項`,
	lead: `${association}　版本 ${text.version}${isCurrent ? "（目前的版本）" : "（其他版本）"}`,
	crumbs: privacyCrumbs({ name: "" }, undefined),
	slim: true,
	body: card({ label: "同意事項" }, ...paragraphs(text), html`<p class="hint">可以用瀏覽器的「列印」留存。</p>`),
});

/** Draws the page of a consent: its text, and whether the consent is given. */
export function consentPage(of: ConsentPage, state: FormState = freshForm()): Page {
	const { kind, member, dependent, consents, text } = of;
	const now = consentNow(kind, consents);
	const given = consents.find((row) => row.kind === kind);
	const before = now === "outdated" ? given : undefined;
	return {
		title: `${CONSENT_NAMES[kind]}的同意`,
		crumbs: privacyCrumbs(member, dependent),
		lead: `版本 ${text.version}`,
		slim: true,
		body: html`<div class="stack loose">
			${
				before &&
				notice(
					{ tone: "warn", title: "文字更新了" },
					"您上次同意的是",
					before.has_text === 1
						? html`<a href=${privacy.text(kind, before.text_version)}>版本 ${before.text_version}</a>`
						: `版本 ${before.text_version}`,
					"，請看過新的文字。",
				)
			}
			${card(
				{ label: "同意事項" },
				...paragraphs(text),
				html`<p><a href=${privacy.text(kind, text.version)}>單獨開啟，方便列印</a></p>`,
			)}
			${now === "given" ? givenCard(of) : card({ label: "同意" }, agreeForm(of, state))}
			${now === "outdated" && endLink(of)}
		</div>`,
	};
}

const agreeForm = ({ kind, dependent, text }: ConsentPage, state: FormState): VNode =>
	form(
		{ action: privacy.consent(kind, dependent), state, submit: "同意", busy: "處理中...", main: true, big: true },
		html`<input type="hidden" name="text_version" value=${text.version} />`,
		checkbox({ name: "agree", label: text.label.replace("（選填）", ""), state, required: true }),
	);

const givenCard = (of: ConsentPage): VNode => card({ label: "已同意" }, html`<p>您已經同意這個版本。</p>`, endLink(of));

const endLink = ({ kind, dependent }: ConsentPage): VNode =>
	html`<div class="row">${linkButton({ label: "收回同意", icon: "undo", href: privacy.consentEnd(kind, dependent) })}</div>`;

const EFFECTS: Record<OwnKind, readonly string[]> = {
	health_data: [
		"協會保存的病況會立刻刪除，無法復原；之後要再提供，可以重新同意。",
		"不影響會員資格，也不影響已核准的身障證明。",
	],
	personal_data: [
		"等於請協會停止利用並刪除您的資料：會同時提出一份「刪除或停止利用」的申請，協會在 30 天內答覆。",
		"依法必須保存的帳冊、收據與決議會保留；沒有聯絡方式，協會就無法繼續提供會員服務，通常需要一併辦理退會。",
		"答覆以前，您可以撤回這份申請，也可以再次同意。",
	],
};

/** Draws the page that says what follows from withdrawing a consent, before it is withdrawn. */
export const endConsentPage = ({ kind, member, dependent }: ConsentPage, state: FormState = freshForm()): Page => ({
	title: `收回${CONSENT_NAMES[kind]}的同意`,
	crumbs: privacyCrumbs(member, dependent),
	slim: true,
	body: html`<div class="stack loose">
		${notice({ tone: "warn", title: "收回後" }, html`<ul>${EFFECTS[kind].map((words) => html`<li>${words}</li>`)}</ul>`)}
		${card(
			{ label: "收回同意" },
			form({
				action: privacy.consentEnd(kind, dependent),
				state,
				version: member.version,
				submit: "收回同意",
				busy: "處理中...",
				cancel: privacy.show(dependent),
				danger: true,
				main: true,
				big: true,
			}),
		)}
	</div>`,
});
