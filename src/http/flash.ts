import type { Context } from "hono";
import * as z from "zod";
import { dropCookie, readCookie, writeCookie } from "#http/cookies.ts";
import type { App } from "./context.ts";

/** An address of this site. */
const Here = z
	.string()
	.max(500)
	.regex(/^\/(?![/\\])/);

/** The longest text of a field that a message holds: a cookie has little room. */
export const LONGEST_HELD = 200;

const Flash = z.strictObject({
	tone: z.enum(["ok", "info", "warn", "danger"]),
	text: z.string().max(500),
	/** A link to undo the action or to the next step; its address must be on this site. */
	link: z.strictObject({ href: Here, label: z.string().max(40) }).optional(),
	/** The form that takes the action back: where it is sent, and what it holds. */
	undo: z.strictObject({ action: Here, fields: z.record(z.string().max(40), z.string().max(LONGEST_HELD)) }).optional(),
});
/** The message that the next page shows once. */
export type Flash = z.infer<typeof Flash>;

export const setFlash = (c: Context<App>, flash: Flash): void =>
	writeCookie(c, "flash", { value: encodeURIComponent(JSON.stringify(flash)), maxAge: 60 });

/**
 * Returns the message in the cookie "flash" and deletes the cookie; undefined when there is no cookie or it holds no
 * valid message.
 */
export function takeFlash(c: Context<App>): Flash | undefined {
	const text = readCookie(c, "flash");
	if (!text) return undefined;
	dropCookie(c, "flash");
	try {
		return Flash.safeParse(JSON.parse(decodeURIComponent(text))).data;
	} catch {
		return undefined;
	}
}
