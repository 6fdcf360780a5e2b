import type * as z from "zod";
import { accountDisabled } from "#domain/system/notifications/kinds/account-disabled.ts";
import { activationCodeIssued } from "#domain/system/notifications/kinds/activation-code-issued.ts";
import { announcement } from "#domain/system/notifications/kinds/announcement.ts";
import { auditSeal } from "#domain/system/notifications/kinds/audit-seal.ts";
import {
	certificateApproved,
	certificateExpired,
	certificateExpiring,
	certificateRejected,
	certificateRevoked,
} from "#domain/system/notifications/kinds/certificates.ts";
import { concurrentMonth } from "#domain/system/notifications/kinds/concurrent-posts.ts";
import {
	confirmationAboutYou,
	confirmationWaits,
	rightsRecovered,
} from "#domain/system/notifications/kinds/confirmations.ts";
import { duesReminder } from "#domain/system/notifications/kinds/dues-reminder.ts";
import { emailChange } from "#domain/system/notifications/kinds/email-change.ts";
import { emailChanged } from "#domain/system/notifications/kinds/email-changed.ts";
import { examinationAnswered, examinationDoubt } from "#domain/system/notifications/kinds/examinations.ts";
import { financeStatus, financeTurn, financeWaiting } from "#domain/system/notifications/kinds/finance.ts";
import { guardianChanged } from "#domain/system/notifications/kinds/guardians.ts";
import { incomeRecorded, incomeReversed } from "#domain/system/notifications/kinds/income.ts";
import { invitation } from "#domain/system/notifications/kinds/invitation.ts";
import { linkRequestLinked, linkRequestRefused } from "#domain/system/notifications/kinds/link-requests.ts";
import { mailTest } from "#domain/system/notifications/kinds/mail-test.ts";
import { passwordChanged } from "#domain/system/notifications/kinds/password-changed.ts";
import { passwordReset } from "#domain/system/notifications/kinds/password-reset.ts";
import { paymentRejected, paymentReversed, paymentVerified } from "#domain/system/notifications/kinds/payments.ts";
import { phoneChanged } from "#domain/system/notifications/kinds/phone-changed.ts";
import { privacyAnswered, privacyDue, privacyExtended } from "#domain/system/notifications/kinds/privacy.ts";
import { releaseEnding, releaseHeld } from "#domain/system/notifications/kinds/releases.ts";
import { secondFactorChanged } from "#domain/system/notifications/kinds/second-factor-changed.ts";
import { signInFailures } from "#domain/system/notifications/kinds/sign-in-failures.ts";
import { taskAssigned, taskDue } from "#domain/system/notifications/kinds/tasks.ts";
import { termDepositEnding } from "#domain/system/notifications/kinds/term-deposits.ts";
import { webhookDisabled, webhookSlow } from "#domain/system/notifications/kinds/webhooks.ts";
import type { Prepared } from "./letter.ts";

/** The only table of the kinds of notifications, by the code stored in the database. */
export const KINDS = {
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
	examination_answered: examinationAnswered,
	examination_doubt: examinationDoubt,
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
	release_ending: releaseEnding,
	release_held: releaseHeld,
	rights_recovered: rightsRecovered,
	second_factor_changed: secondFactorChanged,
	sign_in_failures: signInFailures,
	task_assigned: taskAssigned,
	task_due: taskDue,
	term_deposit_ending: termDepositEnding,
	webhook_disabled: webhookDisabled,
	webhook_slow: webhookSlow,
};

export type KindName = keyof typeof KINDS;
/** The data of each kind of notification. */
export type KindData = { [Name in KindName]: z.infer<(typeof KINDS)[Name]["schema"]> };

export const KIND_NAMES = Object.keys(KINDS).filter((name): name is KindName => name in KINDS);
export const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name);

/** Reads a stored notification; undefined for one that has no text, such as one that was emptied. */
export function prepare(kind: string, data: string): Prepared | undefined {
	if (!isKind(kind)) return undefined;
	try {
		return KINDS[kind].prepare(JSON.parse(data));
	} catch {
		return undefined;
	}
}
