import { CONCURRENT_POST_ROUTES } from "#admin/books/concurrent-posts/routes.ts";
import { FINANCE_FORM_ROUTES } from "#admin/books/finance/form-routes.ts";
import { FINANCE_LIST_ROUTES } from "#admin/books/finance/list-routes.ts";
import { FINANCE_SHOW_ROUTES } from "#admin/books/finance/show-routes.ts";
import { FINANCE_STEP_ROUTES } from "#admin/books/finance/step-routes.ts";
import { BUDGET_ROUTES } from "#admin/books/ledger/budgets-routes.ts";
import { PERIOD_ROUTES } from "#admin/books/ledger/periods-routes.ts";
import { PROJECT_ROUTES } from "#admin/books/ledger/projects-routes.ts";
import { LEDGER_ROUTES } from "#admin/books/ledger/routes.ts";
import { YEAR_ROUTES } from "#admin/books/ledger/years-routes.ts";
import { ARTICLE_ROUTES } from "#admin/content/articles/routes.ts";
import { CATEGORY_ROUTES } from "#admin/content/categories/routes.ts";
import { DOCUMENT_ROUTES } from "#admin/content/documents/routes.ts";
import { MEDIA_ROUTES } from "#admin/content/media/routes.ts";
import { PAGE_ROUTES } from "#admin/content/pages/routes.ts";
import { REVISION_ROUTES } from "#admin/content/revisions/routes.ts";
import { TAG_ROUTES } from "#admin/content/tags/routes.ts";
import { WEBHOOK_ROUTES } from "#admin/content/webhooks/routes.ts";
import { LINK_ROUTES } from "#admin/content/writing/links-routes.ts";
import { PREVIEW_LINK_ROUTES } from "#admin/content/writing/preview-link-routes.ts";
import { PREVIEW_ROUTES } from "#admin/content/writing/preview-routes.ts";
import { TEXT_REMOVAL_ROUTES } from "#admin/content/writing/removal-routes.ts";
import { BANK_ACCOUNT_ROUTES } from "#admin/money/bank/accounts-routes.ts";
import { BANK_LINE_ROUTES } from "#admin/money/bank/line-routes.ts";
import { BANK_LINES_ROUTES } from "#admin/money/bank/lines-routes.ts";
import { BANK_STATEMENT_ROUTES } from "#admin/money/bank/statement-routes.ts";
import { DEPOSIT_ROUTES } from "#admin/money/deposits/routes.ts";
import { DUES_ITEM_ROUTES } from "#admin/money/dues/item-routes.ts";
import { NOTICE_ROUTES } from "#admin/money/dues/notices-routes.ts";
import { DUES_REPORT_ROUTES } from "#admin/money/dues/report-routes.ts";
import { DUES_ROUTES } from "#admin/money/dues/routes.ts";
import { INCOME_ROUTES } from "#admin/money/income/routes.ts";
import { PAYMENT_ENTRY_ROUTES } from "#admin/money/payments/entry-routes.ts";
import { PAYMENT_IMPORT_ROUTES } from "#admin/money/payments/imports-routes.ts";
import { paymentList } from "#admin/money/payments/list.ts";
import { PAYMENT_MANY_ROUTES } from "#admin/money/payments/many-routes.ts";
import { PAYMENT_REVERSAL_ROUTES } from "#admin/money/payments/reversal-routes.ts";
import { PAYMENT_REVIEW_ROUTES } from "#admin/money/payments/review-routes.ts";
import { RECEIPT_ROUTES } from "#admin/money/receipts/routes.ts";
import { ANNOUNCEMENT_ROUTES } from "#admin/office/announcements/routes.ts";
import { TASK_ROUTES } from "#admin/office/tasks/routes.ts";
import { CERTIFICATE_ROUTES } from "#admin/people/certificates/routes.ts";
import { MEMBER_BULK_ROUTES } from "#admin/people/members/bulk-routes.ts";
import { DUPLICATE_ROUTES } from "#admin/people/members/duplicates-routes.ts";
import { MEMBER_EXPORT_ROUTES } from "#admin/people/members/export-routes.ts";
import { IMPORT_ROUTES } from "#admin/people/members/imports-routes.ts";
import { LINK_REQUEST_ROUTES } from "#admin/people/members/links-routes.ts";
import { memberList } from "#admin/people/members/list.ts";
import { MEMBER_MERGE_ROUTES } from "#admin/people/members/merge-routes.ts";
import { MEMBER_PRINT_ROUTES } from "#admin/people/members/print-routes.ts";
import { ACCESS_ROUTES } from "#admin/people/members/privacy-access-routes.ts";
import { PRIVACY_RECORD_ROUTES } from "#admin/people/members/privacy-record-routes.ts";
import { PRIVACY_ROUTES } from "#admin/people/members/privacy-routes.ts";
import { MEMBER_ROUTES } from "#admin/people/members/routes.ts";
import { TURNING_ROUTES } from "#admin/people/members/turning-routes.ts";
import { NOTE_ROUTES } from "#admin/people/notes/routes.ts";
import { AUDIT_ROUTES } from "#admin/shell/audit/routes.ts";
import { CONFIRMATION_ROUTES } from "#admin/shell/confirmations/routes.ts";
import { DASHBOARD_ROUTES } from "#admin/shell/dashboard/routes.ts";
import { DRAFT_ROUTES } from "#admin/shell/drafts/routes.ts";
import { HEALTH_ROUTES } from "#admin/shell/health/routes.ts";
import { SEARCH_ROUTES } from "#admin/shell/search/routes.ts";
import { STYLEGUIDE_ROUTES } from "#admin/shell/styleguide/routes.ts";
import { DEAD_LETTER_ROUTES } from "#admin/system/dead-letters/routes.ts";
import { MAIL_ROUTES } from "#admin/system/mail/routes.ts";
import { ROLE_ROUTES } from "#admin/system/roles/routes.ts";
import { SETTINGS_ROUTES } from "#admin/system/settings/routes.ts";
import { USER_ROUTES } from "#admin/system/users/routes.ts";
import type { Route } from "#auth/route.ts";

/** Every page and action of the staff. */
export const ADMIN_ROUTES: readonly Route[] = [
	...DASHBOARD_ROUTES,
	...SEARCH_ROUTES,
	...CONFIRMATION_ROUTES,
	...memberList.routes,
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
	...paymentList.routes,
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
