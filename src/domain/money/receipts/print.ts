import { figure } from "#kernel/amounts.ts";
import { rocWords } from "#kernel/calendar.ts";
import { capitals } from "#kernel/capitals.ts";

/** All data of a printed receipt. Amounts are whole NT$, dates `YYYY-MM-DD`; empty texts are left out. */
export type PrintedReceipt = {
	/** The heading, e.g. 會費收據. */
	title: string;
	number: string;
	payerTitle: string;
	/** The donor's number on a donation's receipt, masked: A12****789. */
	payerId?: string;
	amount: number;
	items: readonly { label: string; memberNo?: string; amount: number }[];
	/** The method of payment in words, e.g. 郵政劃撥. */
	method: string;
	paidOn: string;
	issuedOn: string;
	association: { name: string; address: string; taxId: string; registration: string };
	/** Whether the paper shows the place of the association's seal (圖記). */
	hasSealPlace?: boolean;
	/** The id of the picture of the seal, where one is printed. */
	sealId?: number | undefined;
	/** True for a later print than the original: it says 副本. */
	isCopy: boolean;
	voided?: { on: string; reason: string };
	/** The number of the receipt that this one replaces; `replacedBy` is that of the receipt which replaces it. */
	replaces?: string;
	replacedBy?: string;
	/** The resolution, in words, by which one person was both 會計 and 出納 when the receipt was issued. */
	resolution?: string;
	/** What the settings said at the foot of such a receipt when it was issued, such as words about stamp duty. */
	notes?: readonly string[];
	/** Who signs, in the printed order; left out, SIGNERS. */
	roles?: readonly string[];
	/** The known names of signers; every signer gets a line anyway. */
	signers?: Partial<Record<string, string>>;
};

/** The people who sign or seal a receipt where the settings do not say otherwise, in the printed order. */
const SIGNERS = ["理事長", "會計", "出納", "經手人"] as const;

/** The two halves of a sheet: the association keeps the stub, the payer gets the original. */
export const HALVES = {
	stub: { name: "存根聯", holder: "由本會留存" },
	original: { name: "收據聯", holder: "交繳款人收執" },
} as const;
export type Half = keyof typeof HALVES;

/** The fixed words on every receipt. */
export const LABELS = {
	number: "收據編號",
	issuedOn: "開立日期",
	payer: "抬頭",
	items: "收入項目",
	item: "項目",
	memberNo: "會員編號",
	itemAmount: "金額（元）",
	end: "以下空白",
	amount: "金額",
	method: "繳費方式",
	paidOn: "繳費日期",
	remarks: "備註",
	copy: "副本",
	voided: "作廢",
	cut: "裁切線",
	seal: "圖記",
} as const;

/** The texts of a receipt, ready for layout. */
export type ReceiptWords = {
	association: string;
	title: string;
	/** The heading with its letters spaced apart. */
	heading: string;
	number: string;
	issuedOn: string;
	payer: string;
	items: readonly { label: string; memberNo: string; amount: string }[];
	/** Whether any item is of a member with a number, so that a column for it is printed. */
	hasMemberNos: boolean;
	capitals: string;
	figures: string;
	method: string;
	paidOn: string;
	/** The sentences at the foot of the receipt; an ordinary receipt has those of the settings alone. */
	remarks: readonly string[];
	isCopy: boolean;
	hasSealPlace: boolean;
	sealId: number | undefined;
	/** The day on which the receipt was voided, in words; null when it is valid. */
	voidedOn: string | null;
	signers: readonly { role: string; name: string }[];
	/** The association's address and registration numbers. */
	imprint: readonly string[];
};

/**
 * Returns the texts of a receipt: dates of the Republic, thousands separators, amounts in capitals; paper and screen
 * show the same.
 */
export function receiptWords(receipt: PrintedReceipt): ReceiptWords {
	const { association, voided } = receipt;
	return {
		association: oneLine(association.name),
		title: receipt.title,
		heading: [...receipt.title].join(receipt.title.length > 2 ? "　" : "　　"),
		number: receipt.number,
		issuedOn: `中華民國${rocWords(receipt.issuedOn)}`,
		payer: `${oneLine(receipt.payerTitle)}${receipt.payerId ? `（${receipt.payerId}）` : ""}`,
		items: receipt.items.map(({ label, memberNo = "", amount }) => ({
			label: oneLine(label),
			memberNo,
			amount: figure(amount),
		})),
		hasMemberNos: receipt.items.some(({ memberNo }) => memberNo !== undefined && memberNo !== ""),
		capitals: `新臺幣${capitals(receipt.amount)}`,
		figures: `NT$${figure(receipt.amount)}`,
		method: oneLine(receipt.method),
		paidOn: rocWords(receipt.paidOn),
		remarks: remarks(receipt),
		isCopy: receipt.isCopy,
		hasSealPlace: receipt.hasSealPlace ?? false,
		sealId: receipt.sealId,
		voidedOn: voided ? rocWords(voided.on) : null,
		signers: (receipt.roles ?? SIGNERS).map((role) => ({ role, name: oneLine(receipt.signers?.[role] ?? "") })),
		imprint: imprint(association),
	};
}

function remarks({ voided, replaces, replacedBy, resolution, notes = [] }: PrintedReceipt): string[] {
	const all = [
		replaces && `本收據取代已作廢的 ${replaces}。`,
		voided && `已於 ${rocWords(voided.on)} 作廢，原因：${sentence(voided.reason)}`,
		replacedBy && `另開立 ${replacedBy} 取代。`,
		resolution && `${resolution}。`,
		...notes.map(sentence),
	];
	return all.flatMap((one) => one || []);
}

const imprint = ({ registration, taxId, address }: PrintedReceipt["association"]): string[] =>
	[
		["立案證書字號", registration],
		["統一編號", taxId],
		["會址", address],
	].flatMap(([label, value = ""]) => (oneLine(value) ? [`${label}　${oneLine(value)}`] : []));

const sentence = (text: string): string => `${oneLine(text).replace(/[。.]$/, "")}。`;

/** Replaces line breaks and tabs by single spaces; a full-width space stays. */
const oneLine = (text: string): string => text.replace(/[^\S\u3000]+/g, " ").trim();

type SealSettings = { seal: string; seal_file_id: number | null };
/** Returns what a receipt shows of the seal 圖記, as the settings say: its place, its picture, or nothing. */
export const sealOn = ({ seal, seal_file_id }: SealSettings): Pick<PrintedReceipt, "hasSealPlace" | "sealId"> => ({
	hasSealPlace: seal === "place",
	...(seal === "picture" && seal_file_id !== null && { sealId: seal_file_id }),
});
