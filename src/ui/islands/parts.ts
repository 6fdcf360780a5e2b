import type { TextKind } from "#domain/content/content/kinds.ts";
import type { OutcomeOf } from "#domain/money/payments/outcome.ts";
import type { IslandProps } from "./registry.ts";

/**
 * The parts and the data that each is given, as JSON in its element. A part is code for the browser alone, which
 * improves the server's HTML and does not replace it. Parts exist for fields in which the user types: Preact would hold
 * the text in a state and write it again. client/parts.ts names the code of each.
 */
export type Parts = {
	"markdown-editor": {
		/** The addresses of the preview, of the search for link targets, and of the media library. */
		preview: string;
		links: string;
		media: string;
		kind: TextKind | "announcement";
	};
	autosave: {
		href: string;
		/** The id of the form, when the note stands outside it. */
		form?: string | undefined;
		/**
		 * The signed-in user's id. It is part of the name under which this browser stores a copy of the form, so that
		 * no other user is offered the copy.
		 */
		owner: number;
		/** The version of the stored draft that the page shows; 0 when there is none. */
		version: number;
		login: string;
	};
	/**
	 * Shows what there is to look at before the text of the form (its id) is public; `href` answers it for the text as it
	 * stands.
	 */
	look: { href: string; form: string };
	slug: { prefix: string; follows: boolean };
	"search-result": { prefix: string };
	counter: { from: number; to: number };
	chips: { name: string };
	related: { links: string; titles: Record<string, string> };
	attachments: Record<string, never>;
	cover: { media: string };
	"media-upload": { action: string };
	/** Sets the two fields of a picture's focal point by a click on the picture. */
	"focal-point": Record<string, never>;
	/** Says what the received amount of a payment will settle. */
	"payment-review": OutcomeOf;
	/**
	 * Adds up the chosen dues items and the donation of a new payment, and shows the fields of the chosen method; `kinds`
	 * has the kind of each account by its id.
	 */
	"payment-entry": { creditTo: OutcomeOf["creditTo"]; kinds: Record<string, "bank" | "postal"> };
	picks: Picks;
	/**
	 * Offers what a search form finds, below its field; `label` names the list, `found` is the address where it is not
	 * the form's.
	 */
	"search-picks": { label: string; found?: string };
	/** Adds the keys of the list of bank lines, and the sum of a line's parts while their amounts are typed. */
	desk: Record<string, never>;
	/** Pastes rows of a spreadsheet into a table of fields. */
	"paste-rows": { names: string[] };
	/** Says how the last day of a certificate is understood; `today` is the date in Taipei, YYYY-MM-DD. */
	"certificate-review": { today: string };
	/** The keys of a queue of reviews, which start its island with the first touch. */
	"review-keys": IslandProps<"review-queue">;
	"upload-form": { maxBytes: number };
	/** Adds up what the member chose to pay, and shows the fields of the chosen method. */
	"payment-form": Record<string, never>;
	/** The address that moves a page, with ":id" in place of the page's id. */
	"page-tree": { move: string };
	/** Ticks the items of a task's checklist without loading the page again. */
	"task-items": Record<string, never>;
	/** Shows the progress of a long task from its line-by-line answer, then goes to the named address. */
	"long-work": { label: string };
	/**
	 * Adds up the amounts of an expense request (支出申請). `advanced` is the amount that was paid in advance, in NT$.
	 */
	"finance-total": { advanced: number };
	/** Lets one letter open each of the places that the home page offers to begin work at. */
	"start-keys": Record<string, never>;
	/** Shows a draft again when it was saved; `href` answers the draft as JSON. */
	"draft-watch": { href: string };
	/** Adds up the debits and credits of a table of accounts. */
	"two-sides": Record<string, never>;
};

/**
 * Who there is already, said while the user types: payees (受款人) below the name of a request's payee, and who has the
 * name or phone of a new record. `found` is the address that finds them. "accounts" offers what the list of a book's field has, and finds them in the browser.
 */
export type Picks = { of: "payees"; found: string } | { of: "doubles"; found: string } | { of: "accounts" };
export type PicksOf<K extends Picks["of"]> = Extract<Picks, { of: K }>;

export type PartName = keyof Parts;

/** A choice that a field offers: its text, quiet words after it, and words at the line's end. */
export type Choice = { label: string; sub?: string | undefined; end?: string | undefined };

/** A choice that leads to an address. */
export type OfferedPlace = Choice & { href: string };

/** A payee as it is offered: its name, a hint that tells it from others, and what the fields of a request are filled with. */
export type OfferedPayee = Choice & { taxId: string; bank: string; account: string };

/** A stored file as the media library describes it to scripts. */
export type StoredFile = {
	id: string;
	filename: string;
	alt: string;
	/**
	 * The address that texts use for the file; while no public page shows the file, only staff can read it, at the
	 * library's own address.
	 */
	url: string;
	width?: number | null | undefined;
	height?: number | null | undefined;
};
