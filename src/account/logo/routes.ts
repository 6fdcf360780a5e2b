import { IdParams, type Route, view } from "#auth/route.ts";
import { readPicture } from "#db/system/index.ts";
import { openFile } from "#domain/system/actions.ts";
import { paths } from "#http/paths.ts";
import { privateFileResponse } from "#http/private-file.ts";

/**
 * Shows the association's logo to everybody. Of all private files only the one that the settings name as the logo is
 * sent; any other id is missing. A new picture has a new id.
 */
export const showLogo = view({
	path: paths.logo(":id"),
	gate: "anyone",
	holds: "own",
	params: IdParams,
	show: async ({ env, db, params, by }) => {
		const file = await readPicture(db, params.id, "logo");
		const opened = file && (await openFile(env, db, { file, by }));
		if (!opened) return "missing";
		const answer = privateFileResponse(opened, "inline");
		answer.headers.set("Cache-Control", "public, max-age=31536000, immutable");
		// The website shows it, too.
		answer.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
		return answer;
	},
});

/**
 * Shows the association's seal 圖記 to whoever is signed in: it is printed on the receipts that they may open. Of all
 * private files only the one that the settings name is sent.
 */
export const showSeal = view({
	path: paths.account.seal(":id"),
	gate: "signed_in",
	holds: "own",
	params: IdParams,
	show: async ({ env, db, params, by }) => {
		const file = await readPicture(db, params.id, "seal");
		const opened = file && (await openFile(env, db, { file, by }));
		return opened ? privateFileResponse(opened, "inline") : "missing";
	},
});

export const LOGO_ROUTES: readonly Route[] = [showLogo, showSeal];
