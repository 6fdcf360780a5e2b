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
// Few pages have a conflict; until this code is loaded, the server applies the choices.
if (document.querySelector("[data-conflict]")) void import("./conflicts.ts").then(({ conflicts }) => conflicts());
touches();
keys();
// What can wait until the user may press everything.
void import("./after-load.ts");
