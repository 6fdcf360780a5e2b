import * as z from "zod";
import { figure } from "#kernel/amounts.ts";
import { type EmployerRow, employerParts } from "./employer.ts";
import {
	FINANCE_KINDS,
	kindLabel,
	PAY_BY,
	PAY_BY_LABELS,
	REFUND_OF_LABELS,
	REFUNDS_OF,
	REGISTERS,
	type RefundOf,
	type Register,
} from "./labels.ts";

const Named = z.strictObject({ id: z.int(), name: z.string() });
const Share = z.strictObject({
	payeeId: z.int(),
	payeeName: z.string(),
	reason: z.string(),
	gross: z.int(),
	allowance: z.int(),
	labour: z.int(),
	health: z.int(),
	pension: z.int(),
	payBy: z.enum(["transfer", "cash"]),
	bank: z.string(),
	branch: z.string(),
	account: z.string(),
	refund: z.strictObject({ of: z.enum(REFUNDS_OF), id: z.int() }).optional(),
});
const Content = z.strictObject({
	kind: z.enum(FINANCE_KINDS),
	title: z.string(),
	purpose: z.string(),
	applicantId: z.int(),
	payeeName: z.string(),
	payeeTaxId: z.string().nullable(),
	payeeUserId: z.int().nullable(),
	payeeMemberId: z.int().nullable(),
	payBy: z.enum(PAY_BY),
	payeeBank: z.string(),
	payeeAccount: z.string(),
	wantedOn: z.string().nullable(),
	project: Named.nullable(),
	lines: z.array(z.strictObject({ summary: z.string(), amount: z.int() })),
	gross: z.int(),
	incomeTax: z.int(),
	nhi: z.int(),
	advanced: z.int(),
	advanceId: z.int().nullable(),
	refundOf: z.enum(REFUNDS_OF).nullable(),
	paymentId: z.int().nullable(),
	bankLineId: z.int().nullable(),
	noAttachmentReason: z.string().nullable(),
	files: z.array(z.strictObject({ id: z.int(), name: z.string(), size: z.int(), sha256: z.string() })),
	register: z.enum(REGISTERS).nullable().default(null),
	shares: z.array(Share).default([]),
	isForeign: z.boolean().default(false),
	employer: z.strictObject({ labour: z.int(), health: z.int(), pension: z.int() }).nullable().default(null),
});

/**
 * The content of a revision: everything that the applicant asks for. The accountant's accounts and budget items, and
 * what is withheld from the shares of a register, are not part of it (docs/workflows.md#expense-requests).
 */
export type FinanceContent = z.infer<typeof Content>;

/** The columns of a document that are part of its content. */
export type ContentRow = Pick<FinanceContent, "kind" | "title" | "purpose" | "gross" | "nhi" | "advanced"> & {
	applicant_id: number;
	payee_name: string;
	payee_tax_id: string | null;
	payee_user_id: number | null;
	payee_member_id: number | null;
	pay_by: FinanceContent["payBy"];
	payee_bank: string;
	payee_account: string;
	wanted_on: string | null;
	project_id: number | null;
	project_name: string | null;
	income_tax: number;
	advance_id: number | null;
	refund_of: FinanceContent["refundOf"];
	payment_id: number | null;
	bank_line_id: number | null;
	no_attachment_reason: string | null;
	register: Register | null;
	payee_is_foreign: 0 | 1;
} & EmployerRow;
/** The columns of a share that are part of the content. */
export type ShareContentRow = Omit<z.infer<typeof Share>, "payeeId" | "payeeName" | "payBy" | "bank" | "refund"> & {
	payee_id: number;
	payee_name: string;
	pay_by: "transfer" | "cash";
	bank_code: string;
	refund_of: RefundOf | null;
	refund_id: number | null;
};
type Line = { summary: string; amount: number };
type File = { file_id: number; filename: string; size: number; sha256: string };

/**
 * Returns a document's present content as the JSON that is stored and hashed, with its fields in a fixed order, so that
 * equal contents are equal texts.
 */
export const contentOf = (
	row: ContentRow,
	{ lines, files, shares }: { lines: readonly Line[]; files: readonly File[]; shares: readonly ShareContentRow[] },
): string =>
	JSON.stringify({
		kind: row.kind,
		title: row.title,
		purpose: row.purpose,
		applicantId: row.applicant_id,
		payeeName: row.payee_name,
		payeeTaxId: row.payee_tax_id,
		payeeUserId: row.payee_user_id,
		payeeMemberId: row.payee_member_id,
		payBy: row.pay_by,
		payeeBank: row.payee_bank,
		payeeAccount: row.payee_account,
		wantedOn: row.wanted_on,
		project: row.project_id === null ? null : { id: row.project_id, name: row.project_name ?? "" },
		lines: lines.map(({ summary, amount }) => ({ summary, amount })),
		gross: row.gross,
		incomeTax: row.register === null ? row.income_tax : 0,
		nhi: row.register === null ? row.nhi : 0,
		advanced: row.advanced,
		advanceId: row.advance_id,
		refundOf: row.refund_of,
		paymentId: row.payment_id,
		bankLineId: row.bank_line_id,
		noAttachmentReason: row.no_attachment_reason,
		files: files.map(({ file_id, filename, size, sha256 }) => ({ id: file_id, name: filename, size, sha256 })),
		...(row.register === null ? {} : { register: row.register, shares: shares.map(shareOf) }),
		...(row.payee_is_foreign === 1 && { isForeign: true }),
		...(employerParts(row).length > 0 && {
			employer: { labour: row.employer_labour, health: row.employer_health, pension: row.employer_pension },
		}),
	} satisfies z.input<typeof Content>);

