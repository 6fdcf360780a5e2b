/** The consumer of `mail.due`: its message may come twice, or when another is still at it. */
import { claimMails, settleTry } from "#domain/system/mail/actions.ts";
import { act } from "../seen.ts";

export const MAILS = [
	act("send mails", ["second", 5], async ({ pick }) => {
		const sent = { result: "sent", provider: "post", providerId: null } as const;
		const tried = pick([sent, sent, { result: "temporary", error: "timeout" } as const]) ?? sent;
		return {
			about: tried.result,
			press: async ({ db, at, post }) => {
				for (const mail of await claimMails(db, { at, limit: 5 })) {
					if (tried.result === "sent") post(mail.id);
					await settleTry(db, mail, { tried, at, random: 0.5 });
				}
			},
		};
	}),
];
