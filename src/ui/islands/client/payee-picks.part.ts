import { debounced, getJson, make, say, typed } from "#ui/islands/client/writing/dom.ts";
import type { OfferedPayee, Parts } from "#ui/islands/parts.ts";

const LIST = "payees-offered";
const WAIT_MS = 200;

/**
 * Suggests payees while the name of a request's payee is typed. A suggestion that is chosen, or whose whole name is
 * typed, fills in 統一編號, bank and account, but no field in which the user typed something else.
 */
export default function start(root: HTMLElement, { found }: Parts["payee-picks"]): void {
	const name = root.querySelector<HTMLInputElement>("[name=payee_name]");
	if (!name) return;
	const list = make("datalist", { id: LIST });
	root.append(list);
	name.setAttribute("list", LIST);
	let offers = new Map<string, OfferedPayee>();
	let asking: AbortController | undefined;
	const filled = new Map<string, string>();

	const fill = (field: string, value: string): void => {
		const input = root.querySelector<HTMLInputElement>(`[name=${field}]`);
		if (!input || (input.value !== "" && input.value !== filled.get(field))) return;
		filled.set(field, value);
		input.value = value;
		typed(input);
	};
	const take = (offer: OfferedPayee): void => {
		name.value = offer.name;
		fill("payee_tax_id", offer.taxId);
		fill("payee_bank", offer.bank);
		fill("payee_account", offer.account);
		say(offer.account ? "已帶入受款人的統一編號與帳號，請核對。" : "已選擇受款人。");
	};
	const look = debounced(async () => {
		asking?.abort();
		asking = new AbortController();
		const answer = await getJson<{ data: OfferedPayee[] }>(found, { q: name.value.trim() }, asking.signal);
		if (!answer) return;
		offers = valuesOf(answer.data);
		list.replaceChildren(...[...offers].map(([value, { hint }]) => make("option", { value, label: hint || value })));
	}, WAIT_MS);
	name.addEventListener("input", () => {
		const offer = offers.get(name.value);
		if (offer) take(offer);
		else if (name.value.trim() !== "") look();
	});
}

/** Returns the offers by the texts that the list shows: the name, with what tells payees of the same name apart. */
const valuesOf = (offers: readonly OfferedPayee[]): Map<string, OfferedPayee> =>
	new Map(
		offers.map((offer) => {
			const isTwice = offers.some((other) => other !== offer && other.name === offer.name);
			return [isTwice ? `${offer.name}（${offer.hint}）` : offer.name, offer];
		}),
	);
