import { ANNOUNCEMENT_ROUTES } from "#admin/announcements/routes.ts";
import { ARTICLE_ROUTES } from "#admin/articles/routes.ts";
import { AUDIT_ROUTES } from "#admin/audit/routes.ts";
import { BANK_ACCOUNT_ROUTES } from "#admin/bank/accounts-routes.ts";
import { BANK_LINE_ROUTES } from "#admin/bank/line-routes.ts";
import { BANK_LINES_ROUTES } from "#admin/bank/lines-routes.ts";
import { BANK_STATEMENT_ROUTES } from "#admin/bank/statement-routes.ts";
import { CATEGORY_ROUTES } from "#admin/categories/routes.ts";
import { CERTIFICATE_ROUTES } from "#admin/certificates/routes.ts";
import { CONCURRENT_POST_ROUTES } from "#admin/concurrent-posts/routes.ts";
import { CONFIRMATION_ROUTES } from "#admin/confirmations/routes.ts";
import { DASHBOARD_ROUTES } from "#admin/dashboard/routes.ts";
import { DEAD_LETTER_ROUTES } from "#admin/dead-letters/routes.ts";
import { DEPOSIT_ROUTES } from "#admin/deposits/routes.ts";
import { DOCUMENT_ROUTES } from "#admin/documents/routes.ts";
import { DRAFT_ROUTES } from "#admin/drafts/routes.ts";
import { DUES_ITEM_ROUTES } from "#admin/dues/item-routes.ts";
import { NOTICE_ROUTES } from "#admin/dues/notices-routes.ts";
import { DUES_REPORT_ROUTES } from "#admin/dues/report-routes.ts";
import { DUES_ROUTES } from "#admin/dues/routes.ts";
import { FINANCE_FORM_ROUTES } from "#admin/finance/form-routes.ts";
import { FINANCE_LIST_ROUTES } from "#admin/finance/list-routes.ts";
import { FINANCE_SHOW_ROUTES } from "#admin/finance/show-routes.ts";
import { FINANCE_STEP_ROUTES } from "#admin/finance/step-routes.ts";
import { HEALTH_ROUTES } from "#admin/health/routes.ts";
import { INCOME_ROUTES } from "#admin/income/routes.ts";
import { BUDGET_ROUTES } from "#admin/ledger/budgets-routes.ts";
import { PERIOD_ROUTES } from "#admin/ledger/periods-routes.ts";
import { PROJECT_ROUTES } from "#admin/ledger/projects-routes.ts";
import { LEDGER_ROUTES } from "#admin/ledger/routes.ts";
import { YEAR_ROUTES } from "#admin/ledger/years-routes.ts";
import { MAIL_ROUTES } from "#admin/mail/routes.ts";
import { MEDIA_ROUTES } from "#admin/media/routes.ts";
import { MEMBER_BULK_ROUTES } from "#admin/members/bulk-routes.ts";
import { DUPLICATE_ROUTES } from "#admin/members/duplicates-routes.ts";
import { MEMBER_EXPORT_ROUTES } from "#admin/members/export-routes.ts";
import { IMPORT_ROUTES } from "#admin/members/imports-routes.ts";
import { LINK_REQUEST_ROUTES } from "#admin/members/links-routes.ts";
import { MEMBER_LIST_ROUTES } from "#admin/members/list-routes.ts";
import { MEMBER_MERGE_ROUTES } from "#admin/members/merge-routes.ts";
import { MEMBER_PRINT_ROUTES } from "#admin/members/print-routes.ts";
import { ACCESS_ROUTES } from "#admin/members/privacy-access-routes.ts";
import { PRIVACY_RECORD_ROUTES } from "#admin/members/privacy-record-routes.ts";
import { PRIVACY_ROUTES } from "#admin/members/privacy-routes.ts";
import { MEMBER_ROUTES } from "#admin/members/routes.ts";
import { TURNING_ROUTES } from "#admin/members/turning-routes.ts";
import { NOTE_ROUTES } from "#admin/notes/routes.ts";
import { PAGE_ROUTES } from "#admin/pages/routes.ts";
import { PAYMENT_ENTRY_ROUTES } from "#admin/payments/entry-routes.ts";
import { PAYMENT_IMPORT_ROUTES } from "#admin/payments/imports-routes.ts";
import { PAYMENT_LIST_ROUTES } from "#admin/payments/list-routes.ts";
import { PAYMENT_MANY_ROUTES } from "#admin/payments/many-routes.ts";
import { PAYMENT_REVERSAL_ROUTES } from "#admin/payments/reversal-routes.ts";
import { PAYMENT_REVIEW_ROUTES } from "#admin/payments/review-routes.ts";
import { RECEIPT_ROUTES } from "#admin/receipts/routes.ts";
import { REVISION_ROUTES } from "#admin/revisions/routes.ts";
import { ROLE_ROUTES } from "#admin/roles/routes.ts";
import { SEARCH_ROUTES } from "#admin/search/routes.ts";
import { SETTINGS_ROUTES } from "#admin/settings/routes.ts";
import { STYLEGUIDE_ROUTES } from "#admin/styleguide/routes.ts";
import { TAG_ROUTES } from "#admin/tags/routes.ts";
import { TASK_ROUTES } from "#admin/tasks/routes.ts";
import { USER_ROUTES } from "#admin/users/routes.ts";
import { WEBHOOK_ROUTES } from "#admin/webhooks/routes.ts";
import { LINK_ROUTES } from "#admin/writing/links-routes.ts";
import { PREVIEW_LINK_ROUTES } from "#admin/writing/preview-link-routes.ts";
import { PREVIEW_ROUTES } from "#admin/writing/preview-routes.ts";
import { TEXT_REMOVAL_ROUTES } from "#admin/writing/removal-routes.ts";
import type { Route } from "#auth/route.ts";

