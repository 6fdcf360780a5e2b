import { type Id, noun } from "#kernel/noun.ts";

const member = {
	profile: {
		create: () => "/member/profile/create",
		store: () => "/member/profile",
		edit: () => "/member/profile",
		update: () => "/member/profile/edit",
	},
	/** One of the family, by the member's id: a guardian sees and edits dependents. */
	dependent: {
		show: (id: Id) => `/member/family/${id}`,
		edit: (id: Id) => `/member/family/${id}/edit`,
		/** The certificate in it, and where one is sent. */
		certificate: (id: number) => `/member/family/${id}#certificate`,
		upload: (id: Id) => `/member/family/${id}/certificate`,
	},
	/** Of age: whether the guardian goes on acting. */
	guardianAccess: () => "/member/guardian-access",
	/** Of whoever was the guardian: that the one of now sees what lies sealed. */
	guardianAgreement: () => "/member/guardian-agreement",
};

export const profiles = noun({
	addresses: { member },
});
