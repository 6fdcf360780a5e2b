import type * as z from "zod";
import { accountDisabled } from "#domain/system/mail/templates/account-disabled.ts";
import { activationCodeIssued } from "#domain/system/mail/templates/activation-code-issued.ts";
import { announcement } from "#domain/system/mail/templates/announcement.ts";
import { auditSeal } from "#domain/system/mail/templates/audit-seal.ts";
import {
	certificateApproved,
	certificateExpired,
	certificateExpiring,
	certificateRejected,
	certificateRevoked,
} from "#domain/system/mail/templates/certificates.ts";
import { concurrentMonth } from "#domain/system/mail/templates/concurrent-posts.ts";
import {
	confirmationAboutYou,
	confirmationWaits,
	rightsRecovered,
} from "#domain/system/mail/templates/confirmations.ts";
import { duesReminder } from "#domain/system/mail/templates/dues-reminder.ts";
import { emailChange } from "#domain/system/mail/templates/email-change.ts";
import { emailChanged } from "#domain/system/mail/templates/email-changed.ts";
import { financeStatus, financeTurn, financeWaiting } from "#domain/system/mail/templates/finance.ts";
import { guardianChanged } from "#domain/system/mail/templates/guardians.ts";
import { incomeRecorded, incomeReversed } from "#domain/system/mail/templates/income.ts";
import { invitation } from "#domain/system/mail/templates/invitation.ts";
import { linkRequestLinked, linkRequestRefused } from "#domain/system/mail/templates/link-requests.ts";
import { mailTest } from "#domain/system/mail/templates/mail-test.ts";
import { passwordChanged } from "#domain/system/mail/templates/password-changed.ts";
import { passwordReset } from "#domain/system/mail/templates/password-reset.ts";
import { paymentRejected, paymentReversed, paymentVerified } from "#domain/system/mail/templates/payments.ts";
import { phoneChanged } from "#domain/system/mail/templates/phone-changed.ts";
import { privacyAnswered, privacyDue, privacyExtended } from "#domain/system/mail/templates/privacy.ts";
import { secondFactorChanged } from "#domain/system/mail/templates/second-factor-changed.ts";
import { signInFailures } from "#domain/system/mail/templates/sign-in-failures.ts";
import { taskAssigned, taskDue } from "#domain/system/mail/templates/tasks.ts";
import { webhookDisabled, webhookSlow } from "#domain/system/mail/templates/webhooks.ts";
import type { Prepared } from "./letter.ts";

/** THE table of mails that this program writes, by the code that the database holds. */
export const TEMPLATES = {
	account_disabled: accountDisabled,
	activation_code_issued: activationCodeIssued,
	announcement,
	audit_seal: auditSeal,
	certificate_approved: certificateApproved,
	certificate_expired: certificateExpired,
	certificate_expiring: certificateExpiring,
	certificate_rejected: certificateRejected,
	certificate_revoked: certificateRevoked,
	confirmation_about_you: confirmationAboutYou,
	confirmation_waits: confirmationWaits,
	concurrent_month: concurrentMonth,
	dues_reminder: duesReminder,
	email_change: emailChange,
	email_changed: emailChanged,
	income_recorded: incomeRecorded,
	income_reversed: incomeReversed,
	finance_status: financeStatus,
	finance_turn: financeTurn,
	finance_waiting: financeWaiting,
	guardian_changed: guardianChanged,
	invitation,
	link_request_linked: linkRequestLinked,
	link_request_refused: linkRequestRefused,
	mail_test: mailTest,
	password_changed: passwordChanged,
	password_reset: passwordReset,
	payment_rejected: paymentRejected,
	payment_reversed: paymentReversed,
	payment_verified: paymentVerified,
	phone_changed: phoneChanged,
	privacy_answered: privacyAnswered,
	privacy_due: privacyDue,
	privacy_extended: privacyExtended,
	rights_recovered: rightsRecovered,
	second_factor_changed: secondFactorChanged,
	sign_in_failures: signInFailures,
	task_assigned: taskAssigned,
	task_due: taskDue,
	webhook_disabled: webhookDisabled,
	webhook_slow: webhookSlow,
};

export type TemplateName = keyof typeof TEMPLATES;
/** What each template is told. */
export type MailData = { [Name in TemplateName]: z.infer<(typeof TEMPLATES)[Name]["schema"]> };

export const TEMPLATE_NAMES = Object.keys(TEMPLATES).filter((name): name is TemplateName => name in TEMPLATES);
export const isTemplate = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

/** Reads a stored mail; undefined for one that no template can write, such as one that was emptied. */
export function prepareMail(stored: { template: string; data: string }): Prepared | undefined {
	if (!isTemplate(stored.template)) return undefined;
	try {
		return TEMPLATES[stored.template].prepare(JSON.parse(stored.data));
	} catch {
		return undefined;
	}
}
