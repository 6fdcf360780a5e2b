import { beforeAll, describe, expect, test } from "vitest";
import { receiptWords } from "#domain/money/index.ts";
import { readSigners, signersOn } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { rows } from "../support/users.ts";

const { ledger, settings } = paths.admin;
let accountant: Person;
let voucher = "";
beforeAll(async () => {
	accountant = await signIn({ roles: ["accountant"] });
	const form = {
		...{ _key: crypto.randomUUID(), date: "2026-03-05", description: "郵資", step: "post" },
		...{ account: ["5250", "1130"], memo: ["", ""], debit: ["100", ""], credit: ["", "100"], member: ["", ""] },
	};
	voucher = (await ask(ledger.voucherCreate(), { as: accountant, form })).headers.get("Location") ?? "";
});

const page = async (path: string) => (await ask(path, { as: accountant })).text();
/** The places for signatures on a voucher, and on a report. */
const placesOf = (text: string, part: string): string[] => {
	const [, found = ""] = new RegExp(`class="${part}">(.*?)</div>`, "s").exec(text) ?? [];
	return [...found.matchAll(/<span>([^<]*)<\/span>/g)].map(([, name]) => name ?? "");
};
const set = (key: string, value: string) =>
	rows(
		"INSERT INTO settings (key, value, updated_at) VALUES (?, ?, 1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
		key,
		value,
	);

test("the roles are read as they are stored; what cannot be read is the default", () => {
	expect(readSigners('["chair","maker"]')).toEqual(["chair", "maker"]);
	expect(readSigners("[]")).toEqual([]);
	for (const text of [undefined, "", "chair", '["nobody"]', "{}"]) expect(readSigners(text)).toHaveLength(4);
	expect(signersOn({ signers: ["maker", "secretary", "chair"], secretary: "總幹事" }, "製票")).toEqual([
		"理事長",
		"總幹事",
		"製票",
	]);
	expect(signersOn({ signers: ["secretary"], secretary: null }, "製票")).toEqual([]);
});

describe("the one setting of signers", () => {
	const bothOf = async () => ({
		voucher: placesOf(await page(`${voucher}/print`), "voucher-signers"),
		report: placesOf(await page(`${ledger.trialBalance()}?from=2026-03&to=2026-03`), "stamps"),
	});

	test("is what papers had, until it is changed", async () => {
		expect(await bothOf()).toEqual({
			voucher: ["理事長", "會計", "出納", "製票"],
			report: ["理事長", "秘書長", "會計", "出納", "製表"],
		});
	});

	test("holds for vouchers, reports and the year's statements, with the title of the secretary or none", async () => {
		await set("association.signers", '["chair","secretary","reviewer","accountant"]');
		await set("association.secretary_title", "總幹事");
		expect(await bothOf()).toEqual({
			voucher: ["理事長", "總幹事", "覆核", "會計"],
			report: ["理事長", "總幹事", "覆核", "會計"],
		});
		await set("association.secretary_title", "none");
		expect(await bothOf()).toEqual({ voucher: ["理事長", "覆核", "會計"], report: ["理事長", "覆核", "會計"] });
		expect(await page(`${ledger.annual()}?year=2026`)).toContain("<span>監事會召集人</span>");
	});

	test("holds for receipts, whose handler keeps the name where there is a place for it", () => {
		const receipt = {
			...{ title: "會費收據", number: "會115-000001", payerTitle: "王小明", amount: 1_000, items: [], method: "現金" },
			...{ paidOn: "2026-03-05", issuedOn: "2026-03-05", isCopy: false, signers: { 經手人: "許雅雯" } },
			association: { name: "協會", address: "", taxId: "", registration: "" },
		};
		expect(receiptWords(receipt).signers.map(({ role, name }) => role + name)).toEqual([
			"理事長",
			"會計",
			"出納",
			"經手人許雅雯",
		]);
		expect(receiptWords({ ...receipt, roles: ["理事長", "覆核"] }).signers).toEqual([
			{ role: "理事長", name: "" },
			{ role: "覆核", name: "" },
		]);
	});

	test("is chosen on the page of the association's settings", async () => {
		const admin = await signIn({ roles: ["admin"] });
		const shown = await (await ask(settings.group("association"), { as: admin })).text();
		expect(shown).toContain("紙本的簽章欄");
		expect(shown).toMatch(/name="signers" value="reviewer"[^>]* checked/);
	});
});
