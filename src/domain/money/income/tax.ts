/**
 * The data of a donation's receipt that the tax declaration needs. `hasId` says whether the donor's number is stored;
 * it is decrypted only when the file is made.
 */
export type TaxGift = {
	title: string;
	name: string | null;
	kind: "person" | "organisation" | null;
	hasId: boolean;
	amount: number;
};

/** Why a receipt is not in the tax declaration. */
export type LeftOut = "anonymous" | "organisation" | "other_title" | "no_id";
export const LEFT_OUT_WORDS: Record<LeftOut, string> = {
	anonymous: "沒有登記捐款人",
	no_id: "沒有身分證字號",
	other_title: "收據抬頭和捐款人姓名不同",
	organisation: "公司或團體（不適用綜合所得稅）",
};

/** Returns why a receipt is left out of the declaration; undefined for one that belongs in it. */
export function leftOut({ title, name, kind, hasId }: TaxGift): LeftOut | undefined {
	if (name === null || kind === null) return "anonymous";
	if (kind === "organisation") return "organisation";
	if (title !== name) return "other_title";
	return hasId ? undefined : "no_id";
}

/** The columns of 綜合所得稅捐贈扣除額單據電子化, in the prescribed order and with the prescribed names. */
export const TAX_COLUMNS = [
	"捐贈年度",
	"捐贈者身分證統一編號",
	"捐贈者姓名",
	"捐款金額",
	"受捐贈單位統一編號",
	"捐贈別",
	"受捐贈者名稱",
	"專案核准文號",
] as const;

/** The association as receiver of donations, from its settings; `kind` is the tax office's code 捐贈別. */
export type Receiver = { taxId: string; name: string; approval: string; kind: string };

/** Returns the rows of the tax file: one for each person and name, with the sum of the year's donations. */
export function taxRowsOf(
	gifts: readonly { nationalId: string; name: string; amount: number }[],
	{ year, receiver }: { year: number; receiver: Receiver },
): (string | number)[][] {
	const people = Map.groupBy(gifts, ({ nationalId, name }) => `${nationalId} ${name}`);
	const rocYear = String(year - 1911).padStart(3, "0");
	return [...people.values()].flatMap((some) => {
		const [first] = some;
		if (!first) return [];
		const sum = some.reduce((all, { amount }) => all + amount, 0);
		return [
			[rocYear, first.nationalId, first.name, sum, receiver.taxId, receiver.kind, receiver.name, receiver.approval],
		];
	});
}

/** Returns the name that the tax office's programs expect the file to have: 115.31.12345675. */
export const taxFileName = (year: number, taxId: string): string => `${year - 1911}.31.${taxId}`;
