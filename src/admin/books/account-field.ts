import { accountOf, accountRows } from "#db/books/accounts.ts";
import { readRows, type Select } from "#db/read.ts";
import { type Account, accountWords, chooseAccount } from "#domain/books/accounts/chart.ts";
import { AccountText } from "#domain/books/accounts/form.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { FieldRefusal } from "#kernel/refusal.ts";
import { offersOf } from "#ui/field.ts";
import { html, type VNode } from "#ui/html.ts";

type Names = Pick<Account, "code" | "name">;

/** Returns what a `field` in which an account is chosen has besides its name: the texts that it suggests, and an example. */
export const choosing = (accounts: readonly Names[]) => ({
	offers: accounts.map(accountWords),
	autocomplete: "off",
	placeholder: "代號或名稱",
});

/** Draws the texts that the fields of many lines (`accountInput`) suggest. */
export const accountList = (id: string, accounts: readonly Names[]): VNode => offersOf(id, accounts.map(accountWords));

type Input = {
	/** The id of the list that the field suggests, and its name; `about` says of which line it is. */
	list: string;
	name?: string | undefined;
	value: string;
	about: string;
	id?: string | undefined;
	placeholder?: string | undefined;
	invalid?: "true" | undefined;
	says?: string | undefined;
	/** The id of the form, when the field does not stand in it. */
	form?: string | undefined;
};

/** Draws the field of a line in which an account is chosen, without a visible label. */
export const accountInput = ({
	list,
	name = "account",
	value,
	about,
	invalid,
	says,
	...of
}: Input): VNode => html`<input
	class="input"
	name=${name}
	value=${value}
	list=${list}
	aria-label=${about}
	aria-invalid=${invalid}
	aria-describedby=${says}
	autocomplete="off"
	maxlength=${mostCharacters(AccountText)}
	...${of}
/>`;

type Offered = { offered: readonly (Names & { id: number })[]; chart: readonly Account[] };

/**
 * Returns the account that a text names among those offered, else in the whole chart: then the action refuses it, and its
 * refusal says why. Refuses a text that names none beside the field `name`.
 */
export function accountIn(text: string, { offered, chart }: Offered, name = "account"): Names & { id: number } {
	const choice = chooseAccount(text, offered);
	if ("account" in choice) return choice.account;
	const other = chooseAccount(text, chart);
	if ("account" in other) return other.account;
	throw new FieldRefusal("account.unclear", { [name]: [choice.problem] });
}

type Asked = { text: string; offered: Select<Names & { id: number }>; name?: string };

/** Reads the accounts that may be chosen and returns the id of the one that a form's text names, as `accountIn` does. */
export async function chosenAccount({ env }: { env: { DB: D1Database } }, of: Asked): Promise<number> {
	const [offered, chart] = await readRows(env.DB, of.offered, accountRows());
	return accountIn(of.text, { offered, chart: chart.map(accountOf) }, of.name).id;
}
