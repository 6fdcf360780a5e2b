type Totals = Record<string, number | string>;

/** Says on the tabs of kept views how many records each has: asked once for all tabs, at the list's own address. */
export function viewTotals(): void {
	const tabs = () => document.querySelectorAll<HTMLAnchorElement>(".tabs [data-view]");
	const [first] = tabs();
	if (!first) return;
	const asked = fetch(first.pathname, { headers: { accept: "application/json" } })
		.then((answer): Promise<Totals> => answer.json())
		.catch((): Totals => ({}));
	const show = async (): Promise<void> => {
		const totals = await asked;
		for (const tab of tabs()) {
			const total = totals[tab.dataset.view ?? ""];
			if (total === undefined || tab.querySelector(".count")) continue;
			const count = document.createElement("span");
			count.className = "count";
			count.textContent = total.toLocaleString("en-US");
			tab.append(count);
		}
	};
	void show();
	// A list that was read again has new tabs (live-list.ts).
	document.addEventListener("swapped", () => void show());
}
