/**
 * The script of every page: it adds to the server's pages what their forms, menus, buttons and shortcut keys do by
 * script, and defines the element that starts islands.
 */
import "./element.ts";
import { forms } from "./forms.ts";
import { keys } from "./keys.ts";
import { menus } from "./menus.ts";
import { touches } from "./touches.ts";

const TOUCHES = ["focusin", "pointerover", "touchstart"] as const;

for (const nav of document.querySelectorAll(".tabs")) {
	const here = nav.querySelector("[aria-current]");
	// On a phone the tabs scroll: the present one is scrolled into view.
	if (here) nav.scrollLeft = here.getBoundingClientRect().right - nav.getBoundingClientRect().right;
}
menus();
forms();
// Few pages have a conflict; until this code is loaded, the server applies the choices.
if (document.querySelector("[data-conflict]")) void import("./conflicts.ts").then(({ conflicts }) => conflicts());
// The code comes when the conditions are touched; until then the form works without it.
const live = document.querySelector<HTMLFormElement>("form[data-live]");
const wake = () => {
	for (const type of TOUCHES) live?.removeEventListener(type, wake);
	if (live) void import("./live-list.ts").then(({ liveList }) => liveList(live));
};
for (const type of TOUCHES) live?.addEventListener(type, wake, { passive: true });
// Until this code is loaded, the server asks for the password on a page of its own.
const proof = () => {
	for (const type of TOUCHES) document.removeEventListener(type, proof);
	void import("./proof.ts");
};
for (const type of TOUCHES) document.addEventListener(type, proof, { passive: true });
if (document.querySelector("[data-works][data-running]")) void import("./works.ts").then(({ works }) => works());
touches();
keys();
