import type { TextKind } from "#domain/content/content/kinds.ts";
import type { OutcomeOf } from "#domain/money/payments/outcome.ts";

/**
 * Parts: code of the browser alone, which works on the server's HTML where it stands and draws nothing over it. Made for
 * text that somebody is typing: Preact would hold it in a state and write it again. The code of each is
 * named in client/parts.ts; here is what it is given, as JSON in its element.
 */
export type Parts = {
	"markdown-editor": {
		/** Where texts become HTML, what may be linked to, and the library of files. */
		preview: string;
		links: string;
		media: string;
		kind: TextKind | "announcement";
	};
	autosave: {
		href: string;
		/** Begins the name of the copy in this browser: nobody is offered the text of somebody else. */
		owner: number;
		/** The draft that was read; 0 for none. */
		version: number;
		login: string;
	};
	slug: { prefix: string; follows: boolean };
	"search-result": { prefix: string };
	counter: { from: number; to: number };
	chips: { name: string };
	related: { links: string; titles: Record<string, string> };
	attachments: Record<string, never>;
	cover: { media: string };
	"media-upload": { action: string };
	/** What an amount that came in will do; and the keys of the queue. */
	"payment-review": OutcomeOf;
	/** Adds up what is chosen of a new payment. */
	"payment-entry": { creditTo: OutcomeOf["creditTo"] };
	/** Rows of a spreadsheet that are pasted into a table of fields. */
	"paste-rows": { names: string[] };
	/** `today` in Taipei. */
	"certificate-review": { today: string };
	"upload-form": { maxBytes: number };
	/** What is chosen to be paid, and how. */
	"payment-form": Record<string, never>;
	/** Where a page is moved, with ":id" in place of its id. */
	"page-tree": { move: string };
	/** Where a task is put, with ":id" in place of its id. */
	"task-board": { place: string };
	/** Long work whose form answers line by line: how far it is, then where it went. */
	"long-work": { label: string };
	/** The accounts that a line may name: code and name. */
	"voucher-editor": { accounts: [code: string, name: string][] };
	/** Adds up what a request for money asks for. `advanced` is what was paid before (NT$). */
	"finance-total": { advanced: number };
	/** Adds up both sides of a table of accounts. */
	"two-sides": Record<string, never>;
};

export type PartName = keyof Parts;

/** A stored file as the library tells scripts of it. */
export type StoredFile = {
	id: string;
	filename: string;
	alt: string;
	/** As texts name it; while nothing public shows the file, only staff may read it, at the library's own address. */
	url: string;
	width?: number | null | undefined;
	height?: number | null | undefined;
};
