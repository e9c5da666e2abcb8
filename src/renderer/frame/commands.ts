import { redo, undo } from '../editing'
import { allFeatures, allPanels, railViews } from '../registry'
import { arrange, showPanel, useSession } from '../session'
import type { Command } from '../ui/commands'
import { texts } from '../ui/texts'
import { frameTexts as t } from './texts'
import { focusFirst } from '../ui/first-field'

const open = (): boolean => useSession.getState().present !== undefined
const show = (dialog: string): void => useSession.setState({ dialog })

/** Groups of commands in the order of palette and shortcuts; a group that is not listed comes before Help. */
const GROUPS = [
  'Scenes',
  'Workshop',
  'Notes',
  'Table',
  'Time',
  'Timeline',
  'Branches',
  'View',
  'Campaign',
  'Edit',
  'World',
  'Map',
  'Game',
  '',
  'Help'
]
const place = (group: string): number => (GROUPS.includes(group) ? GROUPS.indexOf(group) : GROUPS.indexOf(''))

/** The commands of the frame. */
export const frameCommands: readonly Command[] = [
  { id: 'part.next', group: 'View', label: 'Go to next part of the window', shortcut: 'f6', when: open, run: () => goToPart(1) },
  { id: 'part.back', group: 'View', label: 'Go to previous part of the window', shortcut: 'shift+f6', when: open, run: () => goToPart(-1) },
  { id: 'theme', group: 'View', label: 'Switch between dark and light', shortcut: 'mod+shift+l', run: flipTheme },
  { id: 'theme.system', group: 'View', label: 'Use system theme', run: () => arrange({ theme: 'system' }) },
  {
    id: 'spelling',
    group: 'View',
    label: 'Turn the spelling check on or off',
    run: () => arrange({ spelling: !useSession.getState().desk.spelling })
  },
  { id: 'edit.undo', group: texts.editing.group, label: 'Undo last edit', shortcut: 'mod+z', when: open, run: undo },
  { id: 'edit.redo', group: texts.editing.group, label: 'Redo last edit', shortcut: 'mod+shift+z', when: open, run: redo },
  { id: 'palette', group: 'Help', label: 'Show all commands…', shortcut: 'mod+k', run: () => show('palette') },
  { id: 'shortcuts', group: 'Help', label: t.shortcuts, shortcut: '?', run: () => show('shortcuts') }
]

/** A command for every view of the rail and every side panel with a key. */
const showing = (): Command[] => [
  ...railViews().map(({ id, label, rail }) => ({
    id: `view.${id}`,
    group: 'View',
    label: `Show ${label} view`,
    shortcut: rail.shortcut,
    when: open,
    run: () => arrange({ view: id })
  })),
  ...allPanels().flatMap(({ id, label, shortcut }) =>
    shortcut === undefined
      ? []
      : { id: `side.${id}`, group: 'View', label: `Show ${label.toLowerCase()}`, shortcut, when: open, run: () => showPanel(id) }
  )
]

/** Every command with a key, a button or an entry in the palette, by group. */
export const allCommands = (): Command[] =>
  [...showing(), ...allFeatures().flatMap(({ commands = [] }) => commands)].toSorted((a, b) => place(a.group) - place(b.group))

function flipTheme(): void {
  arrange({ theme: document.documentElement.dataset['theme'] === 'light' ? 'dark' : 'light' })
}

const PARTS = '.title-bar,.past-bar,.rail,main.stage,aside.side,.frame-times,.status-line'

const left = new WeakMap<HTMLElement, HTMLElement>()

/** Focuses the next part of the window, or with -1 the previous one: its last focused element, else its first tab stop. */
function goToPart(by: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>(PARTS)].filter((part) => part.checkVisibility({ visibilityProperty: true }))
  const focus = document.activeElement
  const here = parts.find((part) => part.contains(focus))
  if (here && focus instanceof HTMLElement) left.set(here, focus)
  const order = by > 0 ? parts : parts.toReversed()
  const from = here ? order.indexOf(here) + 1 : 0
  for (const part of [...order.slice(from), ...order.slice(0, from)]) {
    const before = left.get(part)
    if (before && part.contains(before)) before.focus()
    if (!part.contains(document.activeElement)) focusFirst(part)
    // A part may have nothing to focus.
    if (part.contains(document.activeElement)) return
  }
}
