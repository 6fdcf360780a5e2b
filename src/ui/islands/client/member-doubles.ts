import { debounced, getJson, make } from "#ui/islands/client/writing/dom.ts";
import type { OfferedPlace, PicksOf } from "#ui/islands/parts.ts";

const FIELDS = ["name", "phone"] as const;
const WAIT_MS = 300;

/** Says below the fields of the name and the phone who has the same already, with a link to each record. */
export default function start(root: HTMLElement, { found }: PicksOf<"doubles">): void {
	const inputOf = (name: string) => root.querySelector<HTMLInputElement>(`[name=${name}]`);
	const hints = new Map(FIELDS.map((name) => [name, make("p", { class: "hint", role: "status" })]));
	for (const [name, hint] of hints) inputOf(name)?.closest(".field")?.append(hint);
	let asking: AbortController | undefined;

	const look = debounced(async () => {
		asking?.abort();
		const mine = new AbortController();
		asking = mine;
		const typed = Object.fromEntries(
			[...FIELDS, "guardian"]
				.map((name) => [name, inputOf(name)?.value.trim() ?? ""])
				.filter(([, value]) => value !== ""),
		);
		const answer = await getJson<{ data: Record<string, OfferedPlace[]> }>(found, typed, mine.signal);
		if (!answer || mine.signal.aborted) return;
		for (const [name, hint] of hints) hint.replaceChildren(...saying(answer.data[name] ?? []));
	}, WAIT_MS);
	for (const name of FIELDS) inputOf(name)?.addEventListener("input", look);
	look();
}

/** Makes the words about the records: nothing without any. The link opens beside the form, which stays as it is. */
const saying = (places: readonly OfferedPlace[]): (Node | string)[] =>
	places.length === 0
		? []
		: [
				"名冊上已有：",
				...places.flatMap(({ label, href }, at) => [at > 0 ? "、" : "", make("a", { href, target: "_blank" }, label)]),
			];
