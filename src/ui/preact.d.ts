/**
 * The part of Preact that is used here, typed by hand: Preact's own types pull the browser's library into every file of
 * the program, where it contradicts the types of Workers and makes `document` look as if it existed on the server.
 */
export type Key = string | number;
export type Attributes = { key?: Key | undefined };
export type ComponentChild = VNode | string | number | bigint | boolean | null | undefined;
export type ComponentChildren = ComponentChild | ComponentChildren[];
export type VNode = {
	type: unknown;
	props: Record<string, unknown> & { children?: ComponentChildren };
	key: Key | null;
};
export type ComponentType<P> = (props: P) => VNode | null;

export function h<P>(
	type: string | ComponentType<P>,
	props: (P & Attributes) | null,
	...children: ComponentChildren[]
): VNode;
export function hydrate(node: VNode, parent: object): void;
export function render(node: VNode | false, parent: object): void;
export function renderToString(node: VNode): string;

export function useState<S>(initial: S | (() => S)): [S, (next: S | ((last: S) => S)) => void];
export function useRef<T>(initial: T): { current: T };
export function useEffect(run: () => unknown, inputs?: readonly unknown[]): void;
/** The same as `useEffect`, but run before the browser paints: for what the next key or click needs. */
export function useLayoutEffect(run: () => unknown, inputs?: readonly unknown[]): void;
export function useId(): string;
