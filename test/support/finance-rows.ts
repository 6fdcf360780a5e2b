import assert from "node:assert/strict";
import { createDocument, submitDocument } from "#domain/books/finance/actions.ts";
import { NOTHING_ELSE } from "#domain/books/finance/form.ts";
import { addExemption, createPayee } from "#domain/books/payees/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { seedDemoFinance } from "../../scripts/demo/finance.ts";
import type { Store } from "./admin-server.ts";
import { REAL } from "./pictures.ts";
import { registerInput } from "./register-input.ts";

const { concurrentPosts, finance, payees } = paths.admin;
const INVOICE = { filename: "統一發票.jpg", declaredType: "image/jpeg", bytes: REAL.jpeg };

/**
 * The demo's documents in all their states, and a draft of the administrator's own with its paper. Returns the addresses of
 * the routes that have a place for one.
 */
export async function fillFinance(store: Store, at: number): Promise<Record<string, string[]>> {
	const { db } = store;
	const env = { ...store.env, ...store.secrets };
	await seedDemoFinance(env, db, { at, picture: REAL.jpeg });
	const id = async (statement: string): Promise<number> =>
		(await store.env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	const admin = await id("SELECT id FROM users WHERE email = 'admin@example.org'");
	const inState = (state: string) =>
		id(`SELECT id FROM finance_documents WHERE state = '${state}' ORDER BY id LIMIT 1`);
	const own = await createDocument(env, db, {
		input: {
			...NOTHING_ELSE,
			kind: "vendor",
			title: "會議室飲水機濾心",
			purpose: "",
			payeeName: "晴空家電行",
			payBy: "cash",
			wantedOn: null,
			lines: [{ summary: "濾心 2 支", amount: 1_200 }],
		},
		uploads: [INVOICE],
		key: "fill-finance",
		by: { ...byUser(admin, null, at), userId: admin },
	});
	const payee = await createPayee(env, db, {
		input: {
			kind: "person",
			name: "吳講師",
			nationalId: "A123456789",
			taxId: null,
			isResident: true,
			userId: null,
			memberNo: null,
			email: "wu@example.org",
			phone: "0912345678",
			address: "臺北市中正區忠孝東路一段 1 號",
			note: "每年的病友講座",
		},
		account: { bankCode: "004", branch: "城中", account: "001-234-567", holder: "吳講師" },
		key: "fill-payee",
		by: byUser(admin, null, at),
	});
	await addExemption(db, {
		ref: { id: payee, version: 1 },
		input: { kind: "class2", paper: "職業工會在保證明", shownOn: dateInTaipei(at) },
		by: byUser(admin, null, at),
	});
	const registers = await fillRegisters(store, { admin, payee, at });
	const file = await id(`SELECT file_id AS id FROM finance_attachments WHERE document_id = ${own}`);
	const [approved, waits, posted] = [
		await inState("approved"),
		await inState("pending_accountant"),
		await inState("posted"),
	];
	const shown = [own, registers.sent, approved, waits, posted, await inState("returned"), await inState("paid")];
	return {
		[payees.show(":id")]: [payees.show(payee)],
		[payees.edit(":id")]: [payees.edit(payee)],
		[payees.copy(":id")]: [payees.copy(payee)],
		[payees.erasure(":id")]: [payees.erasure(payee)],
		[finance.create()]: [finance.create(), `${finance.create()}?kind=vendor`, `${finance.create()}?kind=refund`],
		[finance.show(":id")]: shown.map((one) => finance.show(one)),
		[finance.edit(":id")]: [finance.edit(own)],
		[finance.copy(":id")]: [finance.copy(waits)],
		[finance.createRegister()]: ["fees", "salary", "refunds"].map(
			(kind) => `${finance.createRegister()}?register=${kind}`,
		),
		[finance.editRegister(":id")]: [finance.editRegister(registers.draft)],
		[finance.registerPaper()]: [`${finance.registerPaper()}?id=${registers.sent}`],
		[finance.slips()]: [`${finance.slips()}?id=${registers.sent}`],
		[finance.print(":id")]: [finance.print(posted)],
		[concurrentPosts.month(":month")]: [concurrentPosts.month(dateInTaipei(at).slice(0, 7))],
		[finance.payment(":id")]: [finance.payment(approved)],
		[finance.attachment(":id", ":fileId")]: [finance.attachment(own, file)],
	};
}

/** A register of the administrator's own that is a draft, and one that was sent. */
async function fillRegisters(store: Store, { admin, payee, at }: { admin: number; payee: number; at: number }) {
	const { db } = store;
	const env = { ...store.env, ...store.secrets };
	const by = { ...byUser(admin, null, at), userId: admin };
	const own = { allowance: 0, labour: 0, health: 0, pension: 0, payBy: "transfer" } as const;
	const shares = [
		{ payeeId: payee, payeeName: "吳講師", reason: "講師費", gross: 30_000, ...own },
		{ payeeId: null, payeeName: "陳志工", reason: "交通費", gross: 300, ...own },
	];
	const make = (key: string) => createDocument(env, db, { input: registerInput(shares, { payBy: "cash" }), key, by });
	const draft = await make("fill-register");
	const sent = await make("fill-register-sent");
	await submitDocument(db, { ref: { id: sent, version: 1 }, by });
	return { draft, sent };
}
