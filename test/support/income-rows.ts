import assert from "node:assert/strict";
import { createDonor } from "#domain/money/donors/actions.ts";
import { createIncome, postIncome, reverseIncome } from "#domain/money/income/actions.ts";
import type { IncomeInput } from "#domain/money/income/form.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "./admin-server.ts";

const { income } = paths.admin;

/**
 * Donors and income of every kind and state, by the program's own verbs. Returns the addresses of the routes that have a
 * place for one.
 */
export async function fillIncome(store: Store, at: number): Promise<Record<string, string[]>> {
	const { db } = store;
	const env = { ...store.env, ...store.secrets };
	const user = async (name: string): Promise<number> =>
		(await store.env.DB.prepare("SELECT id FROM users WHERE email = ?")
			.bind(`${name}@example.org`)
			.first<number>("id")) ?? assert.fail(name);
	const [cashier, accountant, chair] = [await user("cashier"), await user("accountant"), await user("chair")];
	const donor = (name: string, nationalId: string | null, kind: "person" | "organisation" = "person") =>
		createDonor(env, db, {
			input: {
				kind,
				name,
				nationalId,
				email: null,
				phone: null,
				address: "",
				memberNo: null,
				naming: "name",
				publicName: "",
				note: "",
			},
			key: `donor ${name}`,
			by: byUser(cashier, null, at),
		});
	const [person, company, bare] = [
		await donor("林淑芬", "A123456789"),
		await donor("好人股份有限公司", "12345675", "organisation"),
		await donor("沒有證號", null),
	];
	const make = (key: string, record: boolean, more: Partial<IncomeInput>) =>
		createIncome(db, {
			input: {
				kind: "donation",
				receivedOn: dateInTaipei(at),
				donorId: null,
				payerTitle: "善心人士",
				isInKind: false,
				items: "",
				amount: 5_000,
				feeAmount: 0,
				method: "cash",
				bankAccountId: null,
				bankLineId: null,
				projectId: null,
				purpose: "",
				wantsReceipt: true,
				note: "",
				...more,
			},
			record,
			key: `income ${key}`,
			by: { ...byUser(cashier, null, at), userId: cashier },
		});
	const draft = await make("draft", false, { donorId: person, payerTitle: "林淑芬" });
	const recorded = await make("recorded", true, { donorId: person, payerTitle: "林淑芬", purpose: "急難救助" });
	const posted = await make("posted", true, {
		kind: "grant",
		payerTitle: "衛生福利部",
		amount: 120_000,
		feeAmount: 30,
		method: "transfer",
	});
	const reversed = await make("reversed", true, { donorId: bare, payerTitle: "沒有證號" });
	const inKind = await make("kind", true, {
		donorId: company,
		payerTitle: "好人股份有限公司",
		isInKind: true,
		items: "輪椅 2 台",
		amount: null,
		method: null,
	});
	const ref = { id: posted, version: 2 };
	const reviewer = (userId: number) => ({ userId, standsFor: [null] });
	await postIncome(db, {
		ref,
		accountId: null,
		projectId: null,
		reviewer: reviewer(accountant),
		by: byUser(accountant, null, at),
	});
	await reverseIncome(db, {
		ref: { id: reversed, version: 2 },
		reason: "登錄錯誤",
		reviewer: reviewer(chair),
		by: byUser(chair, null, at),
	});
	const all = [draft, recorded, posted, reversed, inKind];
	return {
		[income.list()]: ["", "?state=recorded", "?kind=in_kind&sort=-amount", "?q=nobody", "?receipt=none"].map(
			(query) => `${income.list()}${query}`,
		),
		[income.create()]: [
			income.create(),
			`${income.create()}?donor=${person}`,
			`${income.create()}?q=林`,
			`${income.create()}?copy=${reversed}`,
		],
		[income.show(":id")]: all.map(income.show),
		[income.edit(":id")]: [income.edit(draft)],
		[income.reversal(":id")]: [income.reversal(recorded)],
		[income.certificate(":id")]: [income.certificate(inKind), income.certificate(posted)],
		[income.donors.show(":id")]: [person, company, bare].map(income.donors.show),
		[income.donors.edit(":id")]: [income.donors.edit(person)],
		[income.donors.copy(":id")]: [income.donors.copy(person)],
		[income.donors.erasure(":id")]: [person, company].map(income.donors.erasure),
		[income.donors.statement(":id")]: [income.donors.statement(person), `${income.donors.statement(bare)}?year=2020`],
	};
}
