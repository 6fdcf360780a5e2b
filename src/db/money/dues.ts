import { BY_NUMBER, orders } from "#db/orders.ts";
import { TYPE_NAME } from "#db/people/index.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { receiptNumberOf } from "#db/record-numbers.ts";
import type { PaymentMethod, PaymentStatus } from "#domain/money/payments/labels.ts";
import type { MemberStatus } from "#domain/people/index.ts";
import { claimOf, type DuesListRow } from "./dues-lists.ts";
import { wouldBeOf } from "./dues-would-be.ts";

/**
 * A dues item as its page shows it. Times are UTC milliseconds; `source_file` is the name of the list from which the
 * item was imported.
 */
export type DuesRow = DuesListRow & {
	credited_amount: number;
	source: "assessment" | "import";
	source_file: string | null;
	member_status: MemberStatus;
	user_id: number | null;
	creator: string | null;
	created_at: number;
	/** Whether the dues item is the user's own or that of a member of the user's family. */
	is_own: 0 | 1;
	/**
	 * The amount that the item would have by a disability certificate that was approved later (see wouldBeOf in
	 * dues-would-be.ts).
	 */
	would_be: number | null;
};
export const duesRow = (id: number, { userId, today }: { userId: number; today: string }): Select<DuesRow> =>
	selectOne(
		`SELECT d.id, d.version, d.member_id, m.member_no, m.name, ${TYPE_NAME} AS type_name, d.kind, d.dues_year, d.base_amount,
			d.discount_percent, d.amount, d.paid_amount, d.credited_amount, d.status, d.reason, ${claimOf("d.id")} AS claimed, d.source,
			i.filename AS source_file, m.status AS member_status, m.user_id, u.name AS creator, d.created_at,
			EXISTS (SELECT 1 FROM members f WHERE f.user_id = ?2
				AND (f.id IN (m.id, m.guardian_member_id, m.second_guardian_id) OR m.id IN (f.guardian_member_id, f.second_guardian_id))) AS is_own,
			${wouldBeOf("?3")} AS would_be
		FROM dues_items d JOIN members m ON m.id = d.member_id LEFT JOIN users u ON u.id = d.created_by
			LEFT JOIN roster_imports i ON i.id = d.import_id WHERE d.id = ?1`,
		id,
		userId,
		today,
	);

/** An event in the history of a dues item, oldest first. */
export type DuesEvent = {
	kind: "assessed" | "reassessed" | "waived" | "unwaived" | "corrected" | "cancelled";
	from_amount: number | null;
	to_amount: number | null;
	reason: string | null;
	by: string | null;
	at: number;
};
export const duesEvents = (id: number): Select<DuesEvent> =>
	select(
		`SELECT e.kind, e.from_amount, e.to_amount, e.reason, u.name AS by, e.at
		FROM dues_events e LEFT JOIN users u ON u.id = e.user_id WHERE e.dues_item_id = ? ORDER BY e.id`,
		id,
	);

/** A payment with the amount of its part for a dues item, oldest first. */
export type DuesPayment = {
	id: number;
	status: PaymentStatus;
	method: PaymentMethod;
	paid_on: string;
	amount: number;
	receipt: string | null;
	receipt_id: number | null;
};
export const paymentsOfDues = (id: number): Select<DuesPayment> =>
	select(
		`SELECT p.id, p.status, p.method, p.paid_on, a.amount, coalesce(${receiptNumberOf("r")}, p.old_receipt_no) AS receipt, r.id AS receipt_id
		FROM payment_allocations a JOIN payments p ON p.id = a.payment_id JOIN dues_items d ON d.id = a.dues_item_id
			LEFT JOIN receipts r ON r.id = (SELECT x.id FROM receipts x WHERE x.payment_id = p.id AND x.status = 'issued' AND x.series = 'dues'
				ORDER BY x.member_id IS d.member_id DESC, x.id LIMIT 1)
		WHERE a.dues_item_id = ? ORDER BY p.id`,
		id,
	);

/** Selects every dues item of a member, newest year first. */
export const duesOfMember = (memberId: number): Select<DuesListRow> =>
	select(
		`SELECT d.id, d.version, d.member_id, m.member_no, m.name, ${TYPE_NAME} AS type_name, d.kind, d.dues_year, d.base_amount,
			d.discount_percent, d.amount, d.paid_amount, d.status, d.reason, ${claimOf("d.id")} AS claimed
		FROM dues_items d JOIN members m ON m.id = d.member_id WHERE d.member_id = ? ORDER BY d.dues_year DESC, d.kind DESC, d.id`,
		memberId,
	);

/**
 * The unpaid dues of a year: the number of items of each kind, the number of members, and the sum owed. Years to come
 * are left out, because their dues are not due yet.
 */
export type ArrearsRow = { dues_year: number; entrance: number; annual: number; members: number; owed: number };
export const arrearsByYear = (lastYear: number): Select<ArrearsRow> =>
	select(
		`SELECT dues_year, sum(kind = 'entrance') AS entrance, sum(kind = 'annual') AS annual, count(DISTINCT member_id) AS members,
			sum(amount - paid_amount) AS owed
		FROM dues_items INDEXED BY dues_items_outstanding WHERE status IN ('open', 'partially_paid') AND dues_year <= ?1
		GROUP BY dues_year ORDER BY dues_year DESC`,
		lastYear,
	);

export const BOARD_PER_PAGE = 50;
/** A member with unpaid years: how many, the first and the last of them, and the sum that is owed for them. */
export type UnpaidRow = {
	id: number;
	member_no: string | null;
	name: string;
	phone: string | null;
	email: string | null;
	years: number;
	first_year: number;
	last_year: number;
	owed: number;
	total: number;
};
const BOARD_ORDER = orders(
	{
		number: BY_NUMBER,
		name: "m.name",
		years: ["u.years", "u.owed"],
		first: ["u.first_year", "u.last_year"],
		owed: "u.owed",
		contact: "coalesce(m.phone, m.email)",
	},
	"m.id",
);
export const BOARD_SORTS = BOARD_ORDER.sorts;
type BoardPage = { sort?: (typeof BOARD_SORTS)[number]; page: number };
/**
 * Selects the members with at least two unpaid annual fees up to a year, a page of them in an order: a list for the board
 * (docs/workflows.md#fees).
 */
export const unpaidMembers = (lastYear: number, { sort = "-years", page }: BoardPage): Select<UnpaidRow> =>
	select(
		`WITH unpaid AS MATERIALIZED (SELECT d.member_id, count(*) AS years, min(d.dues_year) AS first_year, max(d.dues_year) AS last_year,
				sum(d.amount - d.paid_amount) AS owed
			FROM dues_items d INDEXED BY dues_items_outstanding
			WHERE d.status IN ('open', 'partially_paid') AND d.kind = 'annual' AND d.dues_year <= ?1
			GROUP BY d.member_id HAVING count(*) >= 2)
		SELECT m.id, m.member_no, m.name, m.phone, m.email, u.years, u.first_year, u.last_year, u.owed, count(*) OVER () AS total
		FROM unpaid u JOIN members m ON m.id = u.member_id AND m.status IN ('awaiting_payment', 'active', 'suspended')
		${BOARD_ORDER.by(sort)} LIMIT ${BOARD_PER_PAGE} OFFSET ?2`,
		lastYear,
		(page - 1) * BOARD_PER_PAGE,
	);
