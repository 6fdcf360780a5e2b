/** What an act sees before somebody presses its button, and what the button gets. */

import type { Db } from "#db/commit.ts";
import type { FinanceReviewers } from "#domain/books/finance/rules.ts";
import type { Reviewer } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";
import type { Person, Setting } from "./setting.ts";

export type Role = keyof Setting["people"] | "member";
/** By chance: one of a list, a whole number up to another, true in one of so many cases. */
export type Chance = {
	pick: <T>(list: readonly T[]) => T | undefined;
	upTo: (most: number) => number;
	oneIn: (many: number) => boolean;
};

export type Seeing = Chance & {
	db: Db;
	setting: Setting;
	who: Person;
	today: string;
	at: number;
	/** A day some days ago, in Taipei. */
	ago: (days: number) => string;
	rows: <Row>(text: string, ...values: (string | number | null)[]) => Promise<Row[]>;
	/** One of the rows. */
	one: <Row>(text: string, ...values: (string | number | null)[]) => Promise<Row | undefined>;
};

export type Store = { FILES: R2Bucket; SEALING_KEY: string };
export type Pressing = {
	db: Db;
	env: Store;
	/** The form's key. */
	key: string;
	by: By & { userId: number };
	at: number;
	reviewer: Reviewer;
	reviewers: FinanceReviewers;
	/** Hands a mail to its provider. */
	post: (mail: string) => void;
};

/** A button that somebody found on a page: what it is about, for the list of steps, and what it does. */
export type Button = { about: unknown; press: (with_: Pressing) => Promise<unknown> };
export type Act = {
	name: string;
	/** Whose it is, and how often it comes, beside the others. */
	by: Role;
	weight: number;
	look: (seeing: Seeing) => Promise<Button | undefined>;
};

export const act = (name: string, [by, weight]: readonly [Role, number], look: Act["look"]): Act => ({
	...{ name, by, weight, look },
});

type Of<Row> = {
	name: string;
	by: readonly [Role, number];
	/** The rows that the page shows a button for. */
	of: string;
	press: (row: Row, with_: Pressing) => Promise<unknown>;
};
/** An act on a row that stands on a page, and needs nothing chosen but the row. */
export const onRow = <Row>({ name, by, of, press }: Of<Row>): Act =>
	act(name, by, async (seeing) => {
		const row = await seeing.one<Row>(of);
		return row && { about: row, press: (with_) => press(row, with_) };
	});
export type Ref = { id: number; version: number };
