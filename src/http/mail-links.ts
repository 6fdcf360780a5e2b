import type { Links } from "#domain/system/index.ts";
import { type Bindings, readConfig } from "#env.ts";
import { paths } from "#http/paths.ts";
import { signLink } from "#platform/links.ts";

/**
 * Returns the functions that make the addresses in mails. With `masked`, dots replace the token of a link that works
 * without signing in, so that such a link opens nothing for a user who reads another person's mail.
 */
export function mailLinks(env: Bindings, { masked = false }: { masked?: boolean } = {}): Links {
	const base = readConfig(env).PUBLIC_BASE_URL;
	const once = {
		invitation: paths.invite,
		password_reset: paths.reset,
		email_change: paths.account.emailProof,
	};
	return {
		once: (purpose, linkId) => base + once[purpose](masked ? "••••••" : signLink(env.LINK_KEY, purpose, linkId)),
		home: () => base + paths.admin.home(),
		forgot: () => base + paths.forgot(),
		account: () => base + paths.account.show(),
		confirmations: () => base + paths.admin.confirmations.list(),
		webhook: (id) => base + paths.admin.webhooks.show(id),
		audit: () => base + paths.admin.audit.list(),
		member: () => base + paths.member.home(),
		privacyRequest: (id) => base + paths.member.privacy.request(id),
		privacyHandling: (id) => base + paths.admin.members.privacy.show(id),
		payment: (id) => base + paths.member.payments.show(id),
		finance: (id) => base + paths.admin.finance.show(id),
		concurrentMonth: (month) => base + paths.admin.concurrentPosts.month(month),
		examination: (id) => base + paths.admin.examinations.show(id),
		release: (id) => base + paths.admin.releases.show(id),
		text: (resource, id) => base + paths.admin[`${resource}s`].show(id),
		task: (id) => base + paths.admin.tasks.show(id),
		pay: () => base + paths.member.payments.create(),
		announcement: (id, isForStaff) =>
			base + (isForStaff ? paths.admin.announcements.read(id) : paths.member.announcements.show(id)),
		unsubscribe: (listed) =>
			base + paths.unsubscribe(masked ? "••••••" : signLink(env.LINK_KEY, "unsubscribe", listed)),
		certificate: (dependentId) =>
			base + (dependentId === null ? paths.member.certificate.show() : paths.member.dependent.certificate(dependentId)),
	};
}
