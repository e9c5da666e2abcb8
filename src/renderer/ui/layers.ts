/** Matches layers above the window that handle all keys. Layers are rendered in a portal; lists of the window never are. */
const LAYERS = ['dialog', 'menu', 'listbox'].map((role) => `[data-base-ui-portal] [role=${role}]`).join()

/** Whether an element is part of a layer above the window. */
export const isInLayer = (target: Element): boolean => target.closest(LAYERS) !== null

/** Whether anything is open above the window. A menu that was closed stays in its portal, hidden: it is not. */
export const isLayerOpen = (): boolean => [...document.querySelectorAll(LAYERS)].some((layer) => layer.checkVisibility({ visibilityProperty: true }))
