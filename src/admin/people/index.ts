// The door to the staff pages of the module people: the parts and words that other modules may draw.

export { lookOf } from "#admin/people/certificates/reviewed.ts";
export { groupOptions } from "#admin/people/groups/choice.ts";
export { type AskMember, oneMember, readMemberPage } from "#admin/people/members/asks.ts";
export { ChosenQuery, chosenOf, chosenWords, toldOf } from "#admin/people/members/bulk-chosen.ts";
export { type ChosenPeople, chosenFields, chosenPage, readChosen } from "#admin/people/members/chosen-people.ts";
export { carried } from "#admin/people/members/export-page.ts";
export { MEMBER_CRUMBS, recordCrumbs } from "#admin/people/members/form-page.ts";
export { shownCell } from "#admin/people/members/imports-columns.ts";
export { type Mentioned, mentionedIn, reasonList } from "#admin/people/members/imports-reasons.ts";
export { reasonTitle } from "#admin/people/members/imports-words.ts";
export { memberList } from "#admin/people/members/list.ts";
export { memberStatus } from "#admin/people/members/list-words.ts";
export { offered, searchForm } from "#admin/people/members/person-search.ts";
export { byHousehold, pagesOf, placeOf } from "#admin/people/members/print-people.ts";
export { SHEETS_SHOWN } from "#admin/people/members/print-words.ts";
export { recordName } from "#admin/people/members/record-words.ts";
export { leadOf, type MemberPage, showMemberPage } from "#admin/people/members/show-page.ts";
export { memberTabs } from "#admin/people/members/tabs.ts";
export { noteForm, notesThread } from "#admin/people/notes/list-page.ts";
export { segmentOptions } from "#admin/people/segments/words.ts";