const shareOf = (row: ShareContentRow): z.infer<typeof Share> => ({
	payeeId: row.payee_id,
	payeeName: row.payee_name,
	reason: row.reason,
	gross: row.gross,
	allowance: row.allowance,
	labour: row.labour,
	health: row.health,
	pension: row.pension,
	payBy: row.pay_by,
	bank: row.bank_code,
	branch: row.branch,
	account: row.account,
	...(row.refund_of !== null && row.refund_id !== null && { refund: { of: row.refund_of, id: row.refund_id } }),
});

/** Reads the stored content of a revision. Throws when the JSON has another shape. */
export const readContent = (json: string): FinanceContent => Content.parse(JSON.parse(json));

/**
 * Whether a document still has the content of a stored revision. The project's name and the number of a merged member
 * are not compared, because only they may have changed since.
 */
export const saysTheSame = (kept: string, now: string): boolean => fixedPart(kept) === fixedPart(now);

function fixedPart(json: string): string {
	const { payeeMemberId, project, shares, ...rest } = readContent(json);
	const kept = shares.map(({ refund, ...one }) => ({ ...one, refund: refund?.of === "credit" ? "credit" : refund }));
	return JSON.stringify({ ...rest, shares: kept, project: project?.id, isMember: payeeMemberId !== null });
}

/** Returns the SHA-256 of a content's text, in hexadecimal. */
export async function hashOf(content: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
	return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A field that differs between two revisions; "" where one has no value. */
export type Difference = { label: string; before: string; after: string };

const marked = (label: string, id: number | null): string => (id === null ? "" : `${label} ${id}`);

const FIELDS: readonly (readonly [label: string, text: (content: FinanceContent) => string])[] = [
	["類別", kindLabel],
	["主旨", ({ title }) => title],
	["用途說明", ({ purpose }) => purpose],
	["受款人", ({ payeeName }) => payeeName],
	["受款人身分", ({ payeeUserId, payeeMemberId }) => marked("工作人員", payeeUserId) || marked("會員", payeeMemberId)],
	["統一編號", ({ payeeTaxId }) => payeeTaxId ?? ""],
	["居住者", ({ isForeign }) => (isForeign ? "非居住者" : "")],
	["付款方式", ({ payBy }) => PAY_BY_LABELS[payBy]],
	["受款銀行", ({ payeeBank }) => payeeBank],
	["受款帳號", ({ payeeAccount }) => payeeAccount],
	["希望付款日", ({ wantedOn }) => wantedOn ?? ""],
	["專案", ({ project }) => project?.name ?? ""],
	["總額", ({ gross }) => figure(gross)],
	["代扣所得稅", ({ incomeTax }) => figure(incomeTax)],
	["代扣補充保費", ({ nhi }) => figure(nhi)],
	["雇主負擔", ({ employer }) => (employer === null ? "" : Object.values(employer).map(figure).join("、"))],
	["核銷的預支", ({ advanceId }) => marked("單據", advanceId)],
	["預支金額", ({ advanced }) => figure(advanced)],
	["退費來源", ({ refundOf }) => (refundOf === null ? "" : REFUND_OF_LABELS[refundOf])],
	["原收款", ({ paymentId }) => marked("收款", paymentId)],
	["銀行明細", ({ bankLineId }) => marked("明細", bankLineId)],
	["沒有憑證的原因", ({ noAttachmentReason }) => noAttachmentReason ?? ""],
];

/**
 * Returns the differences between two revisions: fields, then lines and shares by their position, then attachments by
 * their content. The accounts of a register's payees are only for `seesAccounts`.
 */
export function differences(
	before: FinanceContent,
	after: FinanceContent,
	{ seesAccounts }: { seesAccounts: boolean },
): Difference[] {
	const shareWords = shareWordsWith(seesAccounts);
	const fields = FIELDS.map(([label, text]) => ({ label, before: text(before), after: text(after) }));
	const lines = byPlace("明細", [before.lines.map(lineWords), after.lines.map(lineWords)]);
	const shares = byPlace("清冊", [before.shares.map(shareWords), after.shares.map(shareWords)]);
	const gone = before.files.filter(({ sha256 }) => !after.files.some((one) => one.sha256 === sha256));
	const added = after.files.filter(({ sha256 }) => !before.files.some((one) => one.sha256 === sha256));
	return [
		...[...fields, ...lines, ...shares].filter((one) => one.before !== one.after),
		...gone.map(({ name }) => ({ label: "附件", before: name, after: "" })),
		...added.map(({ name }) => ({ label: "附件", before: "", after: name })),
	];
}

/** Returns the texts of two lists by their places; "" where one of them is shorter. */
const byPlace = (label: string, [before, after]: readonly [readonly string[], readonly string[]]): Difference[] =>
	Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
		label: `${label}第 ${at + 1} 行`,
		before: before[at] ?? "",
		after: after[at] ?? "",
	}));

const lineWords = (line: Line): string => `${line.summary}　${figure(line.amount)}`;
const shareWordsWith =
	(seesAccounts: boolean) =>
	(share: FinanceContent["shares"][number]): string => {
		const { payeeName, reason, labour, health, pension, payBy, bank, account, gross, refund } = share;
		const own = labour + health + pension;
		const words = [
			payeeName,
			reason,
			refund && `編號 ${refund.id}`,
			own > 0 && `自付 ${figure(own)}`,
			payBy === "cash" && PAY_BY_LABELS.cash,
			seesAccounts && account && `${bank} ${account}`,
		];
		return `${words.filter(Boolean).join("，")}　${figure(gross)}`;
	};
