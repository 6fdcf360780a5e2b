import type { Gate } from "#auth/permissions.ts";
import type { PlaceName } from "#db/shell/free-text-places.ts";
import { own } from "#kernel/own.ts";
import { merged } from "#nouns.ts";

/** The name of each place of free text; `kept` is the reason why the text cannot be changed, when it stays. */
export const PLACE_WORDS: Readonly<Record<PlaceName, { words: string; kept?: string }>> = merged("freeText");

type Page = { words: string; gate: Gate; href: (link: string) => string };
/** The page that shows a record and that page's gate, by the record's kind; a kind without a page has no entry. */
const RECORD_PAGES: Readonly<Record<string, Page>> = merged("shown");
export const recordPage = (kind: string): Page | undefined => own(RECORD_PAGES, kind);
