import { BY_NUMBER, orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { currentVersion } from "./consent-texts.ts";

/** How a member stands to a text: agreed to the one that is asked for now, to an older one, took it back, or never agreed. */
export const AGREEMENTS = ["current", "older", "ended", "none"] as const;
export type Agreement = (typeof AGREEMENTS)[number];

/** A member with the newest consent to a text; `version` and what follows are null for who never said anything. */
export type AgreementRow = {
	id: number;
	member_no: string | null;
	name: string;
	state: Agreement;
	version: string | null;
	at: number | null;
	channel: "web" | "paper" | "roster" | null;
};

/** The applicants and members (not those who left, and no erased or merged record) with their newest consent of the kind ?1. */
const STANDING = `SELECT m.id, m.member_no, m.name, c.text_version AS version, c.at, c.channel,
		CASE WHEN c.id IS NULL THEN 'none' WHEN c.given = 0 THEN 'ended'
			WHEN c.text_version = ${currentVersion("?1")} THEN 'current' ELSE 'older' END AS state
	FROM members m LEFT JOIN consents c ON c.id = (SELECT max(n.id) FROM consents n WHERE n.member_id = m.id AND n.kind = ?1)
	WHERE m.status IN ('applied', 'awaiting_payment', 'active', 'suspended') AND m.merged_into IS NULL AND m.pseudonymised_at IS NULL`;

const ORDER = orders(
	{
		number: BY_NUMBER,
		name: "m.name",
		version: "m.version",
		at: "m.at",
		channel: "m.channel",
		state: placeOf("m.state", AGREEMENTS),
	},
	"m.id",
);
export const AGREEMENT_SORTS = ORDER.sorts;
type Filter = { kind: string; state?: Agreement | undefined };
type InOrder = { sort?: (typeof AGREEMENT_SORTS)[number] | undefined; limit: string };

/** Selects members in an order with how they stand to a text. */
export const agreementRows = (
	{ kind, state = undefined }: Filter,
	{ sort = "number", limit }: InOrder,
): Select<AgreementRow> =>
	select(`SELECT * FROM (${STANDING}) m WHERE ?2 = '' OR m.state = ?2 ${ORDER.by(sort)} ${limit}`, kind, state ?? "");

/** How many members stand how to a text, and how many of them match the filter (`total`). */
export type AgreementCounts = Record<Agreement, number> & { total: number };
export const agreementCounts = ({ kind, state }: Filter): Select<AgreementCounts> =>
	selectOne(
		`SELECT ${AGREEMENTS.map((one) => `count(*) FILTER (WHERE state = '${one}') AS "${one}"`).join(", ")},
			count(*) FILTER (WHERE ?2 = '' OR state = ?2) AS total FROM (${STANDING})`,
		kind,
		state ?? "",
	);

export const AGREEMENTS_PER_PAGE = 50;
/** Selects a page of the list, and its counts. */
export const agreementPage = (filter: Filter, { sort, page }: { sort: InOrder["sort"]; page: number }) =>
	[
		agreementRows(filter, { sort, limit: limitTo(AGREEMENTS_PER_PAGE, (page - 1) * AGREEMENTS_PER_PAGE) }),
		agreementCounts(filter),
	] as const;
