import type { Wake } from "./wake.ts";

export { default } from "#ui/islands/voucher-editor.island.ts";

/** Lets the lines be typed by keyboard; this is most of the code, which is loaded beside the component. */
export const wake: Wake<"voucher-editor"> = async (...island) => {
	const { begin } = await import("./voucher-lines.ts");
	begin(...island);
};
