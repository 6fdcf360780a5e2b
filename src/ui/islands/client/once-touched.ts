/** What every page does once the user touches it; the file runs when it is loaded. */
import "./proof.ts";
import { noteVisit, oftenVisited } from "#ui/islands/visits.ts";

// The places where the user has been are noted; the pages before sign-in forget them (at-once.ts).
const place = document.querySelector(".main-nav li > a[aria-current]")?.getAttribute("href");
if (place) noteVisit(place);
// An address without a digit is that of no record; what is neither a place nor a job is never offered.
if (location.pathname !== place && /^\/admin\/[a-z/-]+$/.test(location.pathname)) noteVisit(location.pathname);
// The menu can be narrowed as soon as it is opened.
for (const panel of document.querySelectorAll<HTMLElement>(".menu-panel:has(.menu-groups)")) {
	const narrow = () => void import("./menu-filter.ts").then(({ filterMenu }) => filterMenu(panel, oftenVisited));
	if (panel.hidden) panel.previousElementSibling?.addEventListener("click", narrow, { once: true });
	else narrow();
}

// A file is shown as soon as it is chosen, also one that was chosen before this code came.
const show = (target: EventTarget | null): void => {
	if (target instanceof HTMLInputElement && target.type === "file")
		void import("./chosen-file.ts").then(({ chosenFile }) => chosenFile(target));
};
document.addEventListener("change", ({ target }) => show(target));
for (const field of document.querySelectorAll<HTMLInputElement>('input[type="file"]'))
	if (field.files?.length) show(field);

// A day or a time is filled by shortcuts or from the calendar of the browser; a list may bring its fields later.
const days = ({ target }: { target: EventTarget | null }): void => {
	if (!(target instanceof HTMLInputElement) || !target.matches("[data-day], [data-clock]")) return;
	document.removeEventListener("focusin", days);
	void import("./day-field.ts").then(({ dayFields }) => dayFields());
};
document.addEventListener("focusin", days);
days({ target: document.activeElement });

// The band of a list follows what is ticked anywhere in the list, so the first touch of the page starts it.
const bands = (): void => {
	for (const band of document.querySelectorAll('x-island[name="bulk-select"]'))
		band.dispatchEvent(new Event("touchstart"));
};
bands();
document.addEventListener("swapped", bands);

// A list answers while one types and chooses.
const conditions = document.querySelector<HTMLFormElement>("form[data-live]");
if (conditions) void import("./live-list.ts").then(({ liveList }) => liveList(conditions));
if (conditions?.querySelector(".columns-menu"))
	void import("./column-drag.ts").then(({ dragColumns }) => dragColumns(conditions));

// The cards of a board can be dragged.
const board = document.querySelector<HTMLElement>("[data-board]");
if (board) void import("./task-drag.ts").then(({ dragTasks }) => dragTasks(board));

// A reason that is being written stays while one turns to other records of a queue.
const queue = document.querySelector<HTMLElement>('x-island[name="review-queue"]');
if (queue) void import("./kept-reasons.ts").then(({ keepReasons }) => keepReasons(queue));
