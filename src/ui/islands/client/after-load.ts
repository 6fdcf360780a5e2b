/** What every page does by itself once the user may press everything on it; the file runs when it is loaded. */
import "./proof.ts";
import { forgetVisits, noteVisit } from "#ui/islands/visits.ts";

for (const nav of document.querySelectorAll(".tabs")) {
	const here = nav.querySelector("[aria-current]");
	// On a phone the tabs scroll: the present one is scrolled into view.
	if (here) nav.scrollLeft = here.getBoundingClientRect().right - nav.getBoundingClientRect().right;
}

// The places where the user has been are noted, and on the pages before sign-in forgotten.
if (document.querySelector(".door")) forgetVisits();
const place = document.querySelector(".main-nav li > a[aria-current]")?.getAttribute("href");
if (place) noteVisit(place);
// The menu can be narrowed as soon as it is opened.
for (const panel of document.querySelectorAll<HTMLElement>(".menu-panel:has(.menu-groups)")) {
	const narrow = () => void import("./menu-filter.ts").then(({ filterMenu }) => filterMenu(panel));
	if (panel.hidden) panel.previousElementSibling?.addEventListener("click", narrow, { once: true });
	else narrow();
}

// A list answers while one types and chooses, as soon as its conditions are touched.
const TOUCHES = ["focusin", "pointerover", "touchstart"] as const;
const conditions = document.querySelector<HTMLFormElement>("form[data-live]");
const wake = () => {
	for (const type of TOUCHES) conditions?.removeEventListener(type, wake);
	if (conditions) void import("./live-list.ts").then(({ liveList }) => liveList(conditions));
};
for (const type of TOUCHES) conditions?.addEventListener(type, wake, { passive: true });
if (conditions?.contains(document.activeElement)) wake();
if (document.querySelector("[data-works][data-running]")) void import("./works.ts").then(({ works }) => works());
