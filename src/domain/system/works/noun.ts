import { noun } from "#kernel/noun.ts";

const admin = {
	works: {
		list: () => "/admin/works",
		file: (id: number | ":id") => `/admin/works/${id}/file`,
		sight: (id: number | ":id") => `/admin/works/${id}/sight`,
	},
};

export const works = noun({
	isNobodys: true,
	pages: { below: ["/admin/works"], load: async () => (await import("#admin/system/works/routes.ts")).WORK_ROUTES },
	addresses: { admin },
});
