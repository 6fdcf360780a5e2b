/** The demo's donors and income besides fees, of two years: donations, a grant, interest, gifts in kind. */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { createDonor } from "#domain/money/donors/actions.ts";
import type { DonorInput } from "#domain/money/donors/form.ts";
import { createIncome, postIncome, reverseIncome } from "#domain/money/income/actions.ts";
import type { IncomeInput } from "#domain/money/income/form.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";

type Keys = { SEALING_KEY: string };

const DONORS: readonly (Pick<DonorInput, "name"> & Partial<DonorInput>)[] = [
	{
		name: "林淑芬",
		nationalId: "F131104093",
		email: "shufen@example.org",
		phone: "0912345678",
		address: "104 臺北市中山區民生東路二段 1 號",
		naming: "name",
	},
	{ name: "陳建宏", nationalId: "A123456789", naming: "anonymous" },
	{
		name: "順風物流股份有限公司",
		kind: "organisation",
		nationalId: "12345675",
		phone: "02-2700-1234",
		naming: "other",
		publicName: "順風物流",
	},
	{ name: "吳美玲" },
];

/** An income of the demo; `days` is how many days ago, `giver` an index of DONORS. */
type DemoIncome = Partial<Omit<IncomeInput, "receivedOn" | "donorId">> & {
	days: number;
	giver?: number;
	/** The state of the income; posted when left out. */
	state?: "draft" | "recorded" | "reversed";
};
const INCOME: readonly DemoIncome[] = [
	{ days: 400, giver: 0, amount: 20_000, method: "transfer", purpose: "病友急難救助" },
	{
		days: 380,
		kind: "grant",
		payerTitle: "衛生福利部國民健康署",
		amount: 150_000,
		method: "transfer",
		purpose: "病友支持團體",
	},
	{ days: 200, giver: 1, amount: 3_000, method: "cash" },
	{ days: 150, amount: 1_200, method: "cash" },
	{ days: 140, giver: 2, isInKind: true, items: "輪椅 2 台、電動床 1 張" },
	{ days: 120, kind: "interest", payerTitle: "存款利息", amount: 86, method: "transfer" },
	{ days: 60, giver: 2, amount: 50_000, method: "cheque", purpose: "年度活動" },
	{ days: 40, giver: 3, amount: 500, method: "cash", state: "reversed" },
	{ days: 12, giver: 0, amount: 5_000, method: "transfer", state: "recorded" },
	{ days: 6, giver: 3, amount: 2_000, method: "postal", feeAmount: 15, state: "recorded" },
	{ days: 2, giver: 1, amount: 10_000, method: "transfer", state: "draft" },
];

const DAY_MS = 86_400_000;

/** Makes donors and income when there is no donor; returns how many records. `at` is UTC ms; people must exist. */
export async function seedDemoIncome(env: Keys, db: Db, at: number): Promise<number> {
	const [[there], users] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM donors LIMIT 1"),
		select<{ id: number; email: string }>(
			"SELECT id, email FROM users WHERE email LIKE '%@example.org' AND status = 'active'",
		),
	);
	const [cashier, accountant, chair] = ["cashier", "accountant", "chair"].map(
		(name) => users.find(({ email }) => email === `${name}@example.org`)?.id,
	);
	if (there || !cashier || !accountant || !chair) return 0;
	const donors: number[] = [];
	for (const [nth, donor] of DONORS.entries())
		donors.push(await makeDonor(env, db, { donor, nth, userId: cashier, at }));
	for (const [nth, of] of INCOME.entries())
		await makeIncome(db, { of, nth, donors, people: { cashier, accountant, chair }, at });
	return INCOME.length;
}

type Donor = { donor: (typeof DONORS)[number]; nth: number; userId: number; at: number };
const makeDonor = (env: Keys, db: Db, { donor, nth, userId, at }: Donor): Promise<number> =>
	createDonor(env, db, {
		input: {
			kind: "person",
			nationalId: undefined,
			email: null,
			phone: null,
			address: "",
			memberNo: null,
			naming: null,
			publicName: "",
			note: "",
			...donor,
		},
		key: `demo donor ${nth}`,
		by: byUser(userId, null, at - 401 * DAY_MS),
	});

type Making = {
	of: DemoIncome;
	nth: number;
	donors: readonly number[];
	people: Record<"cashier" | "accountant" | "chair", number>;
	at: number;
};

async function makeIncome(db: Db, { of, nth, donors, people, at }: Making): Promise<void> {
	const { days, giver, state, ...said } = of;
	const when = at - days * DAY_MS;
	const id = await createIncome(db, {
		input: {
			kind: "donation",
			receivedOn: dateInTaipei(when),
			donorId: giver === undefined ? null : (donors[giver] ?? null),
			payerTitle: giver === undefined ? "善心人士" : (DONORS[giver]?.name ?? ""),
			isInKind: false,
			items: "",
			amount: null,
			feeAmount: 0,
			method: null,
			bankAccountId: null,
			bankLineId: null,
			projectId: null,
			purpose: "",
			wantsReceipt: (said.kind ?? "donation") === "donation" && !said.isInKind,
			note: "",
			...said,
		},
		record: state !== "draft",
		key: `demo income ${nth}`,
		by: { ...byUser(people.cashier, null, when), userId: people.cashier },
	});
	if (state === "draft" || state === "recorded") return;
	const reviewer = (userId: number) => ({ reviewer: { userId, standsFor: [null] }, by: byUser(userId, null, when) });
	await postIncome(db, { ref: { id, version: 2 }, accountId: null, projectId: null, ...reviewer(people.accountant) });
	if (state === "reversed")
		await reverseIncome(db, { ref: { id, version: 3 }, reason: "重複登錄", ...reviewer(people.chair) });
}
