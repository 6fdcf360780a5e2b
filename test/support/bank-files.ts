import type { Cell } from "#kernel/table.ts";
import { writeSheet } from "#platform/spreadsheets.ts";

/** Every character that Big5 has, with its two bytes: the decoder asked backwards. */
const BIG5 = new Map<string, [number, number]>();
for (let lead = 0xa1; lead <= 0xf9; lead++)
	for (let trail = 0x40; trail <= 0xfe; trail++) {
		const char = new TextDecoder("big5").decode(new Uint8Array([lead, trail]));
		if ([...char].length === 1 && char !== "\u{FFFD}" && !BIG5.has(char)) BIG5.set(char, [lead, trail]);
	}

/** A text as the banks' own programs write it. */
export const big5 = (text: string): Uint8Array =>
	Uint8Array.from(
		[...text].flatMap((char): number[] => {
			const code = char.charCodeAt(0);
			if (code < 0x80) return [code];
			return BIG5.get(char) ?? [0x3f];
		}),
	);

const csv = (rows: readonly string[][]): string =>
	`${rows.map((row) => row.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(",")).join("\r\n")}\r\n`;

/** 網路銀行 of a bank: title rows, ROC dates, two columns of amounts, the counter account, a sum at the foot; Big5. */
export const BANK_ROWS: string[][] = [
	["帳戶交易明細查詢"],
	["帳號：", "012-34-567890-1", "戶名：", "社團法人漣漪病友協會"],
	["查詢期間：", "113/11/01 ~ 113/11/20", "", "列印日期：113/11/20"],
	[],
	["交易日期", "帳務日期", "摘要", "支出金額", "存入金額", "帳戶餘額", "轉出帳號", "備註"],
	["113/11/03", "113/11/03", "跨行轉入", "", "1,000", "101,000", "822-0000123440718", "周建宏 會費"],
	["113/11/05", "113/11/05", "現金存入", "", "2,000.00", "103,000", "", "M0007"],
	["113/11/05", "113/11/05", "手續費", "15", "", "102,985", "", ""],
	["113/11/12", "113/11/13", "跨行轉入", "0", "500", "103,485", "********90033", "林小玉"],
	["113/11/12", "113/11/12", "ATM轉入", "", "500", "103,985", "7000001122334455", ""],
	["合計", "", "", "15", "4,000", "", "", ""],
	["以上資料僅供參考"],
];
export const bankCsv = (rows = BANK_ROWS): Uint8Array => big5(csv(rows));

/** An XLSX of another bank: serial days, one amount with 借貸別, what was told in 附言. */
export const XLSX_HEADER = ["交易日", "交易時間", "摘要", "借貸別", "金額", "餘額", "附言"];
export const XLSX_ROWS: Cell[][] = [
	[45_599, "09:12:33", "跨行轉帳", "貸", 1_000, 51_000, "台新 812-20881000040718 周建宏"],
	[45_600, "10:00:00", "轉帳支出", "借", 3_000, 48_000, "房租"],
	[45_601, "23:59:59", "跨行轉帳", "貸", 1_000, 49_000, "會費 末五碼 12345"],
];
export const bankXlsx = (rows = XLSX_ROWS, header = XLSX_HEADER): Promise<Uint8Array> =>
	writeSheet({ sheet: "交易明細", header, rows }, "xlsx");

/** 郵政劃撥: what was paid, what the post office kept, and what arrived. */
export const POSTAL_ROWS: string[][] = [
	["劃撥儲金帳戶存款明細表"],
	["帳號 19876543 戶名 社團法人漣漪病友協會"],
	["序號", "存款日期", "存款人", "存款金額", "手續費", "入帳金額", "通訊欄", "經辦局"],
	["1", "1131104", "陳美玲", "1,000", "15", "985", "常年會費 M0012", "臺北北門"],
	["2", "1131110", "善心人士", "300", "15", "285", "捐款", "板橋"],
	["總計", "", "", "1,300", "30", "1,270", "", ""],
];
export const postalCsv = (rows = POSTAL_ROWS): Uint8Array => new TextEncoder().encode(csv(rows));
