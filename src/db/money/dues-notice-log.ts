import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import {
	NOTICE_CHANNELS,
	NOTICE_KINDS,
	type NoticeChannel,
	type NoticeKind,
} from "#domain/money/dues-notices/rules.ts";
import { NOTICES_PER_PAGE } from "./dues-notices.ts";

/**
 * A dues notice that was sent. `by` is null when the cron sent it; `mail_state` is the state of its mail, null once
 * that mail was deleted.
 */
export type NoticeRow = {
	id: number;
	member_id: number;
	member_no: string | null;
	name: string;
	kind: NoticeKind;
	channel: NoticeChannel;
	period_end: string | null;
	amount: number | null;
	at: number;
	by: string | null;
	mail_id: string | null;
	mail_state: "queued" | "sending" | "sent" | "failed" | "bounced" | null;
};

const NOTICE = `SELECT t.id, t.member_id, m.member_no, m.name, t.kind, t.channel, t.period_end, t.amount, t.at, u.name AS by,
		t.mail_id, l.state AS mail_state
	FROM dues_notices t JOIN members m ON m.id = t.member_id LEFT JOIN users u ON u.id = t.user_id
		LEFT JOIN mail_messages l ON l.id = t.mail_id`;

/** Selects the newest notices about one member, newest first, at most `most`. */
export const noticesOf = (memberId: number, most = 20): Select<NoticeRow> =>
	select(`${NOTICE} WHERE t.member_id = ? ORDER BY t.at DESC, t.id DESC ${limitTo(most)}`, memberId);

export type NoticeLogFilter = {
	kind?: NoticeKind | undefined;
	channel?: NoticeChannel | undefined;
	member?: number | undefined;
};

const ORDER = orders(
	{
		at: "t.at",
		member: "m.name",
		kind: [placeOf("t.kind", NOTICE_KINDS), "t.period_end"],
		channel: [placeOf("t.channel", NOTICE_CHANNELS), "l.state"],
		amount: "t.amount",
		by: "u.name",
	},
	"t.at",
	"t.id",
);
export const LOG_SORTS = ORDER.sorts;
type LogPage = { sort?: (typeof LOG_SORTS)[number]; page: number };

/** Selects one page of the sent notices that fit the filter, in an order, and the total number of them. */
export function noticeLog(
	{ kind, channel, member }: NoticeLogFilter,
	{ sort = "-at", page }: LogPage,
): [Select<NoticeRow>, Select<{ total: number }>] {
	const asked = Object.entries({ kind, channel, member_id: member }).filter((one) => one[1] !== undefined);
	const params = asked.flatMap(([, value]) => value ?? []);
	const where = ["true", ...asked.map(([column], nth) => `t.${column} = ?${nth + 1}`)].join(" AND ");
	return [
		select(
			`${NOTICE} WHERE ${where} ${ORDER.by(sort)} ${limitTo(NOTICES_PER_PAGE, (page - 1) * NOTICES_PER_PAGE)}`,
			...params,
		),
		select(`SELECT count(*) AS total FROM dues_notices t WHERE ${where}`, ...params),
	];
}