/** Every page and action of the staff. */
export const ADMIN_ROUTES: readonly Route[] = [
	...DASHBOARD_ROUTES,
	...SEARCH_ROUTES,
	...CONFIRMATION_ROUTES,
	...MEMBER_LIST_ROUTES,
	...MEMBER_BULK_ROUTES,
	...MEMBER_EXPORT_ROUTES,
	...MEMBER_PRINT_ROUTES,
	...LINK_REQUEST_ROUTES,
	...IMPORT_ROUTES,
	...PRIVACY_ROUTES,
	...PRIVACY_RECORD_ROUTES,
	...ACCESS_ROUTES,
	...DUPLICATE_ROUTES,
	...MEMBER_MERGE_ROUTES,
	...TURNING_ROUTES,
	...NOTE_ROUTES,
	...TASK_ROUTES,
	...CERTIFICATE_ROUTES,
	...DUES_REPORT_ROUTES,
	...DUES_ROUTES,
	...NOTICE_ROUTES,
	...PAYMENT_IMPORT_ROUTES,
	...PAYMENT_LIST_ROUTES,
	...PAYMENT_MANY_ROUTES,
	...PAYMENT_ENTRY_ROUTES,
	...PAYMENT_REVERSAL_ROUTES,
	...PAYMENT_REVIEW_ROUTES,
	...RECEIPT_ROUTES,
	...DEPOSIT_ROUTES,
	...INCOME_ROUTES,
	...BANK_ACCOUNT_ROUTES,
	...BANK_STATEMENT_ROUTES,
	...BANK_LINES_ROUTES,
	...BANK_LINE_ROUTES,
	...CONCURRENT_POST_ROUTES,
	...FINANCE_LIST_ROUTES,
	...FINANCE_FORM_ROUTES,
	...FINANCE_STEP_ROUTES,
	...FINANCE_SHOW_ROUTES,
	...ANNOUNCEMENT_ROUTES,
	...ARTICLE_ROUTES,
	...DRAFT_ROUTES,
	...REVISION_ROUTES,
	...USER_ROUTES,
	...ROLE_ROUTES,
	...SETTINGS_ROUTES,
	...AUDIT_ROUTES,
	...CATEGORY_ROUTES,
	...TAG_ROUTES,
	...PAGE_ROUTES,
	...DOCUMENT_ROUTES,
	...PREVIEW_ROUTES,
	...LINK_ROUTES,
	...PREVIEW_LINK_ROUTES,
	...TEXT_REMOVAL_ROUTES,
	...WEBHOOK_ROUTES,
	...MEDIA_ROUTES,
	...PERIOD_ROUTES,
	...YEAR_ROUTES,
	...BUDGET_ROUTES,
	...PROJECT_ROUTES,
	...LEDGER_ROUTES,
	...MAIL_ROUTES,
	...DEAD_LETTER_ROUTES,
	...HEALTH_ROUTES,
	// Last of the dues' and of the members': the ":id" of a record would take their other words for one.
	...DUES_ITEM_ROUTES,
	...MEMBER_ROUTES,
	...STYLEGUIDE_ROUTES,
];
