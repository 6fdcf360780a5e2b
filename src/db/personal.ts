import { assets } from "#db/books/assets-personal.ts";
import { concurrentPosts } from "#db/books/concurrent-posts-personal.ts";
import { documentSeals } from "#db/books/document-seals-personal.ts";
import { examinations } from "#db/books/examinations-personal.ts";
import { finance } from "#db/books/finance-personal.ts";
import { layouts } from "#db/books/layouts-personal.ts";
import { payees } from "#db/books/payees-personal.ts";
import { periods } from "#db/books/periods-personal.ts";
import { statements } from "#db/books/statements-personal.ts";
import { vouchers } from "#db/books/vouchers-personal.ts";
import { articles } from "#db/content/articles-personal.ts";
import { content } from "#db/content/content-personal.ts";
import { documents } from "#db/content/documents-personal.ts";
import { drafts } from "#db/content/drafts-personal.ts";
import { media } from "#db/content/media-personal.ts";
import { pages } from "#db/content/pages-personal.ts";
import { readTokens } from "#db/content/read-tokens-personal.ts";
import { releases } from "#db/content/releases-personal.ts";
import { webhooks } from "#db/content/webhooks-personal.ts";
import { bank } from "#db/money/bank-personal.ts";
import { bankStatements } from "#db/money/bank-statements-personal.ts";
import { deposits } from "#db/money/deposits-personal.ts";
import { donors } from "#db/money/donors-personal.ts";
import { duesNotices } from "#db/money/dues-notices-personal.ts";
import { dues } from "#db/money/dues-personal.ts";
import { giftLists } from "#db/money/gift-lists-personal.ts";
import { income } from "#db/money/income-personal.ts";
import { paymentImports } from "#db/money/payment-imports-personal.ts";
import { payments } from "#db/money/payments-personal.ts";
import { receipts } from "#db/money/receipts-personal.ts";
import { announcementMailings } from "#db/office/announcement-mailings-personal.ts";
import { announcements } from "#db/office/announcements-personal.ts";
import { tasks } from "#db/office/tasks-personal.ts";
import { applications } from "#db/people/applications-personal.ts";
import { certificates } from "#db/people/certificates-personal.ts";
import { groups } from "#db/people/groups-personal.ts";
import { linkRequests } from "#db/people/link-requests-personal.ts";
import { memberFields } from "#db/people/member-fields-personal.ts";
import { members } from "#db/people/members-personal.ts";
import { notes } from "#db/people/notes-personal.ts";
import { privacy } from "#db/people/privacy-personal.ts";
import { representatives } from "#db/people/representatives-personal.ts";
import { roster } from "#db/people/roster-personal.ts";
import { confirmations } from "#db/shell/confirmations-personal.ts";
import { erasures } from "#db/shell/erasures-personal.ts";
import { seals } from "#db/shell/seals-personal.ts";
import { audit } from "#db/system/audit-personal.ts";
import { deputies } from "#db/system/deputies-personal.ts";
import { files } from "#db/system/files-personal.ts";
import { health } from "#db/system/health-personal.ts";
import { listViews } from "#db/system/list-views-personal.ts";
import { mail } from "#db/system/mail-personal.ts";
import { mailSubscriptions } from "#db/system/mail-subscriptions-personal.ts";
import { notifications } from "#db/system/notifications-personal.ts";
import { roles } from "#db/system/roles-personal.ts";
import { search } from "#db/system/search-personal.ts";
import { sessions } from "#db/system/sessions-personal.ts";
import { settings } from "#db/system/settings-personal.ts";
import { signIn } from "#db/system/sign-in-personal.ts";
import { users } from "#db/system/users-personal.ts";
import { works } from "#db/system/works-personal.ts";
import { type Group, inOrder, joined } from "#kernel/noun.ts";
import type { CopySection, Personal, Pointer } from "./personal-data.ts";

