/** What lies above the window and has all keys to itself. All of that is drawn in a portal, and lists that are part of the window never are. */
const LAYERS = ['dialog', 'menu', 'listbox'].map((role) => `[data-base-ui-portal] [role=${role}]`).join()

/** Whether something is part of what lies above the window. */
export const isInLayer = (target: Element): boolean => target.closest(LAYERS) !== null

/** Whether anything is open above the window. A menu that was closed stays in its portal, hidden: it is not. */
export const isLayerOpen = (): boolean => [...document.querySelectorAll(LAYERS)].some((layer) => layer.checkVisibility({ visibilityProperty: true }))
