import type { SheetRow } from "#db/money/dues-notices.ts";
import { groupText, memberText, readItems } from "#domain/money/dues-notices/sheet.ts";
import type { NamedType } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { copyButton } from "#ui/copy.ts";
import { noMatch } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { chosenWords, queryOf, type Whom } from "./notices-query.ts";
import type { Notices } from "./notices-sheet.ts";
import { noticeCrumbs } from "./notices-words.ts";

const { dues } = paths.admin;

/** The most texts on the page, because each is pasted by hand. */
export const TEXTS_MAX = 50;

export type NoticeText = {
	whom: Whom;
	types: readonly NamedType[];
	/** The members; one more than `TEXTS_MAX` when there are more. */
	rows: readonly SheetRow[];
	notices: Notices;
};

/**
 * Draws the page LINE 文字: texts to copy for a group and for each member, and a button that records that they were
 * sent.
 */
export function noticeTextPage({ whom, types, rows, notices }: NoticeText, state: FormState): Page {
	const shown = rows.slice(0, TEXTS_MAX);
	const told = {
		association: notices.association.name,
		accounts: notices.accounts,
		pay: notices.pay,
		until: rocWords(notices.until),
	};
	return {
		title: "LINE 文字",
		area: "會費與收款",
		crumbs: noticeCrumbs(whom),
		lead: `${chosenWords(whom, types)}。複製後貼到 LINE，再按「記下已用 LINE 通知」。`,
		slim: true,
		body:
			rows.length === 0
				? card({ flush: true, label: "LINE 文字" }, noMatch({ title: "沒有需要通知的會員", clearHref: dues.notices() }))
				: html`<div class="stack">
						${errorSummary(state)}
						${
							rows.length > TEXTS_MAX &&
							notice({ tone: "info" }, `這裡列出前 ${TEXTS_MAX} 位；其他人請回到名單加上條件（例如最近沒有通知過）。`)
						}
						${textCard({
							title: "給群組",
							text: groupText(told),
							hint: "沒有姓名，也沒有金額，可以貼在群組。",
							note: { whom, ids: shown.map(({ id }) => id), label: `記下這 ${figure(shown.length)} 位已用 LINE 通知` },
						})}
						${shown.map((row) =>
							textCard({
								title: row.guardian_name === null ? row.name : `${row.guardian_name}（${row.name}的監護人）`,
								text: memberText({ name: row.name, guardian: row.guardian_name, items: readItems(row.items) }, told),
								hint: row.line_id ? `LINE ID：${row.line_id}` : undefined,
								note: { whom, ids: [row.id], label: "記下已用 LINE 通知", about: row.name },
							}),
						)}
					</div>`,
	};
}

type Note = { whom: Whom; ids: readonly number[]; label: string; about?: string };
type TextCard = { title: string; text: string; hint?: string | undefined; note: Note };

const textCard = ({ title, text, hint, note }: TextCard): VNode =>
	card(
		{ title },
		html`<p class="letter-text">${text}</p>`,
		hint && html`<p class="hint">${hint}</p>`,
		html`<div class="row">${copyButton({ text, about: title.startsWith("給") ? `${title}的文字` : `給${title}的文字` })} ${noteForm(note)}</div>`,
	);

const noteForm = ({ whom, ids, label, about }: Note): VNode => html`<form method="post" action=${dues.noticesText()}>
	<input type="hidden" name="query" value=${queryOf(whom)} />
	<input type="hidden" name="ids" value=${ids.join(".")} />
	${button({ label, size: "s", icon: "check", busy: "記錄中...", ...(about ? { about } : {}) })}
</form>`;
