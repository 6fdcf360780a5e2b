import type { InvariantCode } from "#db/invariants/suite.ts";

/**
 * The words for each broken invariant (a rule that the stored records must always meet), by its code; the names of the
 * broken records follow the words.
 */
const WORDS: Record<InvariantCode, string> = {
	voucher_balanced: "傳票借貸不平衡",
	voucher_number: "傳票號碼與日期不符",
	reversals: "沖銷傳票與原傳票不符",
	voucher_once: "同一件事有兩張有效的傳票",
	number_series: "收據或傳票的字軌與實際開立的號碼不符",
	account_months: "科目的月餘額與傳票重算的結果不同",
	closed_month_moved: "已結帳的月份後來又入帳",
	closed_months: "月份或年度的結帳狀態與紀錄不符",
	closed_years: "年度結帳後收支科目仍有餘額",
	advance: "預收款項與預繳的會費、溢繳款不符",
	openings: "年初轉列與後來的收款不符",
	payment_voucher: "已核對的收款沒有相符的傳票",
	payment_unsettled: "未核對或已取消的收款仍有有效的傳票",
	payment_parts: "收款的用途合計與金額不符",
	payment_events: "收款的狀態與紀錄不符",
	dues_paid: "應繳會費的已繳金額與收款不符",
	dues_owner: "收款繳的是別人的會費",
	dues_events: "應繳會費的金額或狀態與紀錄不符",
	credit: "溢繳款用過了頭",
	receipt_of: "有效的收據沒有對應的收款或收入",
	receipt_amount: "收據合計超過收到的金額",
	income_voucher: "收入與傳票不符",
	document_numbers: "收入或支出申請的編號不連續",
	deposits: "存款單與現金或傳票不符",
	finance_events: "支出申請的狀態與紀錄不符",
	finance_people: "支出申請不是由兩個以上的人核准",
	finance_voucher: "支出申請與傳票不符",
	finance_amounts: "支出申請的金額或內容與送出時不符",
	bank_lines: "銀行明細對上的款項合計與金額不同，或款項用了超過它的金額",
	files: "憑證的檔案已不在",
};
export const INVARIANT_WORDS: Readonly<Record<string, string>> = WORDS;