/**
 * The only list of what the nouns' tables hold about people: the declarations in the `-personal.ts` beside each noun's
 * SQL. Copies of a person's data, erasures, merges of two records and the search for a person's name are made from it.
 */
const ALL = [
	files,
	settings,
	notifications,
	mail,
	mailSubscriptions,
	audit,
	health,
	works,
	users,
	sessions,
	signIn,
	deputies,
	listViews,
	roles,
	search,
	content,
	media,
	releases,
	articles,
	pages,
	documents,
	drafts,
	webhooks,
	readTokens,
	members,
	certificates,
	notes,
	groups,
	memberFields,
	linkRequests,
	applications,
	representatives,
	roster,
	privacy,
	payees,
	finance,
	assets,
	concurrentPosts,
	documentSeals,
	layouts,
	periods,
	statements,
	examinations,
	vouchers,
	dues,
	payments,
	receipts,
	duesNotices,
	paymentImports,
	bank,
	bankStatements,
	donors,
	income,
	giftLists,
	deposits,
	tasks,
	announcements,
	announcementMailings,
	confirmations,
	erasures,
	seals,
] as const satisfies readonly Personal[];

const DECLARED: readonly Personal[] = ALL;

type NamesIn<N> = N extends { readonly copy: infer Copy } ? keyof Copy & string : never;
/** The codes of the sections of a copy. */
export type SectionCode = NamesIn<(typeof ALL)[number]>;

/** The properties of a declaration that hold declarations by name, and those that hold lists. */
type Named = "copy" | "inCopy" | "leftOut" | "erased" | "kept" | "audited" | "freeText" | "noFreeText";
type Listed = Exclude<keyof Personal, Named>;
const named = <P extends Named>(part: P): NonNullable<Personal[P]> =>
	DECLARED.reduce<Group>((all, one) => joined(all, one[part] ?? {}), {}) as NonNullable<Personal[P]>;
const listed = <P extends Listed>(part: P): readonly NonNullable<Personal[P]>[number][] =>
	DECLARED.flatMap((one): readonly NonNullable<Personal[P]>[number][] => one[part] ?? []);

/** All sections of a copy, in their order. */
export const SECTIONS: readonly (CopySection & { readonly code: SectionCode })[] = inOrder(
	Object.entries(named("copy")).map(([code, section]) => ({ ...section, code: code as SectionCode })),
);

/** All columns that refer to a person: those in the copy with their sections, and those left out with the reasons. */
export const IN_COPY = named("inCopy");
export const LEFT_OUT = named("leftOut");
/** All tables that refer to people: what an erasure deletes of them, and why it leaves them as they are. */
export const ERASED_TABLES = named("erased");
export const KEPT_TABLES = named("kept");
/** All text columns that are not searched for a person's name, by table. */
export const NO_FREE_TEXT = named("noFreeText");
/** The SQL of the places of free text, by the place's name. */
export const FREE_TEXT_ROWS = named("freeText");

/**
 * The condition of the rows of the audit log that are about the records of a member. These lists are conditions joined
 * by OR, because D1 refuses a UNION of more than five queries.
 */
export const AUDITED = Object.entries(named("audited"))
	.map(([kind, ids]) => `auditable_type = '${kind}' AND auditable_id IN (${ids})`)
	.join("\n\t\t\t\tOR ");

/** The query of the ids of the files about the erased records `own`. */
export const FILES = `SELECT s.id FROM files s WHERE ${listed("files")
	.map((ids) => `s.id IN (${ids})`)
	.join("\n\t\tOR ")}`;
/** The steps of an erasure of a member, in their order. */
export const ERASURE = inOrder(listed("erases"));

/**
 * The columns that name a member, in the order in which a merge moves them: a test reads the schema and fails for a
 * column that no noun declares.
 */
export const POINTERS: readonly Pointer[] = inOrder<Pointer & { readonly place?: number }>(listed("merges"));
