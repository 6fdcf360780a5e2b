import type { NoticeRow } from "#db/money/dues-notice-log.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { money } from "#ui/money.ts";
import { ago } from "#ui/time.ts";
import { channelWords, kindWords, NOTICES, whoWords } from "./notices-words.ts";

/**
 * Draws the card 會費通知 of a member with the notices `rows`; with `mayTell`, it links to all notices of the member.
 */
export const noticesCard = (
	rows: readonly NoticeRow[],
	{ member, mayTell, at }: { member: number; mayTell: boolean; at: number },
): VNode =>
	card(
		{
			title: NOTICES,
			flush: rows.length > 0,
			link: mayTell ? { href: `${paths.admin.dues.noticesLog()}?member=${member}`, label: "通知紀錄" } : undefined,
		},
		rows.length === 0
			? html`<p class="soft">還沒有通知過。</p>`
			: items(
					rows.map((row) => ({
						title: kindWords(row),
						end: ago(row.at, at),
						sub: channelWords(row),
						endSub: [row.amount !== null && `當時尚欠 ${money(row.amount)}　`, whoWords(row)],
					})),
				),
	);
