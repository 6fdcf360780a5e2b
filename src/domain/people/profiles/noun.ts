import { type Id, noun } from "#kernel/noun.ts";

const member = {
	profile: {
		create: () => "/member/profile/create",
		store: () => "/member/profile",
		edit: () => "/member/profile",
		update: () => "/member/profile/edit",
		/** The address of the file in an own field of the association. */
		ownFile: (field: number | ":field") => `/member/profile/own-files/${field}`,
	},
	/** The addresses of the profile of a dependent, by the member's id: a guardian may see and edit it. */
	dependent: {
		show: (id: Id) => `/member/family/${id}`,
		edit: (id: Id) => `/member/family/${id}/edit`,
		ownFile: (id: Id, field: number | ":field") => `/member/family/${id}/own-files/${field}`,
		/**
		 * `certificate` is the part of the dependent's profile with the disability certificate, `upload` the address to
		 * which a certificate is sent.
		 */
		certificate: (id: number) => `/member/family/${id}#certificate`,
		upload: (id: Id) => `/member/family/${id}/certificate`,
	},
	/** The address of the page on which a parent hands in the application of a child (新增孩子). */
	family: { create: () => "/member/family/new" },
	/** The address of the page on which a member who has come of age decides whether the guardian may go on acting. */
	guardianAccess: () => "/member/guardian-access",
	/**
	 * The address of the page on which a former guardian agrees that the present guardian may see the member's sealed
	 * (encrypted) data.
	 */
	guardianAgreement: () => "/member/guardian-agreement",
};

export const profiles = noun({
	addresses: { member },
});
