/**
 * The parts of a writing form, as one chunk: such a page needs all of them, and a request costs more than their code.
 * What only some pages need (dialogs, uploads, the search for links) is fetched on first use.
 */
import attachments from "./attachments.ts";
import autosave from "./autosave.ts";
import chips from "./chips.ts";
import counter from "./counter.ts";
import cover from "./cover.ts";
import look from "./look.ts";
import related from "./related.ts";
import searchResult from "./search-result.ts";
import slug from "./slug.ts";

export default { attachments, autosave, chips, counter, cover, look, related, "search-result": searchResult, slug };
