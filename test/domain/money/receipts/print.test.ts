import { expect, test } from "vitest";
import { receiptWords } from "#domain/money/receipts/print.ts";
import { RECEIPT } from "../../../support/receipts.ts";

test("an ordinary receipt in words", () => {
	expect(receiptWords(RECEIPT)).toEqual({
		association: "社團法人晨曦病友協會",
		title: "會費收據",
		heading: "會　費　收　據",
		number: "會115-000001",
		issuedOn: "中華民國115年3月5日",
		payer: "王小明",
		items: [
			{ label: "入會費", memberNo: "M0312", amount: "500" },
			{ label: "常年會費 115 年", memberNo: "M0312", amount: "1,000" },
		],
		hasMemberNos: true,
		capitals: "新臺幣壹仟伍佰元整",
		figures: "NT$1,500",
		method: "郵政劃撥",
		paidOn: "115年3月3日",
		remarks: [],
		isCopy: false,
		hasSealPlace: false,
		voidedOn: null,
		signers: [
			{ role: "理事長", name: "" },
			{ role: "會計", name: "" },
			{ role: "出納", name: "" },
			{ role: "經手人", name: "" },
		],
		imprint: [
			"立案證書字號　台內團字第 1234567 號",
			"統一編號　12345675",
			"會址　100012 臺北市中正區重慶南路一段 122 號 3 樓",
		],
	});
});

test("what is not known is left out, and the column of numbers with it", () => {
	const association = { name: "病友協會", address: " ", taxId: "", registration: "" };
	const words = receiptWords({ ...RECEIPT, association, items: [{ label: "捐款", memberNo: "", amount: 1_500 }] });
	expect([words.imprint, words.hasMemberNos]).toEqual([[], false]);
});

test("breaks and tabs in what was typed are spaces, a full-width space stays", () => {
	const words = receiptWords({
		...RECEIPT,
		payerTitle: " 王小明\r\n\t林女士　收 ",
		signers: { 出納: "方\u00a0以晴" },
	});
	expect([words.payer, words.signers[2]]).toEqual(["王小明 林女士　收", { role: "出納", name: "方 以晴" }]);
});

test.each([
	["a voided one", { voided: { on: "2026-03-08", reason: "抬頭錯誤。" } }, ["已於 115年3月8日 作廢，原因：抬頭錯誤。"]],
	[
		"a voided one with another in its place",
		{ voided: { on: "2026-03-08", reason: "抬頭錯誤" }, replacedBy: "會115-000007" },
		["已於 115年3月8日 作廢，原因：抬頭錯誤。", "另開立 會115-000007 取代。"],
	],
	["one whose settings say more", { notes: ["印花稅總繳", "可列舉扣除。"] }, ["印花稅總繳。", "可列舉扣除。"]],
	["the one in its place", { replaces: "會115-000001" }, ["本收據取代已作廢的 會115-000001。"]],
])("%s says so", (_, more, remarks) => {
	const words = receiptWords({ ...RECEIPT, ...more });
	expect([words.remarks, words.voidedOn]).toEqual([remarks, "voided" in more ? "115年3月8日" : null]);
});
