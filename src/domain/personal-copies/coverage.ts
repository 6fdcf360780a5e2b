/*
 * Where people stand in the tables. A test reads the schema and fails for a column that points to a member or a user and is
 * named in neither list: whoever adds one decides here whether a member's copy has it (個資法 10).
 */

/** In the copy: the section that has it. */
export const IN_COPY: Record<string, string> = {
	"audit_log.user_id": "history",
	"consents.member_id": "consents",
	"deputies.deputy_id": "deputies",
	"deputies.user_id": "deputies",
	"disability_certificates.member_id": "certificates",
	"disability_certificates.uploaded_by": "certificates",
	"files.uploaded_by": "files",
	"link_requests.member_id": "link_requests",
	"link_requests.user_id": "link_requests",
	"mail_messages.user_id": "mails",
	"member_numbers.member_id": "numbers",
	"members.guardian_member_id": "family",
	"members.merged_into": "record",
	"members.user_id": "login",
	"one_time_codes.user_id": "links",
	"one_time_links.user_id": "links",
	"privacy_requests.member_id": "requests",
	"privacy_requests.requested_by": "requests",
	"roster_import_rows.member_id": "imports",
	"roster_paid_years.member_id": "paid_years",
	"sessions.user_id": "sessions",
	"user_roles.user_id": "roles",
};

/** Not in it, and why. */
export const LEFT_OUT: Record<string, string> = {
	"audit_log.on_behalf_of": "what a deputy did in a reviewer's place is the association's work",
	"consents.by_user_id": "whoever recorded it is 工作人員; one's own are found by the member",
	"disability_certificates.on_behalf_of": "staff stay unnamed",
	"disability_certificates.reviewed_by": "staff stay unnamed",
	"drafts.user_id": "unsaved texts of the website are the association's work",
	"erasures.by_user_id": "staff stay unnamed",
	"erasures.member_id": "nobody is left to ask for a copy",
	"erasures.user_id": "nobody is left to ask for a copy",
	"link_requests.closed_by": "staff stay unnamed",
	"media.uploaded_by": "pictures of the website are the association's work",
	"member_distinct.a_id":
		"which other record staff told apart is about somebody else too; the log of one's own record has it",
	"member_distinct.b_id":
		"which other record staff told apart is about somebody else too; the log of one's own record has it",
	"member_distinct.by_user_id": "staff stay unnamed",
	"member_likenesses.a_id": "computed from the record for staff who look for duplicates; is about somebody else too",
	"member_likenesses.b_id": "computed from the record for staff who look for duplicates; is about somebody else too",
	"member_words.member_id": "pieces of name, number, phone and e-mail for the search; these are in the record",
	"notes.user_id": "what staff write about others; notes about the member are found by what they are about",
	"privacy_requests.closed_by": "staff stay unnamed",
	"roster_imports.created_by": "staff stay unnamed",
	"settings_history.user_id": "settings are the association's",
};
