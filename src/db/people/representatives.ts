import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { MEMBER_STATUSES, type MemberStatus } from "#domain/people/members/codes.ts";
import type { Naming, OrganisationForm, RepresentativeEdit } from "#domain/people/representatives/form.ts";
import type { By } from "#kernel/by.ts";
import { memberNumbered } from "./member-picks.ts";

/** A representative (代表) of an organisation; `member_id` is null for one who is no member. */
export type RepresentativeRow = {
	id: number;
	version: number;
	organisation_id: number;
	organisation: string;
	member_id: number | null;
	member_no: string | null;
	name: string;
	phone: string | null;
	email: string | null;
	from_on: string;
	until_on: string | null;
};
const ROW = `SELECT r.id, r.version, r.organisation_id, o.name AS organisation, r.member_id, m.member_no, coalesce(m.name, r.name) AS name,
		coalesce(m.phone, r.phone) AS phone, coalesce(m.email, r.email) AS email, r.from_on, r.until_on
	FROM member_representatives r JOIN members o ON o.id = r.organisation_id LEFT JOIN members m ON m.id = r.member_id`;

/** Selects whom an organisation has and had as representatives, and which organisations a person represents, newest first. */
export const representativesOf = (memberId: number): Select<RepresentativeRow> =>
	select(
		`${ROW} WHERE r.organisation_id = ?1 OR r.member_id = ?1
		ORDER BY r.until_on IS NULL DESC, r.until_on DESC, r.from_on DESC, r.id DESC`,
		memberId,
	);
export const representativeRow = (id: number): Select<RepresentativeRow> => selectOne(`${ROW} WHERE r.id = ?`, id);

/** Selects who represents an organisation whose membership is in force on a day, whether its type gives a vote, by organisation. */
export const representativesOn = (day: string): Select<RepresentativeRow & { has_vote: 0 | 1 }> =>
	select(
		`SELECT x.*, t.has_vote FROM (${ROW}) x JOIN members o ON o.id = x.organisation_id JOIN membership_types t ON t.code = o.type_code
		WHERE x.from_on <= ?1 AND (x.until_on IS NULL OR x.until_on >= ?1) AND o.status = 'active' AND o.merged_into IS NULL
		ORDER BY x.organisation_id, x.id`,
		day,
	);

/** An organisation with the number of its representatives on a day. */
export type OrganisationRow = {
	id: number;
	version: number;
	member_no: string | null;
	name: string;
	type_name: string;
	status: MemberStatus;
	tax_id: string | null;
	seats: number | null;
	representatives: number;
};
/** SQL for the organisations among the members, found by the few types that are theirs. */
const ORGANISATIONS =
	"members m WHERE m.merged_into IS NULL AND m.type_code IN (SELECT code FROM membership_types WHERE applies = 'organisation')";
const ORGANISATION = `SELECT m.id, m.version, m.member_no, m.name, (SELECT t.name FROM membership_types t WHERE t.code = m.type_code) AS type_name,
		m.status, m.tax_id, m.seats, (SELECT count(*) FROM member_representatives r WHERE r.organisation_id = m.id AND r.from_on <= ?1
			AND (r.until_on IS NULL OR r.until_on >= ?1)) AS representatives
	FROM ${ORGANISATIONS}`;
/** The orders of the list; those who have not said how many seats they have are last by their representatives. */
const ORDER = orders(
	{
		name: "o.name",
		type: "o.type_name",
		tax_id: "o.tax_id",
		seats: ["iif(o.seats IS NULL, NULL, o.representatives)", "o.seats"],
		state: placeOf("o.status", MEMBER_STATUSES),
	},
	"o.name",
	"o.id",
);
export const ORGANISATION_SORTS = ORDER.sorts;
export type OrganisationSort = (typeof ORGANISATION_SORTS)[number];
type OrganisationsPage = { rows: number; page: number; sort: OrganisationSort };
export const organisationRows = (today: string, { rows, page, sort }: OrganisationsPage): Select<OrganisationRow> =>
	select(`SELECT o.* FROM (${ORGANISATION}) o ${ORDER.by(sort)} ${limitTo(rows, (page - 1) * rows)}`, today);
/** An organisation for a file; `named` is JSON of its representatives of today and later. */
export type ListedOrganisation = OrganisationRow & { named: string };
export const listedOrganisations = (
	today: string,
	{ sort, most }: { sort: OrganisationSort; most: number },
): Select<ListedOrganisation> =>
	select(
		`SELECT o.*, (SELECT json_group_array(json_object('name', coalesce(p.name, r.name), 'member_no', p.member_no, 'from_on', r.from_on,
				'until_on', r.until_on) ORDER BY r.from_on, r.id)
			FROM member_representatives r LEFT JOIN members p ON p.id = r.member_id
			WHERE r.organisation_id = o.id AND coalesce(r.until_on, '9999-12-31') >= ?1) AS named
		FROM (${ORGANISATION}) o ${ORDER.by(sort)} ${limitTo(most)}`,
		today,
	);
export const organisationCount = (): Select<{ many: number }> =>
	select(`SELECT count(*) AS many FROM ${ORGANISATIONS}`);
export const organisationRow = (id: number, today: string): Select<OrganisationRow> =>
	selectOne(`${ORGANISATION} AND m.id = ?2`, today, id);

/** Refuses with `representative.no_person` a member number that nobody has; nothing of one who is no member. */
export const refuseNobody = ({ member_no }: Naming): Write =>
	refuseWhere("representative.no_person", sql`${member_no} IS NOT NULL AND ${memberNumbered(member_no)} IS NULL`);

/** Inserts a representative. The trigger refuses `representative.full`, `representative.twice` and who can be none. */
export const insertRepresentative = (organisationId: number, of: Naming, by: By): Write =>
	sql`INSERT INTO member_representatives (organisation_id, member_id, name, phone, email, from_on, until_on, created_at, updated_at)
		VALUES (${organisationId}, ${of.member_no === null ? null : memberNumbered(of.member_no)}, ${of.name}, ${of.phone}, ${of.email},
			${of.from_on}, ${of.until_on}, ${by.at}, ${by.at})`;

/** Changes the days, and of one who is no member the name; the name of a member is the record's. */
export const updateRepresentative = (id: number, of: RepresentativeEdit, by: By): Write[] => [
	sql`UPDATE member_representatives SET name = iif(member_id IS NULL, ${of.name}, ''), phone = iif(member_id IS NULL, ${of.phone}, NULL),
			email = iif(member_id IS NULL, ${of.email}, NULL), from_on = ${of.from_on}, until_on = ${of.until_on},
			version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${of.version}`,
	guard("representative.stale"),
];
export const deleteRepresentative = (id: number, version: number): Write[] => [
	sql`DELETE FROM member_representatives WHERE id = ${id} AND version = ${version}`,
	guard("representative.stale"),
];

/** Changes what only an organisation has. The database refuses another 統一編號 than a right one, and too few seats. */
export const updateOrganisation = (id: number, of: OrganisationForm, by: By): Write[] => [
	sql`UPDATE members SET tax_id = ${of.tax_id}, seats = ${of.seats}, version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${of.version} AND merged_into IS NULL`,
	guard("member.stale"),
];
