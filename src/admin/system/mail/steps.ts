import type { Mail } from "#db/system/mail-log.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Step } from "#ui/thread.ts";
import { moment } from "#ui/time.ts";
import { errorWords, hasOwnWords, providerWords } from "./words.ts";

/** A request to send the mail again; `at` in UTC milliseconds. */
export type Resend = { at: number; userName: string | null };

/** Returns the stored steps of a mail's delivery. Of its attempts, only their number and the last error are stored. */
export const mailSteps = (mail: Mail, resends: Resend[], at: number): Step[] => [
	{ title: "排入寄送", state: "done", who: moment(mail.createdAt) },
	...resends.map(
		({ at: asked, userName }): Step => ({
			title: "要求重新寄送",
			state: "done",
			who: [userName ?? "系統", "　", moment(asked)],
		}),
	),
	...ending(mail, at),
];

function ending(mail: Mail, at: number): Step[] {
	const { state, attempts, dueAt, settledAt, provider } = mail;
	const when = settledAt !== null && moment(settledAt);
	switch (state) {
		case "queued":
			return [
				...(attempts > 0 ? [{ title: `試了 ${attempts} 次，還沒寄出`, state: "done" as const, ...reason(mail) }] : []),
				{ title: "待寄出", state: "now", who: dueAt <= at ? "輪到時就寄出" : ["下次嘗試　", moment(dueAt)] },
			];
		case "sending":
			return [{ title: "寄送中", state: "now", who: `第 ${attempts} 次嘗試` }];
		case "sent":
			return [
				{ title: "已寄出", state: "done", who: [when, provider && `　${providerWords(provider)}`], ...tries(attempts) },
			];
		case "failed":
			return [{ title: `寄送失敗，試了 ${attempts} 次`, state: "done", who: when, ...reason(mail) }];
		case "bounced":
			return [{ title: "被退回", state: "done", who: when, ...reason(mail) }];
	}
}

const tries = (attempts: number): { more?: VNode } =>
	attempts > 1 ? { more: html`<p class="soft">第 ${attempts} 次嘗試時寄出</p>` } : {};

/** Returns the reason of the last failure in plain words, and the provider's own message. */
const reason = ({ lastError }: Mail): { comment?: string; more?: VNode } => {
	if (!lastError) return {};
	const said = hasOwnWords(lastError) ? { more: html`<p class="soft">原始訊息 <code>${lastError}</code></p>` } : {};
	return { comment: errorWords(lastError), ...said };
};
