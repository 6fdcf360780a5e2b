import type { ReaderRow } from "#db/office/index.ts";
import { paths } from "#http/paths.ts";
import { HOME } from "#member/crumbs.ts";
import { announcementItems } from "#ui/announcement.ts";
import { type AnnouncementShown, announcementReading } from "#ui/announcement-reading.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";

const { announcements } = paths.member;

/** The number of announcements on one page of the list. */
export const OWN_PER_PAGE = 20;

export type OwnAnnouncements = {
	rows: (ReaderRow & { total: number })[];
	page: number;
	query: Record<string, string>;
	/** Since when the user gets no announcements by mail (UTC milliseconds); null when the user gets them. */
	offSince: number | null;
	/** The address that gets the announcements by mail; null for a user without an address. */
	address: string | null;
};

/** Draws the page of announcements (公告): those to the user and to the members for whom the user acts. */
export function ownAnnouncementsPage(of: OwnAnnouncements, state: FormState): Page {
	const { rows, page, query } = of;
	return {
		title: "公告",
		crumbs: [HOME],
		slim: true,
		body: html`<div class="stack loose">
			${card(
				{ label: "公告", flush: true },
				rows.length === 0
					? noneYet({ title: "目前沒有公告", text: "協會的公告會列在這裡。" })
					: announcementItems(rows, announcements.show),
				rows.length > 0 &&
					pager({
						here: { path: announcements.list(), query },
						page,
						size: OWN_PER_PAGE,
						total: rows[0]?.total ?? 0,
						unit: "則",
					}),
			)}
			${card({ title: "電子郵件" }, mailWords(of), of.address !== null && mailForm(of, state))}
		</div>`,
	};
}

const mailWords = ({ offSince, address }: OwnAnnouncements) => {
	if (address === null)
		return html`<p>協會沒有您的電子郵件，公告信寄不到。可以到<a href=${paths.account.email()}>我的帳號</a>加上。</p>`;
	return offSince === null
		? html`<p>協會會把部分公告寄到 <b>${address}</b>。</p>`
		: html`<p>您已取消訂閱，公告不會再寄到 <b>${address}</b>；這裡仍然看得到。</p>`;
};

const mailForm = ({ offSince }: OwnAnnouncements, state: FormState) =>
	form(
		{ action: announcements.mail(), state },
		html`<input type="hidden" name="wanted" value=${offSince === null ? "" : "1"} />`,
		html`<p><button class="btn" type="submit" data-busy="處理中...">${offSince === null ? "不要再寄給我" : "重新訂閱"}</button></p>`,
	);

/** Draws the page of one announcement. */
export const ownAnnouncementPage = (shown: AnnouncementShown): Page => ({
	title: shown.row.title,
	area: "公告",
	crumbs: [HOME, { label: "公告", href: announcements.list() }],
	slim: true,
	outside: true,
	sheets: ["writing"],
	body: card({ label: "公告" }, announcementReading(shown)),
});
