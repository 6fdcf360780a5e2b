import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import type { Mail } from "#db/system/mail-log.ts";
import type { Rendered } from "#domain/system/mail/layout.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { copyButton } from "#ui/copy.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { steps } from "#ui/thread.ts";
import { moment } from "#ui/time.ts";
import { type Standing, standingNotice } from "./standing.ts";
import { mailSteps, type Resend } from "./steps.ts";
import { templateWords } from "./template-words.ts";
import { MAIL_STATES, providerWords } from "./words.ts";

export type ShownMail = {
	mail: Mail;
	/** The rendered mail; undefined for a mail that can no longer be rendered. */
	words: Rendered | undefined;
	/** Whether the mail's links are masked, because the reader of this page is not the mail's recipient. */
	isMasked: boolean;
	/** Whether the link in the mail has expired, so that sending the mail again would fail. */
	isExpired: boolean;
	resends: Resend[];
	standing: Standing;
	mayResend: boolean;
	maySeeUsers: boolean;
	at: number;
};

/** Draws the page of one mail: its text, the steps of its delivery, and the button that sends it again. */
export function mailPage(of: ShownMail, state: FormState = freshForm()): Page {
	const { mail, words, resends, at, standing } = of;
	return {
		title: words?.subject ?? templateWords(mail.template),
		area: "郵件",
		crumbs: [...SYSTEM_CRUMBS, { label: "郵件", href: paths.admin.mail.list() }],
		lead: html`<div class="row">${status(MAIL_STATES[mail.state])}${words && html`<span>${templateWords(mail.template)}</span>`}</div>`,
		body: html`<div class="stack">
			${errorSummary(state)} ${"missing" in standing.chosen && standingNotice(standing)}
			<div class="split">
				<div class="stack loose">${content(of)}</div>
				<div class="stack loose">
					${again(of)} ${card({ title: "寄送過程" }, steps(mailSteps(mail, resends, at)))}
					${card({ title: "資料" }, details(of))}
				</div>
			</div>
		</div>`,
	};
}

function content({ mail, words, isMasked }: ShownMail): Children {
	if (!words) return card({ title: "內容" }, notice({}, unreadable(mail)));
	const masked = isMasked && words.text.includes("•");
	return [
		card(
			{
				title: "信件內容",
				flush: true,
				foot: masked && "只能使用一次的連結在這裡以 •••••• 代替，只有收件人收到完整的連結。",
			},
			html`<iframe class="letter" src=${paths.admin.mail.body(mail.id)} sandbox="" title=${`信件內容：${words.subject}`}></iframe>`,
		),
		card(
			{ title: "純文字版", foot: !isMasked && words.text.includes("://") && "開發環境：連結是真的，可以直接開啟。" },
			html`<p class="letter-text">${isMasked ? words.text : linked(words.text)}</p>`,
		),
	];
}

const unreadable = ({ toAddress }: Mail): string =>
	toAddress === "" ? "內容已依保存期限清除。寄送的時間與結果仍然保留。" : "這封信的內容無法讀取，可能是舊版的信件。";

/** Draws the addresses in a text as links. */
const linked = (text: string): Children =>
	text.split(/(https?:\/\/\S+)/).map((part, at) => (at % 2 === 1 ? html`<a href=${part}>${part}</a>` : part));

/**
 * Draws what sending the mail again would do, before its button, or the reason why it cannot be sent now. Null when the
 * user may not send it again, or its text or address is no longer stored.
 */
function again({ mail, words, isExpired, mayResend }: ShownMail): VNode | null {
	if (!mayResend || !words || mail.toAddress === "") return null;
	if (mail.state === "sending")
		return card({ title: "重新寄送" }, html`<p class="small">這封信正在寄送，請稍後再看結果。</p>`);
	if (isExpired)
		return card(
			{ title: "重新寄送" },
			html`<p class="small">信裡的連結已經過期，不能再寄。需要時請重新發出邀請或重設密碼，系統會寄一封新的信。</p>`,
		);
	const isQueued = mail.state === "queued";
	return card(
		{ title: isQueued ? "立即寄出" : "重新寄送" },
		html`<p class="small">${what(mail)}收件人是 <b>${mail.toName || mail.toAddress}</b>${mail.toName && `（${mail.toAddress}）`}。</p>`,
		form({
			action: paths.admin.mail.resend(mail.id),
			state: freshForm(),
			submit: isQueued ? "立即寄出" : "重新寄送",
			busy: "送出中...",
			version: mail.version,
		}),
	);
}

function what({ state }: Mail): string {
	if (state === "queued") return "不等下次嘗試，現在就寄。";
	if (state === "sent") return "這封信已經寄出過，對方會再收到一封相同的信。";
	return "會再寄一封相同的信，寄不出去時照樣會再嘗試。";
}

function details({ mail, maySeeUsers }: ShownMail): VNode {
	const { toName, toAddress, userId, provider, providerId, id, createdAt } = mail;
	const name = toName || "—";
	const person = userId !== null && maySeeUsers ? html`<a href=${paths.admin.users.show(userId)}>${name}</a>` : name;
	return facts([
		{ name: "收件人", value: toAddress === "" ? "已清除" : person },
		...(toAddress === "" ? [] : [{ name: "電子郵件", value: toAddress }]),
		{ name: "信件", value: templateWords(mail.template) },
		{ name: "建立時間", value: moment(createdAt) },
		{ name: "寄信服務", value: provider && providerWords(provider) },
		...(providerId
			? [
					{
						name: "服務編號",
						value: html`<div class="row"><code>${providerId}</code>${copyButton({ text: providerId, about: "服務編號" })}</div>`,
					},
				]
			: []),
		{ name: "郵件編號", value: html`<code>${id}</code>` },
	]);
}
