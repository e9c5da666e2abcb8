/** Matches layers above the window that handle all keys. Layers are rendered in a portal; lists of the window never are. */
const LAYERS = ['dialog', 'menu', 'listbox'].map((role) => `[data-base-ui-portal] [role=${role}]`).join()

/** Whether an element is part of a layer above the window. */
export const isInLayer = (target: Element): boolean => target.closest(LAYERS) !== null

/** Whether a layer above the window is open. A closed menu stays hidden in its portal and doesn't count. */
export const isLayerOpen = (): boolean => [...document.querySelectorAll(LAYERS)].some((layer) => layer.checkVisibility({ visibilityProperty: true }))
