/**
 * The script of every page: it adds to the server's pages what their forms, menus, buttons and shortcut keys do by
 * script, and defines the element that starts islands.
 */
import "./element.ts";
import { forms } from "./forms.ts";
import { keys } from "./keys.ts";
import { menus } from "./menus.ts";
import { touches } from "./touches.ts";

menus();
forms();
touches();
keys();
// Few pages have these, kept views, and tabs that do not fit; until this code is loaded, the server applies the choices of a conflict.
const isWider = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth;
if (
	document.querySelector(".door, .tabs [data-view], [data-running], [data-conflict]") ||
	[...document.querySelectorAll(".tabs")].some(isWider)
)
	void import("./at-once.ts");
// The rest comes when the page is touched, so that a page that is only read does not wait for it.
for (const type of ["pointerover", "touchstart", "keydown", "input"])
	document.addEventListener(type, () => void import("./once-touched.ts"), { once: true, passive: true });
