import type { OwingFigures } from "#db/money/dues-notices.ts";
import type { NamedType } from "#domain/people/index.ts";
import type { Rendered } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { chosenWords, hrefOf, listAgain, queryOf, type Whom } from "./notices-query.ts";
import { noticeCrumbs } from "./notices-words.ts";

const { dues } = paths.admin;

export type NoticeMail = {
	whom: Whom;
	types: readonly NamedType[];
	figures: OwingFigures;
	/** The mail as one of the recipients will read it; undefined when nobody gets one. */
	sample: { name: string; words: Rendered } | undefined;
	key: string;
};

/** Draws the page before the mails are sent: how many members get one, how many do not, and its text. */
export function noticeMailPage({ whom, types, figures, sample, key }: NoticeMail, state: FormState): Page {
	const { members, mailed, told } = figures;
	const going = mailed - told;
	return {
		title: "寄會費提醒",
		area: "會費與收款",
		crumbs: noticeCrumbs(whom),
		lead: `${chosenWords(whom, types)}：${figure(members)} 位。`,
		slim: true,
		body:
			members === 0
				? card(
						{ flush: true, label: "寄會費提醒" },
						noMatch({ title: "沒有需要通知的會員", clearHref: dues.notices() }),
					)
				: html`<div class="stack">
						${card(
							{ title: "誰會收到" },
							facts([
								{ name: "會收到", value: `${figure(going)} 位` },
								...(told > 0 ? [{ name: "今天寄過", value: `${figure(told)} 位，略過` }] : []),
								...(members > mailed ? [{ name: "沒有電子郵件", value: unreached(whom, members - mailed) }] : []),
							]),
							html`<p class="hint">有帳號的寄到登入用的電子郵件，受監護的會員也寄給監護人，都沒有時寄到會員資料上的電子郵件。同一個帳號代好幾位繳費時，只寄一封。</p>`,
						)}
						${sample && letter(sample)}
						${
							going > 0
								? card(
										{ label: "寄出" },
										form(
											{
												action: dues.noticesMail(),
												state,
												key,
												submit: `寄給 ${figure(going)} 位`,
												busy: "寄送中...",
												cancel: listAgain(whom),
												main: true,
											},
											html`<input type="hidden" name="query" value=${queryOf(whom)} />`,
										),
									)
								: html`<p>${linkButton({ label: "回到名單", href: listAgain(whom) })}</p>`
						}
					</div>`,
	};
}

const unreached = (whom: Whom, many: number): Children => [
	`${figure(many)} 位　`,
	html`<a href=${hrefOf(dues.noticesPrint(), whom, { reach: "none" })}>列印繳費通知單</a>`,
];

const letter = ({ name, words }: NonNullable<NoticeMail["sample"]>): VNode =>
	card(
		{ title: "信件內容", beside: html`<span class="soft">以${name}收到的為例</span>` },
		html`<p><b>${words.subject}</b></p>`,
		html`<p class="letter-text">${words.text}</p>`,
		html`<p class="hint">信裡寫自己與代為繳費的人的項目、金額、期限與帳號；受監護的會員只寫會員編號，不寫姓名，因為信箱常有家人共用。</p>`,
	);
