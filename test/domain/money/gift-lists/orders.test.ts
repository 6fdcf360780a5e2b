import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { storedDonor } from "#db/money/donors.ts";
import { readRows } from "#db/read.ts";
import type { Naming } from "#domain/money/donors/form.ts";
import { giftPaper } from "#domain/money/gift-lists/list.ts";
import { sayNaming } from "#domain/money/payments/naming-actions.ts";
import { pseudonymiseDonor } from "#domain/shell/erasures/donor-actions.ts";
import { rocWords } from "#kernel/calendar.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { paperPdf } from "#platform/table-pdf.ts";
import { type Chance, chances, newSeed, stepsOf, WALK_MS } from "../../../support/chances.ts";
import { bring, draft, office } from "../../../support/finance.ts";
import { ASSOCIATION, booksNow, HALF, LATER, listNow, nameDonor, publish } from "../../../support/gift-lists.ts";
import { donor, posted, recorded, reversed } from "../../../support/income.ts";
import { db, owing, payment, submit, verify } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { by, person, rows } from "../../../support/users.ts";

const seed = newSeed();
const NAMINGS = [null, "anonymous", "name", "other"] as const;

/** What is known beside the program: whom one may name, as what, and what each gift comes to. */
type Giver = { id: number; kind: "donor" | "member"; says: Naming | null; shown: string };
type Gift = { giver: Giver; id: number; amount: number };

test(
	`whatever comes in which order, the newest file names nobody without their word, and agrees with the books (seed ${seed})`,
	async () => {
		const secretary = await person({ roles: ["secretary", "applicant"] });
		const people = { ...(await office()), applicant: { id: secretary.id, held: [] } };
		const [cashier, accountant, chair] = [people.cashier.id, people.accountant.id, people.chair.id];
		const givers: Giver[] = [];
		const gifts: Gift[] = [];
		const accountsOf = new Map<number, Awaited<ReturnType<typeof owing>>>();
		let truth = "";

		const shownOf = ({ says, shown }: Giver): string => (says === "name" || says === "other" ? shown : "");
		const one = <T>(list: readonly T[], chance: number): T | undefined => list[chance % list.length];
		/** What the list has to say now, in the order of nothing in particular. */
		const due = (): string =>
			gifts
				.filter(({ amount }) => amount > 0)
				.map(({ giver, id, amount }) => `${giver.kind} ${id} ${shownOf(giver)} ${amount}`)
				.toSorted()
				.join("\n");
		const said = async (): Promise<string> =>
			(
				await rows<{ kind: string; gift_id: number; name: string; amount: number }>(
					"SELECT iif(source = 'income', 'donor', 'member') AS kind, gift_id, name, amount FROM gift_list_rows",
				)
			)
				.map(({ kind, gift_id, name, amount }) => `${kind} ${gift_id} ${name} ${amount}`)
				.toSorted()
				.join("\n");

		const steps: ((chance: Chance) => Promise<void>)[] = [
			async ({ a, b }) => {
				const naming = one(NAMINGS, a) ?? null;
				const name = `捐款人${givers.length}`;
				const publicName = naming === "other" ? `${name}全家` : "";
				const id = await donor({ name, naming, publicName });
				const giver: Giver = { id, kind: "donor", says: naming, shown: publicName || name };
				givers.push(giver);
				const gift = await recorded(cashier, { donorId: id, payerTitle: name, amount: 100 + (b % 900) });
				await posted(gift, accountant);
				gifts.push({ giver, id: gift, amount: 100 + (b % 900) });
			},
			async ({ b }) => {
				const owed = await owing();
				const giver: Giver = { id: owed.memberId, kind: "member", says: null, shown: owed.name };
				givers.push(giver);
				accountsOf.set(owed.memberId, owed);
				const amount = 100 + (b % 900);
				const id = await submit(payment([{ kind: "donation", memberId: owed.memberId, amount }]), owed);
				await verify(id, cashier);
				gifts.push({ giver, id, amount });
			},
			async ({ a, b }) => {
				const giver = one(givers, a);
				if (!giver) return;
				if (giver.kind === "member") {
					const isNamed = b % 2 === 0;
					await sayNaming(db, { memberId: giver.id, isNamed, by: by({ id: 1 }, LATER) });
					giver.says = isNamed ? "name" : "anonymous";
				} else if (giver.shown !== "") {
					const says = one(NAMINGS, b) ?? null;
					await nameDonor(giver.id, says, says === "other" ? "另一個名字" : "");
					giver.says = says;
					giver.shown = says === "other" ? "另一個名字" : `捐款人${givers.indexOf(giver)}`;
				}
			},
			async ({ a, b }) => {
				const gift = one(
					gifts.filter(({ giver, amount }) => giver.kind === "member" && amount > 10),
					a,
				);
				if (!gift) return;
				const amount = 1 + (b % gift.amount);
				const about = { kind: "refund", refundOf: "donation", paymentId: gift.id, payeeTaxId: null } as const;
				const lines = [{ summary: "退捐款", amount }];
				const id = await draft(people.applicant, { ...about, payeeMemberId: gift.giver.id, lines });
				await bring(id, people, "chair", { code: "4210" });
				gift.amount -= amount;
			},
			async ({ a }) => {
				const gift = one(
					gifts.filter(({ giver, amount }) => giver.kind === "donor" && giver.shown !== "" && amount > 0),
					a,
				);
				if (!gift) return;
				await reversed(gift.id, chair);
				gift.amount = 0;
			},
			async ({ a }) => {
				const giver = one(
					givers.filter(({ kind, shown }) => kind === "donor" && shown !== ""),
					a,
				);
				if (!giver) return;
				const [[row]] = await readRows(env.DB, storedDonor(giver.id));
				const ref = { id: giver.id, version: row?.version ?? 0 };
				await pseudonymiseDonor(env, db, { ref, by: by({ id: cashier }, LATER) });
				Object.assign(giver, { says: null, shown: "" });
				expect(await said()).not.toContain(`捐款人${givers.indexOf(giver)} `);
			},
			async ({ a }) => {
				const done = await publish(accountant, { at: LATER + a }).then(() => undefined, codeOf);
				if (done === undefined) truth = due();
				else expect([done, gifts.filter(({ amount }) => amount > 0).length]).toEqual(["gift_list.empty", 0]);
				if (done !== undefined) return;
				expect(await said()).toBe(truth);
				const [file] = await rows<{ sha256: string }>("SELECT sha256 FROM document_versions");
				const of = { association: ASSOCIATION, on: rocWords("2026-07-02") };
				const listed = await rows<Parameters<typeof giftPaper>[1][number]>(
					"SELECT day, name, amount, items, purpose FROM gift_list_rows ORDER BY items <> '', day, source, gift_id, part",
				);
				expect(file?.sha256).toBe(await sha256Hex(await paperPdf(env, giftPaper(HALF, listed, of))));
			},
		];

		for (const chance of chances(stepsOf(15), seed)) {
			await steps[chance.step % steps.length]?.(chance);
			const books = await booksNow();
			expect(books.reached).toBe(books.booked);
			expect(books.sum).toBe(gifts.reduce((all, { amount }) => all + amount, 0));
			const list = await listNow();
			if (list) expect(list.is_outdated === 1).toBe((await said()) !== due());
		}
	},
	WALK_MS,
);
