import type { SheetRow } from "#db/money/dues-notices.ts";
import { LOGINS_AT_ONCE } from "#domain/money/dues-notices/actions.ts";
import { isFamily } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { counted, type NoticePrint, SHEETS_MAX, sent, TITLE, tooMany } from "./notices-print-page.ts";
import { chosenWords, hrefOf } from "./notices-query.ts";
import { noticeCrumbs } from "./notices-words.ts";

const { dues } = paths.admin;

/**
 * How the recipients of printed notices sign in: `waiting`, one row for each login that waits for an activation code;
 * `makeable`, the members for whom a login can be created; the number of members with an active login, and of all
 * others.
 */
export type LoginsOf = { waiting: readonly SheetRow[]; makeable: readonly SheetRow[]; active: number; none: number };

/**
 * Sorts the recipients by their logins. `waiting` leaves out staff and the current user's family, who get their codes
 * from other users.
 */
export function loginsOf(rows: readonly SheetRow[], who: { userId: number }): LoginsOf {
	const waits = rows.filter((row) => row.login_status === "invited" && row.login_is_staff === 0 && !isFamily(row, who));
	const waiting = [...new Map(waits.map((row) => [row.login_id, row])).values()];
	const makeable = rows.filter(({ own_phone }) => own_phone !== null);
	const active = rows.filter(({ login_status }) => login_status === "active").length;
	return { waiting, makeable, active, none: rows.length - waits.length - makeable.length - active };
}

/** Draws the page 附啟用碼, before the activation codes are created. */
export function noticeCodesPage({ whom, types, rows, notices, who }: NoticePrint, state: FormState): Page {
	const { waiting, makeable, active, none } = loginsOf(rows, who);
	const most = Math.min(makeable.length, LOGINS_AT_ONCE);
	return {
		title: "附啟用碼的通知單",
		area: "會費與收款",
		crumbs: [
			...noticeCrumbs(whom),
			{ label: TITLE, href: hrefOf(dues.noticesPrint(), whom, { until: notices.until }) },
		],
		lead: `${chosenWords(whom, types)}：${counted(rows)}。`,
		slim: true,
		body: html`<div class="stack">
			${rows.length > SHEETS_MAX && tooMany(whom)}
			${card(
				{ title: "誰會拿到啟用碼" },
				facts([
					{ name: "帳號還沒啟用", value: `${figure(waiting.length)} 個帳號，印上啟用碼` },
					...(makeable.length > 0
						? [{ name: "還沒有帳號", value: `${figure(makeable.length)} 位，可以用資料上的手機建立` }]
						: []),
					...(active > 0 ? [{ name: "已經啟用", value: `${figure(active)} 位，不需要` }] : []),
					...(none > 0
						? [{ name: "無法附上", value: `${figure(none)} 位（沒有自己的手機、帳號停用，或是工作人員、您的家人）` }]
						: []),
				]),
			)}
			${notice(
				{ tone: "warn", title: "啟用碼只印這一次" },
				"14 天內有效，用過一次就失效；先前核發給這些帳號的會立即失效。請當天裝入信封寄出。",
			)}
			${
				rows.length > 0 &&
				rows.length <= SHEETS_MAX &&
				card(
					{ label: "產生" },
					form(
						{
							action: dues.noticesCodes(),
							state,
							key: crypto.randomUUID(),
							submit: `產生 ${figure(rows.length)} 張`,
							busy: "產生中...",
							cancel: hrefOf(dues.noticesPrint(), whom, { until: notices.until }),
						},
						sent(whom, notices),
						most > 0 &&
							checkbox({
								name: "logins",
								label: `替還沒有帳號的會員建立帳號（這次最多 ${LOGINS_AT_ONCE} 位），並印上啟用碼`,
								state,
								hint: "登入用的是會員資料上的手機；與別人共用的手機、受監護的會員不會建立。",
							}),
					),
				)
			}
		</div>`,
	};
}
