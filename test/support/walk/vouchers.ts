import { createVoucher, postDraft, removeDraft, reverseManual } from "#domain/books/vouchers/actions.ts";
import { db } from "../payments.ts";
import { alone, type Chance, Desk, entriesOf, INACTIVE, made, PLAIN, pick } from "./desk.ts";
import type { Line } from "./model.ts";

export class Vouchers extends Desk {
	protected chosenLines({ a, b, c }: Chance): Line[] {
		const amount = (b % 3_000) + 1;
		const [one, two, three] = [pick(PLAIN, a), pick(PLAIN, a + 1 + (b % 8)), pick(PLAIN, c)];
		if (!one || !two || !three) return [];
		const large = c % 40 === 0 ? 200_000 : 0;
		if (c % 17 === 0) return [[one, amount, 0]];
		if (c % 13 === 0)
			return [
				[one, amount, 0],
				[two, 0, amount + 1],
			];
		if (c % 11 === 0)
			return [
				[one, amount, 0],
				[INACTIVE, 0, amount],
			];
		if (c % 3 === 0)
			return [
				[one, amount + large, 0],
				[three, 7, 0],
				[two, 0, amount + large + 7],
			];
		return [
			[one, amount + large, 0],
			[two, 0, amount + large],
		];
	}
	/** Why lines would not be posted on a day. */
	protected hindrances(lines: readonly Line[], date: string): string[] {
		const [left, right] = [lines.reduce((sum, [, dr]) => sum + dr, 0), lines.reduce((sum, [, , cr]) => sum + cr, 0)];
		return [
			...(left !== right || lines.length < 2 ? ["voucher.unbalanced"] : []),
			...this.books.whyClosed(date),
			...(lines.some(([code]) => code === INACTIVE) ? ["ledger.account_inactive"] : []),
		];
	}

	async manual(chance: Chance) {
		const lines = this.chosenLines(chance);
		const [date, total] = [this.ago(chance.a % 40), lines.reduce((sum, [, dr]) => sum + dr, 0)];
		const turns = date.endsWith("-12-31");
		const { accountant } = this.setting.people;
		const refusals = total > 100_000 ? ["voucher.second_person"] : this.hindrances(lines, date);
		const done = await this.answer("manual", refusals, () =>
			createVoucher(db, {
				input: { date, description: "手開", turnsNextYear: turns, lines: entriesOf(lines) },
				poster: alone(accountant),
				key: crypto.randomUUID(),
				by: this.by(accountant),
			}),
		);
		if (!done) return;
		this.books.post({ date, lines });
		this.manuals.push({ id: made(done), version: 2, date, lines, total, reversed: false, turns });
	}

	async draft(chance: Chance) {
		if (this.drafts.length > 4) return;
		const [lines, date] = [this.chosenLines(chance), this.ago(chance.b % 30)];
		const done = await this.answer("draft", [], () =>
			createVoucher(db, {
				input: { date, description: "草稿", turnsNextYear: false, lines: entriesOf(lines) },
				key: crypto.randomUUID(),
				by: this.by(this.setting.people.clerk),
			}),
		);
		this.drafts.push({ id: made(done), version: 1, date, lines, total: lines.reduce((sum, [, dr]) => sum + dr, 0) });
	}

	/** Posts a draft, or throws it away where that cannot be. */
	async decideDraft({ a, b }: Chance) {
		const one = pick(this.drafts, a);
		if (!one) return;
		const who = b % 4 === 0 ? this.setting.people.clerk : this.setting.people.accountant;
		const isOwn = who === this.setting.people.clerk && one.total > 100_000;
		const refusals =
			b % 9 === 0 ? ["voucher.stale"] : isOwn ? ["voucher.second_person"] : this.hindrances(one.lines, one.date);
		const ref = { id: one.id, version: b % 9 === 0 ? one.version - 1 : one.version };
		const done = await this.answer("post a draft", refusals, () =>
			postDraft(db, { ref, poster: alone(who), by: this.by(who) }),
		);
		if (!done && (isOwn || b % 9 === 0)) return;
		this.drafts = this.drafts.filter((other) => other !== one);
		if (!done) {
			await this.answer("remove a draft", [], () => removeDraft(db, one, this.by(who)));
			return;
		}
		this.books.post({ date: one.date, lines: one.lines });
		this.manuals.push({ ...one, version: one.version + 1, reversed: false, turns: false });
	}

	async reverseManual({ a, b }: Chance) {
		const one = pick(this.manuals, a);
		if (!one) return;
		const date = b % 7 === 0 ? this.ago(400) : this.today;
		const { chair } = this.setting.people;
		const refusals = [
			...(one.reversed ? ["voucher.reversed"] : []),
			...(date < one.date ? ["voucher.too_early"] : []),
			...this.books.whyClosed(date),
		];
		const done = await this.answer("reverse a manual one", refusals, () =>
			reverseManual(db, { ref: one, date, reason: "更正", poster: alone(chair), by: this.by(chair) }),
		);
		if (!done) return;
		one.reversed = true;
		this.books.reverse(one.lines, date);
	}
}
