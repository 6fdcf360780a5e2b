import { orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { receiptNumberOf } from "#db/record-numbers.ts";
import type { DonorKind, Naming } from "#domain/money/donors/form.ts";

export const DONORS_PER_PAGE = 50;

/** A donor in the list; `given` and `gifts` are the amount and number of gifts of all years, without reversed ones. */
export type DonorListRow = {
	id: number;
	kind: DonorKind;
	name: string;
	national_id_mask: string | null;
	phone: string | null;
	email: string | null;
	member_id: number | null;
	member_no: string | null;
	gifts: number;
	given: number;
	last_on: string | null;
};
export type DonorFilter = { q: string; kind?: DonorKind | undefined; lacking?: "id" | "email" | "naming" | undefined };
const ORDER = orders(
	{ name: "d.name", contact: "coalesce(d.phone, d.email)", gifts: "gifts", given: "given", last: "last_on" },
	"d.name",
	"d.id",
);
export const DONOR_SORTS = ORDER.sorts;
const COUNTS = `SELECT donor_id, count(*) AS gifts, coalesce(sum(amount), 0) AS given, max(received_on) AS last_on
	FROM income_records WHERE donor_id IS NOT NULL AND state IN ('recorded', 'posted') GROUP BY donor_id`;

/**
 * Returns the SQL condition of the search for donors: a part of the name or phone, or the whole e-mail, member number
 * or masked national id.
 */
const FOUND = (q: string) => `(instr(d.name, ${q}) > 0 OR instr(d.phone, ${q}) > 0 OR d.email = lower(${q})
	OR d.national_id_mask = ${q} OR d.member_id IN (SELECT member_id FROM member_numbers WHERE member_no = upper(${q})))`;

const LACKS = { id: "d.national_id_mask IS NULL", email: "d.email IS NULL", naming: "d.naming IS NULL" } as const;

function donorsWhere({ q, kind, lacking }: DonorFilter) {
	const params: string[] = [];
	const bound = (value: string) => `?${params.push(value)}`;
	const where = [
		"d.pseudonymised_at IS NULL",
		...(q ? [FOUND(bound(q.normalize("NFKC")))] : []),
		...(kind ? [`d.kind = ${bound(kind)}`] : []),
		...(lacking ? [LACKS[lacking]] : []),
	];
	return { where: where.join(" AND "), params };
}

/**
 * Selects one page of the donors that fit the filter (by name when no order is given), and the total number of them.
 */
export function listDonors(
	filter: DonorFilter,
	{ sort = "name", page }: { sort?: (typeof DONOR_SORTS)[number] | undefined; page: number },
): [Select<DonorListRow>, Select<{ total: number }>] {
	const { where, params } = donorsWhere(filter);
	return [
		select(
			`SELECT d.id, d.kind, d.name, d.national_id_mask, d.phone, d.email, d.member_id, m.member_no,
				coalesce(c.gifts, 0) AS gifts, coalesce(c.given, 0) AS given, c.last_on
			FROM donors d LEFT JOIN (${COUNTS}) c ON c.donor_id = d.id LEFT JOIN members m ON m.id = d.member_id
			WHERE ${where} ${ORDER.by(sort)} ${limitTo(DONORS_PER_PAGE, (page - 1) * DONORS_PER_PAGE)}`,
			...params,
		),
		selectOne(`SELECT count(*) AS total FROM donors d WHERE ${where}`, ...params),
	];
}

const OFFERED = 12;
export type DonorPick = {
	id: number;
	kind: DonorKind;
	name: string;
	national_id_mask: string | null;
	email: string | null;
	member_no: string | null;
};
const PICK = `d.id, d.kind, d.name, d.national_id_mask, d.email, (SELECT m.member_no FROM members m WHERE m.id = d.member_id) AS member_no`;

/** Selects at most OFFERED donors that a search word finds, to choose one from; no row without a word. */
export function donorsFound(q: string): Select<DonorPick> {
	if (q === "") return select(`SELECT ${PICK} FROM donors d WHERE false`);
	const { where, params } = donorsWhere({ q });
	return select(`SELECT ${PICK} FROM donors d WHERE ${where} ORDER BY d.name, d.id ${limitTo(OFFERED)}`, ...params);
}
/** Selects the chosen donor; when `id` is null, the donor of the income record `incomeId`. */
export const donorPick = (id: number | null, incomeId = 0): Select<DonorPick> =>
	selectOne(
		`SELECT ${PICK} FROM donors d WHERE d.id = coalesce(?1, (SELECT donor_id FROM income_records WHERE id = ?2))
			AND d.pseudonymised_at IS NULL`,
		id,
		incomeId,
	);

/** A donor as the donor's page shows it. */
export type DonorRow = {
	id: number;
	version: number;
	kind: DonorKind;
	name: string;
	national_id_mask: string | null;
	email: string | null;
	phone: string | null;
	address: string;
	member_id: number | null;
	member_no: string | null;
	member_name: string | null;
	naming: Naming | null;
	public_name: string;
	note: string;
	pseudonymised_at: number | null;
	created_at: number;
};
export const donorRow = (id: number): Select<DonorRow> =>
	selectOne(
		`SELECT d.id, d.version, d.kind, d.name, d.national_id_mask, d.email, d.phone, d.address, d.member_id, m.member_no,
			m.name AS member_name, d.naming, d.public_name, d.note, d.pseudonymised_at, d.created_at
		FROM donors d LEFT JOIN members m ON m.id = d.member_id WHERE d.id = ?`,
		id,
	);

/** A donor with the sealed columns too, for the actions. */
export type StoredDonor = DonorRow & { seal_id: string; person_key: string | null; national_id: string | null };
export const storedDonor = (id: number): Select<StoredDonor> =>
	selectOne(
		`SELECT d.*, m.member_no, m.name AS member_name FROM donors d LEFT JOIN members m ON m.id = d.member_id WHERE d.id = ?`,
		id,
	);

/** A gift of a donor: an income record, or a donation that a member made together with a payment of dues. */
export type GiftRow = {
	source: "income" | "payment";
	id: number;
	day: string;
	label: string;
	/** The amount in NT$; null for a gift in kind. */
	amount: number | null;
	items: string;
	state: string;
	receipt_id: number | null;
	receipt: string | null;
	receipt_title: string | null;
	purpose: string;
};

/**
 * Selects the gifts of a donor, of one year or of all, newest first. `state` says which of them are drafts or reversed.
 */
export const giftsOf = (donorId: number, year?: number): Select<GiftRow> =>
	select(
		`SELECT 'income' AS source, i.id, i.received_on AS day, i.kind AS label, i.amount, i.items, i.state,
			r.id AS receipt_id, ${receiptNumberOf("r")} AS receipt, r.payer_title AS receipt_title, i.purpose
		FROM income_records i LEFT JOIN receipts r ON r.income_id = i.id AND r.status = 'issued'
		WHERE i.donor_id = ?1 AND i.received_on BETWEEN ?2 AND ?3
		UNION ALL
		SELECT 'payment', p.id, p.paid_on, 'donation', a.amount, '', p.status, r.id, ${receiptNumberOf("r")}, r.payer_title, ''
		FROM donors d JOIN payment_allocations a ON a.member_id = d.member_id AND a.kind = 'donation'
			JOIN payments p ON p.id = a.payment_id AND p.status IN ('verified', 'reversed')
			LEFT JOIN receipts r ON r.payment_id = p.id AND r.series = 'donation' AND r.status = 'issued'
		WHERE d.id = ?1 AND p.paid_on BETWEEN ?2 AND ?3
		ORDER BY 3 DESC, 2 DESC`,
		donorId,
		year === undefined ? "0000" : `${year}-01-01`,
		year === undefined ? "9999" : `${year}-12-31`,
	);
