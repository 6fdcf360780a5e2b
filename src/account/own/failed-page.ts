import type { FailedRow, FailedWay } from "#db/system/index.ts";
import { FAILED_KEPT, SILENCE } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { ownPage } from "./parts.ts";

const WAYS: Record<FailedWay, string> = {
	phone: "用手機號碼，密碼不對",
	email: "用電子郵件，密碼不對",
	second_factor: "密碼正確，驗證碼不對",
};

/**
 * Writes a number of failed sign-ins; at the most that are stored it adds 以上 (or more), because there may have been
 * more.
 */
export const timesWords = (n: number): string => (n >= FAILED_KEPT.rows ? `${FAILED_KEPT.rows} 次以上` : `${n} 次`);

export type Failed = { rows: readonly FailedRow[]; passwordChangedAt: number; at: number };

/** Draws the page of failed sign-ins (登入失敗紀錄): the stored failed attempts to sign in to the user's account. */
export const failedPage = ({ rows, passwordChangedAt, at }: Failed): Page =>
	ownPage({
		title: "登入失敗紀錄",
		lead: "最近 30 天，用您的帳號登入但沒有成功的紀錄。自己打錯也會記在這裡。",
		body: html`<div class="stack">
			${isSilent({ rows, passwordChangedAt, at }) && silentNotice()}
			${rows.some(({ way }) => way === "second_factor") && secondNotice()}
			${card({ flush: true, label: "登入失敗紀錄" }, listOf(rows, at))}
			<p class="small soft">只記時間、登入方式、大略的網路位置與瀏覽器，不記輸入的內容；您登入過的瀏覽器與其他瀏覽器，各留最新的 ${FAILED_KEPT.rows} 筆，30 天後自動刪除。</p>
		</div>`,
	});

const isSilent = ({ rows, passwordChangedAt, at }: Failed): boolean =>
	rows.filter(
		(row) =>
			row.is_known === 0 && row.way !== "second_factor" && row.at > Math.max(at - SILENCE.withinMs, passwordChangedAt),
	).length >= SILENCE.from;

const silentNotice = (): VNode =>
	notice(
		{ tone: "warn", title: "有人一直在試您的密碼" },
		html`<p>
			24 小時內失敗 ${SILENCE.from}
			次以上，所以沒登入過的瀏覽器暫時都不能登入，就算密碼正確，也只會看到「帳號或密碼不正確」。您登入過的瀏覽器不受影響。
		</p>`,
		html`<p>要在別的裝置登入，請在那個裝置上<a href=${paths.forgot()}>重設密碼</a>，或請協會核發啟用碼。</p>`,
	);

const secondNotice = (): VNode =>
	notice(
		{ tone: "warn", title: "有人輸入了正確的密碼，但驗證碼不對" },
		html`<p>如果不是您自己打錯，請<a href=${paths.account.password()}>變更密碼</a>。</p>`,
	);

const listOf = (rows: readonly FailedRow[], at: number): VNode =>
	rows.length === 0
		? html`<p class="card-body soft">最近 30 天沒有失敗的登入。</p>`
		: table({
				caption: "登入失敗紀錄，最近的在前",
				cards: true,
				rows: [...rows],
				columns: [
					{ label: "時間", head: true, nowrap: true, cell: (row) => ago(row.at, at) },
					{ label: "情形", cell: ({ way }) => WAYS[way] },
					{
						label: "瀏覽器",
						cell: ({ device, is_known }) => (is_known === 1 ? `${device}（您登入過的瀏覽器）` : device),
					},
					{
						label: "網路",
						cell: ({ network }) => (network === "" ? html`<span class="soft">—</span>` : html`<code>${network}</code>`),
					},
				],
			});
