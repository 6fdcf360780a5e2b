/** What pages with tabs, long work or a conflict do, and those before sign-in, as soon as they are shown; the file runs when it is loaded. */
import { viewTotals } from "./view-totals.ts";
import { works } from "./works.ts";

for (const nav of document.querySelectorAll(".tabs")) {
	const here = nav.querySelector("[aria-current]");
	// On a phone the tabs scroll: the present one is scrolled into view.
	if (here) nav.scrollLeft = here.getBoundingClientRect().right - nav.getBoundingClientRect().right;
}
viewTotals();
works();
// On a shared computer nobody reads where the one before has been.
if (document.querySelector(".door")) void import("#ui/islands/visits.ts").then(({ forgetVisits }) => forgetVisits());
if (document.querySelector("[data-conflict]")) void import("./conflicts.ts").then(({ conflicts }) => conflicts());
