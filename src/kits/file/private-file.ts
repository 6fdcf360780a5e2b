import type { Gate } from "#auth/permissions.ts";
import { type Ask, type Place, type Route, type Seen, view } from "#auth/route.ts";
import { type Opened, privateFileResponse } from "#http/private-file.ts";

type PrivateFile<P, G extends Gate> = Place<P, object, G> & {
	/** Opens the file for the current user; null when there is none, or when the user may not have it. */
	open: (ask: Ask<P, object, Seen<G>>) => Promise<Opened | null>;
	/**
	 * Whether the browser shows the file ("inline") or downloads it. "picture": it shows a picture and downloads a PDF,
	 * which may hold scripts.
	 */
	as?: "inline" | "attachment" | "picture";
};

/** Declares the address of a private file. For a user who may not have the file there is none at the address. */
export const privateFile = <P = object, G extends Gate = Gate>({ open, as, ...place }: PrivateFile<P, G>): Route =>
	view<P, object, G>({
		...place,
		show: async (ask) => {
			const opened = await open(ask);
			if (!opened) return "missing";
			const isPdf = opened.file.contentType === "application/pdf";
			return privateFileResponse(opened, as === "picture" ? (isPdf ? "attachment" : "inline") : as);
		},
	});
