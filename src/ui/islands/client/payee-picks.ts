import { say, typed } from "#ui/islands/client/writing/dom.ts";
import type { OfferedPayee, PicksOf } from "#ui/islands/parts.ts";
import { combobox, fromServer } from "./combobox.ts";

/**
 * Offers payees while the name of a request's payee is typed. One that is chosen, or whose whole name is typed, fills
 * in 統一編號, bank and account, but no field in which the user typed something else.
 */
export default function start(root: HTMLElement, { found }: PicksOf<"payees">): void {
	const name = root.querySelector<HTMLInputElement>("[name=payee_name]");
	if (!name) return;
	const filled = new Map<string, string>();

	const fill = (field: string, value: string): void => {
		const input = root.querySelector<HTMLInputElement>(`[name=${field}]`);
		if (!input || (input.value !== "" && input.value !== filled.get(field))) return;
		filled.set(field, value);
		input.value = value;
		typed(input);
	};
	const take = (offer: OfferedPayee): void => {
		name.value = offer.label;
		fill("payee_tax_id", offer.taxId);
		fill("payee_bank", offer.bank);
		fill("payee_account", offer.account);
		say(offer.account ? "已帶入受款人的統一編號與帳號，請核對。" : "已選擇受款人。");
	};
	const ask = fromServer<OfferedPayee>(found);
	const show = combobox<OfferedPayee>({
		id: "payee-offers",
		label: "受款人",
		take,
		find: async (text, signal) => {
			const offers = await ask(text, signal);
			const [first, other] = offers?.choices ?? [];
			if (!first || signal.aborted) return null;
			if (other || first.label !== text) return offers;
			take(first);
			return null;
		},
	})(name);
	// Somebody was quicker than this code.
	if (document.activeElement === name && name.value !== name.defaultValue) show();
}
