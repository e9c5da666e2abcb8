/** Texts of the frame of the window: title bar, rail, tabs, status line, palette. */
export const frameTexts = { shortcuts: 'Keyboard shortcuts' } as const
