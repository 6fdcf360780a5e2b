/**
 * The script of every page: a few hundred lines that make plain pages more comfortable, and the element that starts
 * islands.
 */
import "./element.ts";
import { forms } from "./forms.ts";
import { keys } from "./keys.ts";
import { menus } from "./menus.ts";
import { touches } from "./touches.ts";

for (const nav of document.querySelectorAll(".tabs")) {
	const here = nav.querySelector("[aria-current]");
	// On a phone the tabs scroll: the present one is in sight.
	if (here) nav.scrollLeft = here.getBoundingClientRect().right - nav.getBoundingClientRect().right;
}
menus();
forms();
// Few pages have one; until its code has come, the server follows what is chosen.
if (document.querySelector("[data-conflict]")) void import("./conflicts.ts").then(({ conflicts }) => conflicts());
touches();
keys();
