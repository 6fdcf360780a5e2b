/**
 * Shows a text as what it means (文章) in place of the plain field. The plain field stays the field of the form, and its
 * value follows; it is there again for 原始碼, and when the code of this view does not come.
 */

import type { Pictures } from "#ui/islands/client/writing/rich/picture-address.ts";
import { debounced, find, make, say, typed } from "./dom.ts";
import { type Desk, type Field, plain, type Use } from "./field.ts";
import { rove } from "./rove.ts";
import { settled } from "./typing.ts";

const FOLLOW_MS = 150;

export type ArticleView = {
	/** Where is written now. */
	field(): Field;
	isShown(): boolean;
	/**
	 * Shows the text as it means, or the plain field; says whether it is shown so. Somebody who writes in the plain field
	 * already goes on there, unless the view was chosen.
	 */
	show(isArticle: boolean, of: { isChosen: boolean }): Promise<boolean>;
};

type Rich = Awaited<ReturnType<typeof load>>;
type Of = { text: string; label: string; changed: () => void; desk: Desk } & Pictures;
const load = (place: HTMLElement, of: Of) =>
	import("#ui/islands/client/writing/rich/start.ts").then(({ startRich }) => startRich(place, of));

/** Prepares the view of a plain field; its code is fetched when it is first shown. */
export function articleView(
	root: HTMLElement,
	area: HTMLTextAreaElement,
	{ pictures, use }: { pictures: Pictures; use: Use },
): ArticleView {
	const place = make("div", { class: "rich", hidden: true });
	find(root, ".pane-write").append(place);
	const source = plain(area);
	const tools = find(root, "[role=toolbar]");
	let rich: Rich | undefined;
	let loading: Promise<void> | undefined;
	let isShown = false;
	let isWanted = false;
	const follow = (): void => {
		if (!rich || !isShown || area.value === rich.text()) return;
		area.value = rich.text();
		typed(area);
	};
	const later = debounced(follow, FOLLOW_MS);
	area.addEventListener("restore", () => isShown && rich?.take(area.value));
	area.form?.addEventListener("formdata", ({ formData }) => {
		if (rich && isShown) formData.set(area.name, rich.text());
	});
	place.addEventListener("focusout", () => later.now());
	addEventListener("pagehide", () => later.now());

	const opened = async (): Promise<boolean> => {
		const of = { ...pictures, text: area.value, label: "內文", changed: later, desk: { tools, use, rove } };
		// Once, however often it is shown before the code comes; again where it did not come.
		loading ??= load(place, of).then(
			(loaded) => {
				rich = loaded;
			},
			() => {
				loading = undefined;
			},
		);
		await loading;
		if (!rich) say("目前只能以原始碼編輯");
		return rich !== undefined;
	};
	const swap = (isArticle: boolean): void => {
		if (isShown === isArticle) return;
		if (isArticle) rich?.take(area.value);
		else later.now();
		isShown = isArticle;
		place.hidden = !isArticle;
		area.hidden = isArticle;
		for (const button of root.querySelectorAll<HTMLElement>("[data-tool=find]")) button.hidden = !isArticle;
		if (!isArticle)
			for (const pressed of tools.querySelectorAll("[aria-pressed]")) pressed.removeAttribute("aria-pressed");
	};
	return {
		field: () => (isShown && rich ? rich : source),
		isShown: () => isShown,
		async show(isArticle, { isChosen }) {
			isWanted = isArticle;
			const isReady = isArticle && (await opened());
			await settled();
			// Another view was chosen while the code of this one came.
			if (isWanted !== isArticle) return isShown;
			const isBusy = !isShown && !isChosen && document.activeElement === area;
			swap(isReady && !isBusy);
			return isReady && !isBusy;
		},
	};
}
