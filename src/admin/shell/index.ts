// The door to the staff pages of the module shell: the parts and words that other modules may draw.
export { searchBoxFor } from "#admin/shell/search/sources.ts";
