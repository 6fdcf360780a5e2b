import { tasksAbout } from "#db/office/index.ts";
import { FREE_TEXT_FIELDS } from "#domain/people/index.ts";
import { inOrder, mapped, type Noun } from "#kernel/noun.ts";
import { type Merged, merged } from "#nouns.ts";
import { FILES, PAYMENTS, TOLD } from "./erasures.ts";

/** What an erasure does with a text that names the person: it erases it, staff can edit it before, or it stays. */
export type Fate = "goes" | "edit" | "kept";

type Rows = {
	/** SQL for the id of the record whose page shows the text; by default the row's own id. */
	link?: string;
	/** SQL that identifies the row in its table. */
	key?: string;
	/**
	 * Conditions of the rows that the erasure erases, and of those that nobody may change; all others are to be edited.
	 */
	goes?: string;
	kept?: string;
	/** The condition of the rows that are searched. */
	where?: string;
	/** Set for tables of long texts, of which fewer rows are searched. */
	isLong?: true;
};
/**
 * Columns of free text. `kind` and the fields of Rows are SQL over the row `t`, the erased records `own`, and the
 * donors `givers`.
 */
export type Place = Rows & { table: string; columns: readonly string[]; kind: string };

const OWN = "(SELECT id FROM own)";
const PAID = `(SELECT p.id ${PAYMENTS})`;
const LOGINS = "(SELECT user_id FROM members JOIN own USING (id))";
const GIVERS = "(SELECT id FROM givers)";
/**
 * The condition that the erasure is of a donor who is no member; rows that are found by the donor are erased only then.
 */
const GIVEN_BY_NO_MEMBER = `NOT EXISTS ${OWN}`;
const ABOUT = `(${tasksAbout("SELECT id FROM own")})`;
const kept = "true";
const isDone = "t.state <> 'draft'";
const isLong = true;

type Declared = NonNullable<Noun["freeText"]>[string];
/** The names of the places of free text that nouns declare. */
export type PlaceName = keyof Merged<"freeText">;
const DECLARED: Readonly<Record<PlaceName, Declared>> = merged("freeText");
export const PLACE_NAMES: readonly PlaceName[] = inOrder(
	Object.keys(DECLARED)
		.filter((name): name is PlaceName => name in DECLARED)
		.map((name) => ({ ...DECLARED[name], name })),
).map(({ name }) => name);

/** The parts of places that need SQL, by the place's name. */
const IN_SQL: Partial<Record<PlaceName, Rows & { columns?: readonly string[]; kind?: string }>> = {
	notes: {
		kind: "t.notable_type",
		link: "t.notable_id",
		goes: `(t.notable_type = 'member' AND t.notable_id IN ${OWN} OR t.notable_type = 'task' AND t.notable_id IN ${ABOUT})`,
	},
	tasks: { goes: `t.id IN ${ABOUT}` },
	members: { columns: FREE_TEXT_FIELDS, where: `t.id NOT IN ${OWN} AND t.merged_into IS NULL` },
	donors: { where: `t.id NOT IN ${GIVERS}` },
	certificates: { goes: `t.member_id IN ${OWN}`, kept },
	link_requests: { goes: `(t.member_id IN ${OWN} OR t.user_id IN ${LOGINS})`, kept },
	privacy: { goes: `t.member_id IN ${OWN}`, kept },
	files: { where: "t.deleted_at IS NULL", goes: `t.id IN (${FILES})`, kept },
	mails: {
		goes: `(t.id IN (${TOLD}) OR ${GIVEN_BY_NO_MEMBER} AND t.user_id IS NULL AND EXISTS (
			SELECT 1 FROM donors n JOIN givers USING (id) WHERE n.email = t.to_address AND n.name = t.to_name))`,
		kept,
	},
	notifications: {
		goes: `(t.id IN (${TOLD}) OR t.donor_id IN ${GIVERS})`,
		kept,
		where: "NOT EXISTS (SELECT 1 FROM mail_messages x WHERE x.id = t.id)",
	},
	announcements: { isLong },
	articles: { isLong },
	pages: { isLong },
	revisions: {
		kind: "t.resource",
		link: "t.resource_id",
		key: "t.resource || ':' || t.resource_id || ':' || t.number",
		kept,
		isLong,
	},
	drafts: { link: "''", key: "t.user_id || ':' || t.resource || ':' || t.slot", isLong },
	old_addresses: { kind: "t.resource", key: "t.resource || ':' || t.id", kept },
	changes: { key: "t.rev", kept },
	media: { link: "t.attachment_id", key: "t.attachment_id" },
	attachment_uses: {
		kind: "t.resource",
		link: "t.resource_id",
		key: "t.resource || ':' || t.resource_id || ':' || t.role || ':' || t.attachment_id",
	},
	document_versions: { link: "t.document_id", key: "t.document_id || ':' || t.number", kept },
	payments: { goes: `t.id IN ${PAID}`, kept },
	payment_titles: { goes: `t.status NOT IN ('verified', 'reversed') AND t.id IN ${PAID}`, kept },
	payment_events: { link: "t.payment_id", key: "t.payment_id || ':' || t.seq", goes: `t.payment_id IN ${PAID}`, kept },
	receipts: { kept },
	receipt_asks: { link: "t.receipt_id", key: "t.receipt_id" },
	dues: { goes: `t.member_id IN ${OWN}`, kept },
	dues_events: {
		link: "t.dues_item_id",
		goes: `t.dues_item_id IN (SELECT d.id FROM dues_items d WHERE d.member_id IN ${OWN})`,
		kept,
	},
	income: { goes: `t.donor_id IN ${GIVERS}`, kept: isDone },
	income_titles: { kept: isDone },
	finance: { kept: isDone },
	finance_lines: {
		link: "t.document_id",
		kept: "(SELECT d.state FROM finance_documents d WHERE d.id = t.document_id) <> 'draft'",
	},
	finance_events: { link: "t.document_id", key: "t.document_id || ':' || t.seq", kept },
	finance_revisions: { link: "t.document_id", key: "t.document_id || ':' || t.revision", kept },
	vouchers: { kept: isDone },
	voucher_lines: {
		link: "t.voucher_id",
		kept: "(SELECT v.state FROM vouchers v WHERE v.id = t.voucher_id) <> 'draft'",
	},
	periods: { link: "t.month", key: "t.month || ':' || t.account_id" },
	period_events: { kept },
	deposits: { kept },
	bank_lines: {
		goes: `(t.payment_id IN ${PAID} OR ${GIVEN_BY_NO_MEMBER} AND t.id IN (
			SELECT i.bank_line_id FROM income_records i WHERE i.donor_id IN ${GIVERS}))`,
		kept,
	},
	bank_statements: { kept },
	imports: { kept },
	payment_imports: { kept },
	settings: { link: "t.key", key: "t.key" },
	old_settings: { link: "t.key", kept },
	audit: { link: "t.auditable_type || ':' || t.auditable_id", kept },
};

/**
 * The complete list of the columns of free text, by the name of the place. A test reads the schema and fails for a text
 * column that is neither here nor in src/domain/shell/erasures/free-text.ts.
 */
export const PLACES: Readonly<Record<PlaceName, Place>> = mapped<PlaceName, Declared, Place>(
	DECLARED,
	({ columns, shown = "none" }, name) => {
		const [table = "", ...named] = columns.split(" ");
		return { table, columns: named, kind: `'${shown}'`, ...IN_SQL[name] };
	},
);
