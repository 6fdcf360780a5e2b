import type { Gate } from "#auth/permissions.ts";
import type { PlaceName } from "#db/shell/free-text-places.ts";
import { own } from "#kernel/own.ts";
import { merged } from "#nouns.ts";

/** What each place is called; and why nobody changes it, where it stays. */
export const PLACE_WORDS: Readonly<Record<PlaceName, { words: string; kept?: string }>> = merged("freeText");

type Page = { words: string; gate: Gate; href: (link: string) => string };
/** Which page shows a record of a kind, and who may open it; none for a kind that has no page. */
const RECORD_PAGES: Readonly<Record<string, Page>> = merged("shown");
export const recordPage = (kind: string): Page | undefined => own(RECORD_PAGES, kind);
