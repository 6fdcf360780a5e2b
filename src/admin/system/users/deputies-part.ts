import type { DeputyRow } from "#db/system/deputies.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { status } from "#ui/status.ts";
import { postButton } from "./post-button.ts";
import { periodWords } from "./words.ts";

const { users } = paths.admin;

/** Draws whether a deputyship is in force on a day. */
const stateOf = ({ is_on, starts_on }: DeputyRow, today: string): VNode => {
	if (is_on) return status({ word: "代理中", tone: "ok" });
	return starts_on > today ? status({ word: "尚未開始" }) : status({ word: "帳號未啟用，代理無效", tone: "warn" });
};

const person = (id: number, name: string): VNode => html`<a href=${users.show(id)}>${name}</a>`;

const sub = (row: DeputyRow, today: string) => [periodWords(row), " ", stateOf(row, today)];

/** Draws the deputies of a user; with `canEnd`, each with a button that ends the deputyship at once. */
export const deputyItems = (rows: readonly DeputyRow[], today: string, canEnd: boolean): VNode =>
	items(
		rows.map((row) => ({
			title: person(row.deputy_id, row.deputy_name),
			sub: sub(row, today),
			side: canEnd && endButton(row),
		})),
	);

const endButton = (row: DeputyRow): VNode =>
	postButton({
		action: users.deputiesEnd(row.user_id),
		version: row.version,
		more: { deputy: String(row.id) },
		label: "結束代理",
		about: `：${row.deputy_name}`,
		size: "s",
	});

/** Draws the users for whom this user is a deputy. */
export const standsInItems = (rows: readonly DeputyRow[], today: string): VNode =>
	items(rows.map((row) => ({ title: person(row.user_id, row.user_name), sub: sub(row, today) })));

type Deputies = { userId: number; rows: DeputyRow[]; today: string; mayName: boolean; canEnd: boolean };

/**
 * Draws the card 職務代理人: the deputies of a user. False when there are none and the current user may not name one.
 */
export const deputiesCard = ({ userId, rows, today, mayName, canEnd }: Deputies): VNode | false =>
	(rows.length > 0 || mayName) &&
	card(
		{
			title: "職務代理人",
			link: mayName ? { href: users.deputies(userId), label: "指定代理人" } : undefined,
			flush: rows.length > 0,
		},
		rows.length > 0
			? deputyItems(rows, today, canEnd)
			: html`<p class="soft small">目前沒有代理人。請假或出缺前，可以先指定由誰代為審核。</p>`,
	);

/** Draws the card 代理他人: the users for whom this user is a deputy. False when there are none. */
export const standsInCard = (rows: DeputyRow[], today: string): VNode | false =>
	rows.length > 0 && card({ title: "代理他人", flush: true }, standsInItems(rows, today));
