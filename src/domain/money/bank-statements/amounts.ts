/** The largest accepted amount in NT$: far more than any bank line has. */
const MOST = 999_999_999;

/**
 * Reads the cell of an amount: whole NT$, negative for outgoing money; null when the cell is empty, undefined when it
 * is not an amount.
 */
export function readSigned(value: string | number | boolean | null | undefined): number | null | undefined {
	if (value === null || value === undefined) return null;
	if (typeof value === "boolean") return undefined;
	const text = String(value)
		.normalize("NFKC")
		.replaceAll(/[\s\u{200B}\u{FEFF}]/gu, "")
		.replace(/^[-−–—]+$/, "");
	if (text === "") return null;
	const inBrackets = /^\((.+)\)$/.exec(text)?.[1];
	const signed =
		/^([+\-−–])?(?:NT\$?|NTD|TWD|新[臺台]幣|\$)?([+\-−–])?([0-9][0-9,]*)(?:\.0{1,4})?(?:元整?|圓整?)?([-−–])?$/i.exec(
			inBrackets ?? text,
		);
	const digits = signed?.[3] ?? "";
	if (!/^(?:[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3})+)$/.test(digits)) return undefined;
	const amount = Number(digits.replaceAll(",", ""));
	if (amount > MOST) return undefined;
	const minuses = [signed?.[1], signed?.[2], signed?.[4]].filter((sign) => sign !== undefined && sign !== "+").length;
	if (minuses > 1 || (inBrackets !== undefined && minuses > 0)) return undefined;
	return amount !== 0 && (minuses === 1 || inBrackets !== undefined) ? -amount : amount;
}

const IN = new Set(["貸", "貸方", "貸記", "存", "存入", "收", "收入", "入", "轉入", "c", "cr", "+"]);
const OUT = new Set(["借", "借方", "借記", "提", "提出", "支", "支出", "付", "出", "轉出", "d", "dr", "-"]);

/**
 * Reads 借貸別 as the bank means it: 1 for incoming money (貸), -1 for outgoing money (借); undefined for anything
 * else.
 */
export function readDirection(text: string): 1 | -1 | undefined {
	const word = text
		.normalize("NFKC")
		.replaceAll(/[\s()]/g, "")
		.toLowerCase();
	if (IN.has(word)) return 1;
	return OUT.has(word) ? -1 : undefined;
}
