/*
 * What pseudonymisation does to each table that points to a member or a user. A test reads the schema and fails for a table
 * that is in neither list; another fills every column with marks and looks for them afterwards.
 */

/** The tables in which an erasure deletes something, with what it deletes and what stays. */
export const ERASES: Record<string, string> = {
	announcement_reads: "all of them: which announcements they opened",
	deputies: "nothing personal; whoever is staff is refused before",
	disability_certificates: "reasons; what waits is withdrawn; the decision and its day stay, the fees go by them",
	dues_events: "the reasons; what was assessed, waived and cancelled stays: the books",
	dues_items: "the reasons; years and amounts stay: the books",
	donors: "name, number, contacts, note, and that they may be thanked by name; what they gave stays: the books",
	failed_sign_ins: "all of them",
	files: "the pictures in R2 and their names",
	guardianships: "whose guardian they were, and who was theirs",
	income_records: "the note and the reason of a reversal; amounts, days, purpose and titles stay: the books",
	link_requests: "what was sent, the candidates and the reason",
	mail_messages: "address, name, contents, also of what bounces later; that one went, and when, stays",
	member_logins: "which logins they had; the present one stays, disabled",
	member_ties: "whose family they were",
	members: "everything but number, type, status, days of joining and leaving, the board's resolution",
	member_likenesses: "made anew: nobody is like what stays",
	member_words: "made anew from what stays",
	notes: "all of them",
	notifications: "what they were told; that they were, and when, stays",
	one_time_codes: "all of them",
	one_time_links: "all of them",
	payment_events: "the reasons; who did what and when stays",
	payments:
		"remark, last digits, proof, reasons, and the title of what was not verified; amounts, days and the title of what was stay: the books",
	privacy_requests: "what was asked and answered; kind, days and result stay",
	receipt_asks: "titles that wait for their receipts",
	receipts:
		"the masked national id; numbers, amounts and titles stay: what was issued is kept as it was, as the tax laws ask",
	roster_import_rows: "what the record was before",
	sessions: "all of them",
	tasks: "title, text and notes of what was about the person",
	user_roles: "all of them",
	users: "name, e-mail, phone, password, second factor; the number stays, disabled",
};

/** The tables that an erasure leaves as they are, with the reason. */
export const KEEPS: Record<string, string> = {
	announcement_mailings: "mails to an audience that staff asked for",
	announcement_receivers: "that a mail about an announcement went, or why not; no address",
	audit_log:
		"append-only and sealed: numbers alone; personal values were sealed with the person's key, which is destroyed",
	bank_statements: "numbers alone; the lines that were matched to a payment of the person lose their texts",
	cash_deposits: "which cash went to the bank: the books",
	concurrent_posts: "who kept two offices by a resolution: part of the vouchers; no personal value",
	confirmations:
		"numbers alone: who asked and who confirmed; what waits about them ends, a login that was asked for is forgotten",
	consents:
		"which text was agreed to and when: the proof that the data were kept lawfully (個資法 7); holds no personal value",
	dues_notices: "that a notice went, when and by which way; no address",
	drafts: "unsaved texts of the website, by staff",
	erasures: "the register of what was pseudonymised",
	finance_documents:
		"whom was paid, for what and to which account, as it was approved and hashed: vouchers are kept as the tax laws ask; what is under way hinders",
	finance_events: "who approved what, with what they said: part of those vouchers",
	mail_unsubscriptions: "that nobody writes to them; numbers alone",
	media: "pictures of the website, by staff",
	member_distinct: "numbers alone: two records that staff told apart",
	member_numbers: "a number stays that person's, so that receipts are right",
	payment_allocations: "which due or donation an amount was for: the books",
	payment_import_rows: "which row became which payment; whom the others named is sealed, and forgotten after 90 days",
	payment_imports: "numbers alone; a draft with its file has to be applied or thrown away before",
	period_balances: "what the bank said, entered by staff",
	period_events: "months and years that staff closed",
	periods: "months that staff closed",
	role_permission_grants: "who gave a role a permission, and when",
	roster_imports: "numbers alone; a draft with its file has to be applied or thrown away before",
	settings_history: "settings are the association's",
	user_role_grants: "which right a user got, from whom and when: numbers alone",
	voucher_lines: "the books: amounts, and a number of a member",
	vouchers: "the books",
};
