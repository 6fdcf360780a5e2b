/** An id, or the name of a place for one where a route is declared. */
type Id = number | ":id";

/** `path` for a member for whom one acts, by their id. */
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
	/** What one sent in and the board has not decided on: it stands on the home page. */
	application: {
		edit: () => "/member/application/edit",
		withdrawal: () => "/member/application/withdrawal",
		certificate: () => "/member/application/certificate",
	},
	/** One of the family, by the member's id: a guardian sees and edits dependents. */
	dependent: {
		show: (id: Id) => `/member/family/${id}`,
		edit: (id: Id) => `/member/family/${id}/edit`,
		/** The certificate in it, and where one is sent. */
		certificate: (id: number) => `/member/family/${id}#certificate`,
		upload: (id: Id) => `/member/family/${id}/certificate`,
	},
	/** 身障證明 in one's own profile. */
	certificate: {
		show: () => "/member/profile#certificate",
		upload: () => "/member/certificate",
		withdrawal: (id: Id) => `/member/certificate/${id}/withdrawal`,
		file: (id: Id) => `/member/certificate/${id}/file`,
	},
	/** 會費與繳費: one's own and those of whom one acts for. */
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
		/** Takes the original, once. */
		original: (id: Id) => `/member/receipts/${id}/original`,
	},
	/** 文件: what one may read. */
	documents: {
		list: () => "/member/documents",
		file: (id: Id) => `/member/documents/${id}/file`,
	},
	/** 公告: those that are for oneself, or for whom one acts. */
	announcements: {
		list: () => "/member/announcements",
		show: (id: Id) => `/member/announcements/${id}`,
		file: (id: Id, file: string, filename: string) =>
			`/member/announcements/${id}/files/${file}/${encodeURIComponent(filename)}`,
		filePlace: () => "/member/announcements/:id/files/:file/:filename",
		/** Whether they come by mail too. */
		mail: () => "/member/announcements/mail",
	},
	/** Of age: whether the guardian goes on acting. */
	guardianAccess: () => "/member/guardian-access",
	/** Of whoever was the guardian: that the one of now sees what lies sealed. */
	guardianAgreement: () => "/member/guardian-agreement",
	/** 個人資料與隱私, one's own, or that of a member for whom one acts. */
	privacy: {
		show: (dependent?: number) => actingFor("/member/privacy", dependent),
		copy: (dependent?: number) => actingFor("/member/privacy/copy", dependent),
		/** A text that somebody agreed to, or may agree to. */
		text: (kind: string, version: string) => `/member/privacy/texts/${kind}/${version}`,
		consent: (kind: string, dependent?: number) => actingFor(`/member/privacy/consents/${kind}`, dependent),
		consentEnd: (kind: string, dependent?: number) =>
			actingFor(`/member/privacy/consents/${kind}/withdrawal`, dependent),
		create: (dependent?: number) => actingFor("/member/privacy/requests/new", dependent),
		request: (id: Id) => `/member/privacy/requests/${id}`,
		withdrawal: (id: Id) => `/member/privacy/requests/${id}/withdrawal`,
	},
} as const;
