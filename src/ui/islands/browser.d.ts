/**
 * The part of the browser's types that islands use. The server's program draws islands too, but must not know the rest
 * of the DOM. The browser's own program (tsconfig.json beside this file) leaves this file out and checks the islands
 * against the real types.
 */
interface BrowserBox {
	checked: boolean;
	indeterminate: boolean;
	name: string;
	type: string;
}
interface BrowserRow {
	className: string;
	role: string | null;
	readonly isConnected: boolean;
	readonly cells: { readonly length: number };
	readonly classList: { toggle(name: string, on: boolean): boolean };
	after(row: BrowserRow): void;
	remove(): void;
}
declare const document: {
	readonly activeElement: unknown;
	getElementById(
		id: string,
	): { textContent: string | null; scrollIntoView(how: { block: "nearest" }): void; focus(): void } | null;
	createElement(name: "tr"): BrowserRow;
	querySelectorAll(selector: string): Iterable<BrowserBox>;
	addEventListener(type: string, listen: (event: { readonly target: unknown }) => void): void;
	removeEventListener(type: string, listen: (event: { readonly target: unknown }) => void): void;
};
declare const location: { assign(href: string): void };
interface BrowserPicture {
	width: number;
	height: number;
	close(): void;
}
declare function createImageBitmap(file: Blob): Promise<BrowserPicture>;
declare class OffscreenCanvas {
	constructor(width: number, height: number);
	width: number;
	height: number;
	getContext(kind: "2d"): {
		imageSmoothingQuality: "low" | "medium" | "high";
		drawImage(picture: BrowserPicture, x: number, y: number, width: number, height: number): void;
	} | null;
	convertToBlob(how: { type: string; quality: number }): Promise<Blob>;
}
