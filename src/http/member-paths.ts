/** A record's id, or the placeholder ":id" when a route is declared. */
type Id = number | ":id";

/** Returns `path` with the id of the dependent member for whom the user acts, as the parameter `for`. */
const actingFor = (path: string, dependent?: number): string => (dependent ? `${path}?for=${dependent}` : path);

/** The addresses of the member area: a part of the table in paths.ts, and used as `paths.member`. */
export const MEMBER_PATHS = {
	home: () => "/member",
	profile: {
		create: () => "/member/profile/create",
		store: () => "/member/profile",
		edit: () => "/member/profile",
		update: () => "/member/profile/edit",
	},
	/** The user's membership application while the board has not decided on it; it is shown on the home page. */
	application: {
		edit: () => "/member/application/edit",
		withdrawal: () => "/member/application/withdrawal",
		certificate: () => "/member/application/certificate",
	},
	/** A dependent of the user, by the dependent's member id: a guardian sees and edits dependents. */
	dependent: {
		show: (id: Id) => `/member/family/${id}`,
		edit: (id: Id) => `/member/family/${id}/edit`,
		/** The part of that page with the dependent's certificate (身障證明); `upload` is where a new one is sent. */
		certificate: (id: number) => `/member/family/${id}#certificate`,
		upload: (id: Id) => `/member/family/${id}/certificate`,
	},
	/** 身障證明 in the user's own profile. */
	certificate: {
		show: () => "/member/profile#certificate",
		upload: () => "/member/certificate",
		withdrawal: (id: Id) => `/member/certificate/${id}/withdrawal`,
		file: (id: Id) => `/member/certificate/${id}/file`,
	},
	/** 會費與繳費: payments of the user and of the dependents for whom the user acts. */
	payments: {
		list: () => "/member/payments",
		create: () => "/member/payments/new",
		show: (id: Id) => `/member/payments/${id}`,
		edit: (id: Id) => `/member/payments/${id}/edit`,
		cancellation: (id: Id) => `/member/payments/${id}/cancellation`,
		proof: (id: Id) => `/member/payments/${id}/proof`,
	},
	receipt: {
		show: (id: Id) => `/member/receipts/${id}`,
		pdf: (id: Id) => `/member/receipts/${id}/pdf`,
		/** Takes the receipt's original, which is possible once; every later file is a copy (副本). */
		original: (id: Id) => `/member/receipts/${id}/original`,
	},
	/** 文件: the documents that the user may read. */
	documents: {
		list: () => "/member/documents",
		file: (id: Id) => `/member/documents/${id}/file`,
	},
	/** 公告: the announcements for the user or for a dependent for whom the user acts. */
	announcements: {
		list: () => "/member/announcements",
		show: (id: Id) => `/member/announcements/${id}`,
		file: (id: Id, file: string, filename: string) =>
			`/member/announcements/${id}/files/${file}/${encodeURIComponent(filename)}`,
		filePlace: () => "/member/announcements/:id/files/:file/:filename",
		/** Changes whether announcements are also sent to the user by mail. */
		mail: () => "/member/announcements/mail",
	},
	/** Where a member who came of age decides whether the former guardian may still act for them. */
	guardianAccess: () => "/member/guardian-access",
	/** Where a former guardian agrees that the present guardian may see the sealed data. */
	guardianAgreement: () => "/member/guardian-agreement",
	/** 個人資料與隱私 of the user, or of the dependent for whom the user acts. */
	privacy: {
		show: (dependent?: number) => actingFor("/member/privacy", dependent),
		copy: (dependent?: number) => actingFor("/member/privacy/copy", dependent),
		/** A version of a consent text. */
		text: (kind: string, version: string) => `/member/privacy/texts/${kind}/${version}`,
		consent: (kind: string, dependent?: number) => actingFor(`/member/privacy/consents/${kind}`, dependent),
		consentEnd: (kind: string, dependent?: number) =>
			actingFor(`/member/privacy/consents/${kind}/withdrawal`, dependent),
		create: (dependent?: number) => actingFor("/member/privacy/requests/new", dependent),
		request: (id: Id) => `/member/privacy/requests/${id}`,
		withdrawal: (id: Id) => `/member/privacy/requests/${id}/withdrawal`,
	},
} as const;
