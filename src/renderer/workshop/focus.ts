let editor: (() => void) | undefined

/** Says how the editor on the screen gets the keys; undefined when it goes. */
export const setEditorFocus = (focus: (() => void) | undefined): void => void (editor = focus)

/** Gives the keys to the editor. */
export const focusEditor = (): void => editor?.()

/** Gives the keys to the tree of files. */
export const focusTree = (): void => document.getElementById('workshop-tree')?.focus()
